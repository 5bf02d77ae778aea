import { join } from 'node:path'
import sharp from 'sharp'
import type { Result } from '../../../electron/contract/failure'
import { prepareSharp } from '../../../electron/images/decode/raster'
import { setV8Flags } from '../../../electron/database/v8-flags'
import { originalPath } from '../originals'
import { serveMeasure } from '../own-process'
import { median } from '../report/statistics'
import { forEachOf, openPictures } from './picture-parts'

export interface PictureRateInput {
  origin: string
  folder: string
  rounds: number
  /** Pictures a round. */
  count: number
}

export interface PictureRateReport {
  /**
   * Thumbnails a second, medians of the rounds: through fetch, decoder and disk; by the decoder, of originals in memory; and of
   * sharp alone.
   */
  through: number
  decoded: number
  alone: number
}

/** As many as the app's decoder has in hand. */
const atOnce = 4

/** In turn, so that whatever else the machine does troubles both alike. */
serveMeasure(async ({ origin, folder, rounds, count }: PictureRateInput): Promise<PictureRateReport> => {
  // As the app's main process.
  setV8Flags()
  prepareSharp()
  const { pictures, decoder } = openPictures({ origin, folder: join(folder, 'pictures-rate'), limit: 1e9 })
  const bodies = await bodiesOf(origin, Math.min(count, 48))
  const body = (number: number): Buffer<ArrayBuffer> => bodies[number % bodies.length] ?? Buffer.alloc(0)
  const rates: Record<keyof PictureRateReport, number[]> = { alone: [], decoded: [], through: [] }
  // One more round than is counted, first: processes start, code is compiled.
  for (let round = 0; round <= rounds; round += 1) {
    const inTurn = {
      alone: await rateOf(count, (number) => thumbnailAlone(body(number))),
      decoded: await rateOf(count, async (number) => {
        succeeded(await decoder.decode(body(number), ['thumbnail-2x']))
      }),
      through: await rateOf(
        count,
        async (number) => {
          const { token } = pictures.register('bench', originalPath('photo', round * count + number))
          succeeded(await pictures.raster('bench', token, 'thumbnail-2x'))
        },
        // As many as the list asks for; the app itself bounds what it does at once.
        25
      )
    }
    if (round === 0) continue
    rates.alone.push(inTurn.alone)
    rates.decoded.push(inTurn.decoded)
    rates.through.push(inTurn.through)
  }
  await pictures.close()
  return { alone: median(rates.alone), decoded: median(rates.decoded), through: median(rates.through) }
})

function succeeded(made: Result<unknown>): void {
  if (!made.ok) throw new Error(JSON.stringify(made.failure))
}

async function rateOf(
  count: number,
  task: (number: number) => Promise<unknown>,
  most = atOnce
): Promise<number> {
  const begun = performance.now()
  await forEachOf(count, most, task)
  return (count * 1000) / (performance.now() - begun)
}

/** The same raster as the app's, by the shortest way: one call of sharp, the original in memory. */
function thumbnailAlone(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes, { limitInputPixels: 64_000_000, failOn: 'error', autoOrient: true })
    .resize({
      ...{ width: 96, height: 96, fit: 'contain', withoutEnlargement: true },
      background: { r: 0, g: 0, b: 0, alpha: 0 }
    })
    .webp({ quality: 80, effort: 2 })
    .toBuffer()
}

function bodiesOf(origin: string, count: number): Promise<Buffer<ArrayBuffer>[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const answer = await fetch(origin + originalPath('photo', number))
      return Buffer.from(await answer.arrayBuffer())
    })
  )
}
