import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pick, seeded } from '../../scripts/demo-store/random'
import { Desk } from './desk'

export interface MergeCounts {
  /** Histories of three people who share and merge. */
  histories: number
  merges: number
  /** Histories in which something that a person alone said of a product was missing in the end. */
  losses: number
  /** Histories after which the three did not have the same, or merging once more changed something. */
  disagreements: number
}

const marks = ['approved', 'needs-work', 'ignored', 'unreviewed'] as const
/** The last one keeps the reason that a product has. */
const reasons = [['price'], ['It is sold out'], [null], []] as const
/** Products that all of them speak of. */
const common = ['a', 'b', 'c']

/**
 * Three people review the same products and some of their own, with clocks that are apart, undo, go back to backups, and merge each
 * other's files in any order. In the end, when all have merged from all, they have the same, with all that each of them alone has said.
 *
 * @param folder where their files may be; what a loss left stays there
 */
export async function mergeHistories(
  { histories, seed }: { histories: number; seed: number },
  folder: string
): Promise<MergeCounts> {
  const counts: MergeCounts = { histories: 0, merges: 0, losses: 0, disagreements: 0 }
  for (let number = 0; number < histories; number++) {
    const place = mkdtempSync(join(folder, 'merged-'))
    const history = new History(place, seed + number)
    await history.play()
    counts.histories++
    counts.merges += history.merges
    const [isWhole, isSame] = [await history.hasAllOwn(), await history.isSettled()]
    await history.end()
    if (!isWhole) counts.losses++
    if (!isSame) counts.disagreements++
    if (isWhole && isSame) rmSync(place, { recursive: true, force: true })
  }
  return counts
}

class History {
  merges = 0
  readonly #random: () => number
  readonly #people: Desk[]
  readonly #folder: string
  #files = 0

  constructor(folder: string, seed: number) {
    this.#folder = folder
    this.#random = seeded(seed)
    const skew = (): number => Math.floor((this.#random() - 0.5) * 20)
    this.#people = ['Ada', 'Bo', 'Cleo'].map((by) => new Desk(join(folder, by), by, skew()))
  }

  async play(): Promise<void> {
    for (const desk of this.#people) await desk.open()
    for (let step = 0; step < 25; step++) await this.#step(step)
    // Twice around, so that what the first brought reaches everybody.
    for (let round = 0; round < 2; round++) await this.#mergeAll()
  }

  async #step(step: number): Promise<void> {
    const desk = pick(this.#random, this.#people)
    const product = pick(this.#random, common)
    const kind = this.#random()
    if (kind < 0.3) await desk.mark(pick(this.#random, marks), [product], ...pick(this.#random, reasons))
    else if (kind < 0.6) await desk.note(product, `${desk.by} ${step}`)
    else if (kind < 0.7) await desk.undo()
    else if (kind < 0.75) await this.#sleep(desk)
    else if (kind < 0.78) await desk.restore()
    else await this.#merge(desk, pick(this.#random, this.#people))
  }

  async #sleep(desk: Desk): Promise<void> {
    for (const one of this.#people) one.sleep()
    await desk.backUp()
  }

  async #merge(desk: Desk, from: Desk): Promise<void> {
    if (desk === from) return
    const file = join(this.#folder, `${++this.#files}.vitrine-reviews`)
    await from.share(file)
    await desk.merge(file)
    this.merges++
  }

  async #mergeAll(): Promise<void> {
    // What is a person's own is said last, so that nothing takes it back.
    for (const desk of this.#people) {
      await desk.mark('needs-work', [ownOf(desk)], `${desk.by} knows why`)
      await desk.note(ownOf(desk), `Only ${desk.by} says so`)
    }
    for (const desk of this.#people) for (const other of this.#people) await this.#merge(desk, other)
  }

  /** Whether all have what each of them alone has said. */
  async hasAllOwn(): Promise<boolean> {
    for (const desk of this.#people) {
      for (const owner of this.#people) {
        const said = await desk.said(ownOf(owner))
        if (JSON.stringify(said) !== JSON.stringify(await owner.said(ownOf(owner)))) return false
        if (said[1] !== `Only ${owner.by} says so` || said[2] !== `${owner.by} knows why`) return false
      }
    }
    return true
  }

  /** Whether all have the same, and merging once more changes nothing. */
  async isSettled(): Promise<boolean> {
    const before = await this.#digests()
    for (const desk of this.#people) for (const other of this.#people) await this.#merge(desk, other)
    const all = new Set([...before, ...(await this.#digests())])
    return all.size === 1
  }

  #digests(): Promise<string[]> {
    const names = [...common, ...this.#people.map(ownOf)]
    return Promise.all(this.#people.map((desk) => desk.digest(names)))
  }

  async end(): Promise<void> {
    for (const desk of this.#people) await desk.close()
  }
}

function ownOf({ by }: Desk): string {
  return `only-${by}`
}
