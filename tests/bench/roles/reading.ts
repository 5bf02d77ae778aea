import { join } from 'node:path'
import { createCatalogDb } from '../../../electron/catalog/catalog-db'
import { emptyQuery } from '../../../electron/contract/empty-query'
import { setV8Flags } from '../../../electron/database/v8-flags'
import { seeded } from '../../../scripts/demo-store/random'
import { bundled } from '../bundle-folder'
import { serveMeasure } from '../own-process'
import type { Figure } from '../report/figure'
import { percentile, timeEach, times } from '../report/statistics'
import { countFrom, pageSize, readFrom, type Asking, type ReadingInput } from './asking'
import { Bare } from './bare'
import { FullText } from './full-text'
import { measureFiltered } from './filtered-pages'
import { searches } from './questions'

/** P6, P7 and P8 on one copy, in a process that plays the app's main process. */
serveMeasure(async (input: ReadingInput): Promise<Figure[]> => {
  setV8Flags()
  const file = join(input.folder, 'bench', 'catalog.sqlite')
  const copy = createCatalogDb({
    folderOf: (id) => join(input.folder, id),
    readerFile: bundled('reader.js'),
    writerFile: bundled('writer.js')
  })
  const asking: Asking = { input, read: readFrom(copy), count: countFrom(copy), bare: new Bare(file) }
  // A million rows went through this heap to make the limit ready; the app's main process never holds them.
  globalThis.gc?.()
  const figures: Figure[] = []
  if (input.wanted.includes('P7')) figures.push(...(await measureFiltered(asking)))
  if (input.wanted.includes('P6')) figures.push(await measurePages(asking))
  if (input.wanted.includes('P8')) {
    const fullText = new FullText(input.folder, file)
    figures.push(...(await measureSearches(asking, fullText)))
    fullText.close()
  }
  asking.bare.close()
  await copy.close()
  return figures
})

/** P6: pages of 100 in the store's order at random places, against the bare statement in this process. */
async function measurePages({ input, read, bare }: Asking): Promise<Figure> {
  const random = seeded('pages')
  const places = Array.from({ length: 1000 }, () => Math.floor(random() * (bare.count - pageSize)))
  const at = (number: number): number => places[number] ?? 0
  const ours = times(await timeEach(places.length, (number) => read(emptyQuery, at(number)), 100))
  const limit = await timeEach(places.length, (number) => bare.page(at(number), pageSize), 100)
  return {
    job: 'P6',
    what: `page of 100 in the store's order, ${input.size}, p95`,
    unit: 'ms',
    value: ours.p95,
    p50: ours.p50,
    limit: { what: 'bare statement', value: percentile(limit, 0.95) },
    budget: [
      { kind: 'at-most', value: input.budget.page },
      { kind: 'above-limit-at-most', value: 2 }
    ]
  }
}

/** Times as many of the quickest searches: what one costs after hundreds, when V8 has compiled everything for the last time. */
const manySearches = 15

/** P8: first page and exact count of each kind of search, against FTS5 and, for parts, one pass over the names. */
async function measureSearches({ input, read, bare }: Asking, fullText: FullText): Promise<Figure[]> {
  const figures: Figure[] = []
  await read({ ...emptyQuery, search: 'warm' }, 0)
  for (const [kind, textAt] of Object.entries(searches)) {
    const repetitions = kind === 'ids' ? manySearches * input.repetitions : input.repetitions
    const texts = Array.from({ length: repetitions }, (_, at) => textAt(at))
    const text = (at: number): string => texts[at] ?? ''
    const ours = times(await timeEach(texts.length, (at) => read({ ...emptyQuery, search: text(at) }, 0), 0))
    const isPart = kind.startsWith('parts') || kind.startsWith('Chinese')
    const other = isPart
      ? (at: number) => bare.find(text(at), pageSize)
      : (at: number) => fullText.search(text(at).toLowerCase().split(' '))
    const limit = times(await timeEach(texts.length, other, 0))
    figures.push({
      job: 'P8',
      what: `search: ${kind}, ${input.size}, p95`,
      unit: 'ms',
      value: ours.p95,
      p50: ours.p50,
      limit: { what: isPart ? 'one pass over names' : 'FTS5', value: limit.p95 },
      budget: [{ kind: 'at-most', value: input.budget.search }]
    })
  }
  return figures
}
