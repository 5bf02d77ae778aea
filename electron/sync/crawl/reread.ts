import type { Result } from '../../contract/failure'
import { ok } from '../../contract/failure'
import { readerOf, type RunContext } from '../run-context'
import { merged, setEntries, type Checkpoint, type Stretch } from './checkpoint'
import { readPages } from '../pipeline/page-pipeline'
import { isEcho, takeSecondReading } from './page-report'

/**
 * Pages that are read again at most, as parts of the list. What comes in at the top moves all that was read: so often may it do
 * so while the list is read, followed and checked. A list that moves more ends as partial; with one it did with the second.
 */
const mostLengths = 3
/** So many more, for lists that are hardly longer than those which are read a second time whole. */
const spareReadings = 50

export function mayReadAgain(checkpoint: Checkpoint): boolean {
  return checkpoint.reread < mostLengths * checkpoint.highest + spareReadings
}

export interface Readings {
  /** Pages that were not as recorded. */
  differing: Set<number>
  /** Those of them that had other entries, or another order. */
  moved: Set<number>
  /** Pages that are an earlier one once more (38). */
  echoing: Set<number>
}

/** Reads pages again, in this order, or as many as are `enough`. */
export async function readAgain(
  run: RunContext,
  pages: number[],
  isEnough: (readings: Readings) => boolean = () => false
): Promise<Result<Readings>> {
  const { checkpoint } = run
  const readings: Readings = { differing: new Set(), moved: new Set(), echoing: new Set() }
  const { differing, moved, echoing } = readings
  const left = pages.values()
  const read = await readPages(readerOf(run), {
    next: () => (isEnough(readings) ? null : (left.next().value ?? null)),
    took(report) {
      checkpoint.reread++
      if (isEcho(checkpoint, report)) echoing.add(report.page)
      const how = takeSecondReading(checkpoint, report)
      if (how !== 'same') differing.add(report.page)
      if (how === 'moved') moved.add(report.page)
    },
    skipped(page) {
      setEntries(checkpoint, page, 0)
      // It is as recorded: nobody could read it then either.
      if (checkpoint.unread.includes(page)) return
      checkpoint.unread.push(page)
      differing.add(page)
      moved.add(page)
    }
  })
  if (!read.ok) return read
  return read.value === null ? ok(readings) : { ok: false, failure: read.value.tooLarge }
}

/**
 * Reads the stretches again where the list may have moved. A product that came or went moves all after it, up to the
 * place that was read last when it happened: so each stretch is followed in both directions until two pages in a row are
 * as recorded, in steps that double. Ends early when too much was read again.
 */
export async function settle(run: RunContext): Promise<Result<null>> {
  const { checkpoint } = run
  while (checkpoint.suspects.length > 0 && mayReadAgain(checkpoint)) {
    checkpoint.suspects = merged(checkpoint.suspects)
    const stretch = checkpoint.suspects[0]
    if (stretch === undefined) break
    // It stays among the suspects while it is read: a run that is cut off here comes back to it.
    const read = await follow(run, stretch)
    if (!read.ok) return read
    checkpoint.suspects = checkpoint.suspects.filter((other) => other !== stretch)
  }
  return ok(null)
}

async function follow(run: RunContext, [from, to]: Stretch): Promise<Result<null>> {
  const { checkpoint } = run
  const clip = (first: number, last: number): Stretch => [
    Math.max(1, first),
    Math.min(checkpoint.highest, last)
  ]
  const blocks: { stretch: Stretch; way: 'both' | 'back' | 'on' }[] = [
    { stretch: clip(from, to), way: 'both' }
  ]
  for (let block = blocks.pop(); block && mayReadAgain(checkpoint); block = blocks.pop()) {
    const [first, last] = block.stretch
    if (first > last) continue
    const read = await readAgain(run, range(first, last))
    if (!read.ok) return read
    const differs = (page: number): boolean => page >= first && page <= last && read.value.differing.has(page)
    const size = Math.max(2, 2 * (last - first + 1))
    if (block.way !== 'on' && (differs(first) || differs(first + 1)) && first > 1) {
      blocks.push({ stretch: clip(first - size, first - 1), way: 'back' })
    }
    if (block.way !== 'back' && (differs(last) || differs(last - 1))) {
      blocks.push({ stretch: clip(last + 1, last + size), way: 'on' })
    }
  }
  return ok(null)
}

export function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}
