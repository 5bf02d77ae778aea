import { join } from 'node:path'
import { answerApp } from '../../../electron/window/protocol/app-answer'
import { pictureUrl } from '../../../electron/contract/picture-values'
import { appHost, appScheme } from '../../../electron/window/protocol/origin'
import { setV8Flags } from '../../../electron/database/v8-flags'
import { originalPath } from '../originals'
import { serveMeasure } from '../own-process'
import { times, type Times } from '../report/statistics'
import { forEachOf, openPictures } from './picture-parts'

export interface PictureAnswersInput {
  origin: string
  folder: string
  repetitions: number
}

/** ms from 25 requests for thumbnails to the last answer: from memory, and from disk with none in memory. */
export interface PictureAnswersReport {
  memory: Times
  disk: Times
}

const together = 25
/** Different groups of 25, so that not always the same ones are read. */
const groups = 20

serveMeasure(async ({ origin, folder, repetitions }: PictureAnswersInput): Promise<PictureAnswersReport> => {
  // As the app's main process does.
  setV8Flags()
  const place = { origin, folder: join(folder, 'pictures-answers'), limit: 1e9 }
  const filling = openPictures(place)
  const tokens = register(filling)
  await forEachOf(tokens.length, together, (at) =>
    filling.pictures.raster('bench', tokens[at] ?? '', 'thumbnail-2x')
  )
  const memory = times(await answers(filling, tokens, repetitions))
  await filling.pictures.close()
  const reading = openPictures({ ...place, cacheBytes: 0 })
  register(reading)
  const disk = times(await answers(reading, tokens, repetitions))
  await reading.pictures.close()
  return { memory, disk }
})

function register({ pictures }: ReturnType<typeof openPictures>): string[] {
  return Array.from({ length: together * groups }, (_, number) => {
    return pictures.register('bench', originalPath('photo', number)).token
  })
}

/** As the page asks: one request a picture, all in one go, made before the clock runs; ms of each go. */
async function answers(
  { pictures }: ReturnType<typeof openPictures>,
  tokens: readonly string[],
  repetitions: number
): Promise<number[]> {
  const deps = { files: new Map<string, string>(), pictures, printed: new Map<string, string>() }
  const taken: number[] = []
  for (let go = 0; go < groups + repetitions; go += 1) {
    const from = (go % groups) * together
    const requests = tokens
      .slice(from, from + together)
      .map((token) => new Request(`${appScheme}://${appHost}${pictureUrl('bench', token, 'thumbnail-2x')}`))
    const begun = performance.now()
    const given = await Promise.all(requests.map((request) => answerApp(request, deps)))
    // Not those of the first round: code is compiled then.
    if (go >= groups) taken.push(performance.now() - begun)
    const wrong = given.find(({ status }) => status !== 200)
    if (wrong) throw new Error(`A thumbnail was answered with ${wrong.status}.`)
  }
  return taken
}
