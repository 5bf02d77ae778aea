import { join } from 'node:path'
import { createCatalogCopy } from '../../../electron/catalog/copy'
import type { CatalogCopy, ListAnswer } from '../../../electron/catalog/types'
import { everything, type Narrowing } from '../../../electron/contract/narrowing'
import { seeded } from '../../../electron/demo/random'
import { bundled } from '../bundle-folder'
import { serveMeasure } from '../own-process'
import type { Figure } from '../report/figure'
import { percentile, timeEach, times } from '../report/statistics'
import { Bare } from './bare'
import { FullText } from './full-text'
import { narrowed, searches } from './questions'

export interface ReadingInput {
  /** Holds the copy as `bench/catalog.sqlite`. */
  folder: string
  wanted: ('P6' | 'P7' | 'P8')[]
  /** Most ms (p95) of a page in the store's order, of a narrowed one and of a search. */
  budget: { page: number; narrowed: number; search: number }
  /** Products, for people. */
  size: string
  repetitions: number
}

const pageSize = 100

/** Asks the copy from the process that plays main, through the reading worker. */
class Reading {
  readonly #copy: CatalogCopy
  readonly #bare: Bare
  readonly #input: ReadingInput

  constructor(copy: CatalogCopy, bare: Bare, input: ReadingInput) {
    this.#copy = copy
    this.#bare = bare
    this.#input = input
  }

  async read(narrowing: Narrowing, offset: number): Promise<ListAnswer> {
    const answer = await this.#copy.read('bench', { narrowing, offset, limit: pageSize })
    if (!answer.ok) throw new Error(`Not read: ${JSON.stringify(answer.failure)}`)
    return answer.value
  }

  /** ms from the start of the workers to the first sorted page: orders and columns are in memory then. */
  async firstAnswer(): Promise<Figure> {
    const begun = performance.now()
    await this.read({ ...everything, sort: { by: 'name', descending: false } }, 0)
    const value = performance.now() - begun
    const what = `first sorted page after the start, ${this.#input.size}`
    return { job: 'P7', what, unit: 'ms', value, limit: null, budget: [] }
  }

  /** P6: pages of 100 in the store's order at random places, against the bare statement in this process. */
  async pages(): Promise<Figure> {
    const random = seeded('pages')
    const places = Array.from({ length: 300 }, () => Math.floor(random() * (this.#bare.count - pageSize)))
    const at = (number: number): number => places[number] ?? 0
    const ours = await timeEach(places.length, (number) => this.read(everything, at(number)))
    const bare = await timeEach(places.length, (number) => this.#bare.page(at(number), pageSize))
    return {
      job: 'P6',
      what: `page of 100 in the store's order, ${this.#input.size}, p95`,
      unit: 'ms',
      value: percentile(ours, 0.95),
      p50: percentile(ours, 0.5),
      limit: { what: 'bare statement', value: percentile(bare, 0.95) },
      budget: [
        { kind: 'at-most', value: this.#input.budget.page },
        { kind: 'above-limit-at-most', value: 2 }
      ]
    }
  }

  /**
   * P7: sorted and filtered pages, each at its first, middle and last page, with the exact count. The p95 of the slowest
   * question, against one pass over the prices in memory and the page's rows by their keys.
   */
  async narrowedPages(): Promise<Figure[]> {
    this.#proveCounts(await this.read(priceRange, 0))
    const limit = times(await timeEach(20, (at) => this.#bare.filter(10 + at / 10, 45 + at, pageSize)))
    const figures: Figure[] = []
    for (const place of ['first', 'middle', 'last'] as const) {
      const slowest = await this.#slowest(narrowed, async (ask, at) => {
        const narrowing = ask(at)
        const { count } = await this.read(narrowing, 0)
        const last = Math.max(0, Math.floor((count - 1) / pageSize) * pageSize)
        const offset = { first: 0, middle: Math.floor(last / 2), last }[place]
        // A first page is asked for anew; those after it by somebody who has seen the first.
        return () => this.read(place === 'first' ? ask(at + 0.5) : narrowing, offset)
      })
      figures.push({
        job: 'P7',
        what: `${place} page, sorted or filtered, ${this.#input.size}, p95 (slowest: ${slowest.kind})`,
        unit: 'ms',
        value: slowest.p95,
        p50: slowest.p50,
        limit: { what: 'one pass, rows by key', value: limit.p95 },
        budget: [{ kind: 'at-most', value: this.#input.budget.narrowed }]
      })
    }
    return figures
  }

  /** P8: first page and exact count of each kind of search, against FTS5 and, for parts, one pass over the names. */
  async searches(fullText: FullText): Promise<Figure[]> {
    const figures: Figure[] = []
    for (const [kind, textAt] of Object.entries(searches)) {
      const texts = Array.from({ length: this.#input.repetitions }, (_, at) => textAt(at))
      const text = (at: number): string => texts[at] ?? ''
      const ours = times(
        await timeEach(texts.length, (at) => this.read({ ...everything, search: text(at) }, 0), 0)
      )
      const isPart = kind.startsWith('parts') || kind.startsWith('Chinese')
      const bare = isPart
        ? (at: number) => this.#bare.find(text(at), pageSize)
        : (at: number) => fullText.search(text(at).toLowerCase().split(' '))
      const limit = times(await timeEach(texts.length, bare, 0))
      figures.push({
        job: 'P8',
        what: `search: ${kind}, ${this.#input.size}, p95`,
        unit: 'ms',
        value: ours.p95,
        p50: ours.p50,
        limit: { what: isPart ? 'one pass over names' : 'FTS5', value: limit.p95 },
        budget: [{ kind: 'at-most', value: this.#input.budget.search }]
      })
    }
    return figures
  }

  /** A wrong count makes every figure worthless. */
  #proveCounts({ count }: ListAnswer): void {
    const { priceFrom, priceTo } = priceRange.filters
    const right = this.#bare.countWhere('price >= ? AND price <= ?', priceFrom ?? 0, priceTo ?? 0)
    if (right !== count)
      throw new Error(`The copy counts ${count} in a price range where there are ${right}.`)
  }

  async #slowest<Ask>(
    kinds: Record<string, Ask>,
    prepare: (ask: Ask, at: number) => Promise<() => Promise<unknown>>
  ): Promise<{ kind: string; p50: number; p95: number }> {
    const all: { kind: string; p50: number; p95: number }[] = []
    for (const [kind, ask] of Object.entries(kinds)) {
      const taken: number[] = []
      for (let at = 0; at < this.#input.repetitions; at += 1) {
        const run = await prepare(ask, at)
        const begun = performance.now()
        await run()
        taken.push(performance.now() - begun)
      }
      all.push({ kind, ...times(taken) })
    }
    return all.reduce((worst, one) => (one.p95 > worst.p95 ? one : worst))
  }
}

const priceRange: Narrowing = {
  ...everything,
  filters: { ...everything.filters, priceFrom: 12.34, priceTo: 56.78 }
}

serveMeasure(async (input: ReadingInput): Promise<Figure[]> => {
  const file = join(input.folder, 'bench', 'catalog.sqlite')
  const copy = createCatalogCopy({
    folderOf: (id) => join(input.folder, id),
    readerFile: bundled('reader.js'),
    writerFile: bundled('writer.js')
  })
  const bare = new Bare(file)
  const reading = new Reading(copy, bare, input)
  const figures: Figure[] = []
  if (input.wanted.includes('P7')) figures.push(await reading.firstAnswer())
  if (input.wanted.includes('P6')) figures.push(await reading.pages())
  if (input.wanted.includes('P7')) figures.push(...(await reading.narrowedPages()))
  if (input.wanted.includes('P8')) {
    const fullText = new FullText(input.folder, file)
    figures.push(...(await reading.searches(fullText)))
    fullText.close()
  }
  bare.close()
  await copy.close()
  return figures
})
