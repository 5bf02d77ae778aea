import { ok, type Result } from '../../contract/failure'
import { readPages } from '../pipeline/page-pipeline'
import { readerOf, type RunContext } from '../run-context'
import { mergeRanges, setEntries, type Checkpoint, type PageRange } from './checkpoint'
import { applyReread, repeatsEarlierPage } from './page-report'

/**
 * How often, on average, each page may be read again. A product that is added at the top moves all that was read: so often may that
 * happen while the list is crawled and verified. A list that moves more often ends as partial.
 */
const mostLengths = 3
/** So many more, for lists that are hardly longer than those which are verified whole. */
const sparePages = 50

export function mayReread(checkpoint: Checkpoint): boolean {
  return checkpoint.reread < mostLengths * checkpoint.highest + sparePages
}

export interface RereadPages {
  /** Pages that were not as recorded. */
  changed: Set<number>
  /** Those of them that had other entries, or another order. */
  moved: Set<number>
  /** Pages that repeat an earlier one (fault 38). */
  repeated: Set<number>
}

/** Reads pages again, in this order, until the results are `enough`. */
export async function rereadPages(
  run: RunContext,
  pages: number[],
  isEnough: (results: RereadPages) => boolean = () => false
): Promise<Result<RereadPages>> {
  const { checkpoint } = run
  const results: RereadPages = { changed: new Set(), moved: new Set(), repeated: new Set() }
  const { changed, moved, repeated } = results
  const left = pages.values()
  const read = await readPages(readerOf(run), {
    next: () => (isEnough(results) ? null : (left.next().value ?? null)),
    onCommitted(report) {
      checkpoint.reread++
      if (repeatsEarlierPage(checkpoint, report)) repeated.add(report.page)
      const comparison = applyReread(checkpoint, report)
      if (comparison !== 'same') changed.add(report.page)
      if (comparison === 'moved') moved.add(report.page)
    },
    onSkipped(page) {
      setEntries(checkpoint, page, 0)
      // As recorded: it could not be read then either.
      if (checkpoint.unread.includes(page)) return
      checkpoint.unread.push(page)
      changed.add(page)
      moved.add(page)
    }
  })
  if (!read.ok) return read
  return read.value === null ? ok(results) : { ok: false, failure: read.value.tooLarge }
}

/**
 * Reads the dirty ranges again. A product that was added or removed moves all products after it, up to the place that was read last
 * when it happened: so each range is expanded in both directions until two pages in a row are as recorded. Ends early when too many
 * pages were read again.
 */
export async function resolveDirtyRanges(run: RunContext): Promise<Result<null>> {
  const { checkpoint } = run
  while (checkpoint.dirtyRanges.length > 0 && mayReread(checkpoint)) {
    checkpoint.dirtyRanges = mergeRanges(checkpoint.dirtyRanges)
    const range = checkpoint.dirtyRanges[0]
    if (range === undefined) break
    // It stays dirty while it is read: a run that is cut off here comes back to it.
    const read = await expandRange(run, range)
    if (!read.ok) return read
    checkpoint.dirtyRanges = checkpoint.dirtyRanges.filter((other) => other !== range)
  }
  return ok(null)
}

/** Reads a range and what lies beside it, in steps that double, as far as pages have changed. */
async function expandRange(run: RunContext, [from, to]: PageRange): Promise<Result<null>> {
  const { checkpoint } = run
  const clip = (first: number, last: number): PageRange => [
    Math.max(1, first),
    Math.min(checkpoint.highest, last)
  ]
  const blocks: { range: PageRange; direction: 'both' | 'back' | 'on' }[] = [
    { range: clip(from, to), direction: 'both' }
  ]
  for (let block = blocks.pop(); block && mayReread(checkpoint); block = blocks.pop()) {
    const [first, last] = block.range
    if (first > last) continue
    const read = await rereadPages(run, pagesBetween(first, last))
    if (!read.ok) return read
    const differs = (page: number): boolean => page >= first && page <= last && read.value.changed.has(page)
    const size = Math.max(2, 2 * (last - first + 1))
    if (block.direction !== 'on' && (differs(first) || differs(first + 1)) && first > 1) {
      blocks.push({ range: clip(first - size, first - 1), direction: 'back' })
    }
    if (block.direction !== 'back' && (differs(last) || differs(last - 1))) {
      blocks.push({ range: clip(last + 1, last + size), direction: 'on' })
    }
  }
  return ok(null)
}

export function pagesBetween(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}
