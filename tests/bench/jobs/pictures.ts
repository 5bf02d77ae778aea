import type { BenchContext } from '../context'
import { inOwnProcess } from '../own-process'
import type { Figure } from '../report/figure'
import type { PictureAnswersInput, PictureAnswersReport } from '../roles/picture-answers'
import type { PictureMemoryInput, PictureMemoryReport } from '../roles/picture-memory'
import type { PictureRateInput, PictureRateReport } from '../roles/picture-rate'
import { say } from '../say'

/** Megabytes of the main process with its thread, and of the decoder, together: the bound that P12 has for a sync. */
const memoryBudget = 350

/** P11: thumbnails from the server to the disk, cached ones to the answer, and memory while a catalog's pictures pass. */
export async function measurePictures({ options, server, folder }: BenchContext): Promise<Figure[]> {
  if (!options.jobs.has('P11')) return []
  const place = { origin: server.origin, folder }
  say('Making thumbnails, in turn with sharp alone…')
  const rate = await inOwnProcess<PictureRateReport>('picture-rate', {
    ...place,
    ...(options.quick ? { rounds: 1, count: 60 } : { rounds: 7, count: 300 })
  } satisfies PictureRateInput)
  say('Asking for thumbnails that were seen…')
  const answers = await inOwnProcess<PictureAnswersReport>('picture-answers', {
    ...place,
    repetitions: options.quick ? 20 : 400
  } satisfies PictureAnswersInput)
  const count = options.quick ? 1000 : 100_000
  say(`Keeping ${count.toLocaleString('en')} small pictures…`)
  const memory = await inOwnProcess<PictureMemoryReport>('picture-memory', {
    ...place,
    count
  } satisfies PictureMemoryInput)
  return [...rateFigures(rate), ...answerFigures(answers), ...memoryFigures(memory, count)]
}

function rateFigures({ through, decoded, alone }: PictureRateReport): Figure[] {
  const limit = { what: 'sharp alone, 4 at once', value: alone }
  const figure = (what: string, value: number, budget: Figure['budget']): Figure => ({
    ...{ job: 'P11', what: `thumbnails of 1200 × 1200 px: ${what}`, unit: 'items/s', value, limit, budget }
  })
  return [
    figure('fetched, decoded, kept', through, [{ kind: 'ratio-at-least', value: 0.75 }]),
    figure('decoded by their process, originals in memory', decoded, [])
  ]
}

/** Medians, since the budget names no percentile, with the 95th beside them: one go in ten meets a collection of garbage. */
function answerFigures({ memory, disk }: PictureAnswersReport): Figure[] {
  const figure = (what: string, { p50, p95 }: typeof memory): Figure => ({
    ...{ job: 'P11', what: `25 thumbnails to the protocol's answer, ${what}`, unit: 'ms', value: p50, p95 },
    limit: null,
    budget: [{ kind: 'at-most', value: 2 }]
  })
  return [figure('from disk', disk), figure('from memory', memory)]
}

function memoryFigures({ peak, early, rate }: PictureMemoryReport, count: number): Figure[] {
  const passing = `${count.toLocaleString('en')} pictures pass`
  return [
    {
      job: 'P11',
      what: `main, thread and decoder while ${passing}`,
      unit: 'MB',
      value: peak,
      limit: { what: 'the first tenth', value: early },
      budget: [{ kind: 'at-most', value: memoryBudget }]
    },
    {
      ...{ job: 'P11', what: `small pictures kept, ${passing}`, unit: 'items/s', value: rate },
      limit: null,
      budget: []
    }
  ]
}
