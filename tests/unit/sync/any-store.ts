import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { SyncSummary } from '../../../electron/contract/sync'
import { Bench } from './fixture'
import type { Sitting, Story } from './stories'

/** How often runs ended in which way, over all stories; for seeing that a property says something. */
export type Tally = Record<string, number>

/** A thousand databases: where there is a file system in memory, the disk is spared. */
const inMemory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** Plays a story and holds every run to what a sync promises. */
export async function play(
  { seed, tick, nature: chosen, sittings }: Story,
  tally: Tally = {}
): Promise<void> {
  const folder = mkdtempSync(join(inMemory, 'vitrine-story-'))
  const bench = new Bench(chosen, folder, seed)
  bench.time.tick = tick
  try {
    let agreed: string[] = []
    for (const one of sittings) {
      const { outcome, wasAsked } = await playSitting(bench, one)
      tally[outcome] = (tally[outcome] ?? 0) + 1
      if (outcome === 'complete') agreed = agreedAfter(bench, agreed, wasAsked)
    }
  } finally {
    await bench.close()
  }
}

/** The products that later lists are compared with. Of the ones before half are still listed, unless the person believed another list. */
function agreedAfter({ copy }: Bench, agreed: string[], wasAsked: boolean): string[] {
  const listed = copy.listed()
  if (wasAsked || agreed.length === 0) return listed
  const now = new Set(listed)
  const left = agreed.filter((id) => now.has(id)).length
  expect(left, 'most are gone, and nobody was asked').toBeGreaterThanOrEqual(agreed.length / 2)
  return agreed
}

/** What there was before a run, to compare with what there is after it. */
interface Before {
  contents: string[]
  gone: string[]
  known: Set<string>
  seen: string[]
  requests: number
  commits: number
}

interface Played {
  outcome: SyncSummary['outcome']
  wasAsked: boolean
}

async function playSitting(bench: Bench, sitting: Sitting): Promise<Played> {
  const { store, copy } = bench
  for (const one of sitting.before) store.apply(one)
  if (sitting.changes) store.nature.changes = sitting.changes
  store.restart()
  const gone = copy.gone()
  const before: Before = {
    contents: copy.contents(),
    gone,
    known: new Set([...copy.listed(), ...gone]),
    seen: copy.seen(),
    requests: store.requests.length,
    commits: copy.commits()
  }
  const wasAsked = await playRun(bench, sitting)
  const summary = bench.state.last
  if (summary === null) throw new Error(`a run ends with a summary: ${JSON.stringify(bench.state)}`)

  expectPolite(bench, before)
  expect(summary.products, 'items are products and more').toBeLessThanOrEqual(summary.here - summary.setAside)
  if (summary.outcome === 'complete') expectComplete(bench, sitting, summary)
  else for (const id of bench.copy.gone()) expect(gone, 'gone without a complete run').toContain(id)
  expectNoneWronglyGone(bench, before)
  if (summary.outcome === 'declined') {
    expect(wasAsked && !sitting.believesDrop).toBe(true)
    // It was the first page that told of the drop: only the question was written down.
    const isUntouched = bench.copy.commits() - before.commits <= 1 && sitting.acts.length === 0
    if (isUntouched) expect(bench.copy.contents()).toEqual(before.contents)
  }
  expectNothingLost(bench, before)
  return { outcome: summary.outcome, wasAsked }
}

/** A run from its start to its end; tells whether the person was asked about a drop. */
async function playRun(bench: Bench, { acts, believesDrop }: Sitting): Promise<boolean> {
  const { time } = bench
  const questions = { times: 0 }
  const isOver = (): boolean => {
    const { phase } = bench.state
    if (phase === 'asking') {
      questions.times++
      bench.syncs.answerDrop('c', believesDrop)
    }
    return phase === 'idle'
  }
  bench.syncs.start('c')
  const start = time.elapsed()
  const asked = bench.store.requests.length
  for (const one of acts.toSorted((a, b) => a.at - b.at)) {
    if (one.by === 'ms') await time.until(isOver, Math.max(0, start + one.at - time.elapsed()))
    else await time.until(() => isOver() || bench.store.requests.length >= asked + one.at)
    if (!isOver()) await perform(bench, one)
  }
  expect(await time.until(isOver), `it ends: ${JSON.stringify(bench.state)}`).toBe(true)
  return questions.times > 0
}

function expectPolite({ store }: Bench, before: Before): void {
  expect(store.mostInFlight).toBeLessThanOrEqual(8)
  expect(store.undercut, 'requests before a Retry-After was over').toBe(0)
  const spare = 150 + store.nature.troubles.reduce((sum, trouble) => sum + trouble.for * 3, 0)
  const asked = store.requests.length - before.requests
  expect(asked, 'requests').toBeLessThanOrEqual(12 * pagesOf(store) + spare)
}

/**
 * The copy is the list as it was at some time of the run, or newer where a person looked at it; of a long list that moved,
 * samples alone were compared. Nobody can know of a page that became another and then the same again between two looks.
 */
function expectComplete({ store, copy }: Bench, { acts }: Sitting, summary: SyncSummary): void {
  const contents = copy.contents()
  const states = store.states.map((state) => state.contents)
  const isShort = pagesOf(store) <= 16 || states.length === 1
  const hasLooked = acts.some(({ act }) => act === 'browse')
  if (!comesAndGoes(states, pageSizeOf(store))) {
    if (isShort && hasLooked) expect(states.some((_, at) => isAsSince(states.slice(at), contents))).toBe(true)
    else if (isShort) expect(states.map((state) => JSON.stringify(state))).toContain(JSON.stringify(contents))
    // All of it was read a second time, where it is in the list.
    else if (summary.gone > 0) expect(states.map(idsIn)).toContain(idsIn(contents))
  }
  expect(summary.here).toBe(contents.length)
  const ids = contents.flatMap((line) => (line.startsWith('!') ? [] : line.split('|').slice(0, 1)))
  expect(copy.listed()).toEqual([...new Set(ids)].sort())
  expect(summary.products, 'each product once').toBe(copy.listed().length)
  if (store.nature.troubles.length === 0) expect(store.nature.totals).not.toBe('too-many')
}

/** Whether a list has the entries of the first of some states, with what is said of them in any of these. */
function isAsSince(states: string[][], contents: string[]): boolean {
  const said = new Set(states.flat())
  return idsIn(states[0] ?? []) === idsIn(contents) && contents.every((entry) => said.has(entry))
}

/** The ids of a list at their places, without what else is said of the products. */
function idsIn(contents: string[]): string {
  return contents.map((entry) => entry.split('|')[0]).join()
}

/** Whatever moved, and however long the list is: what the store listed in every state of the run is not gone. */
function expectNoneWronglyGone({ store, copy }: Bench, before: Before): void {
  const always = new Set(store.idsThroughout())
  const wrongly = copy.gone().filter((id) => always.has(id) && !before.gone.includes(id))
  expect(wrongly, 'gone, though it was listed all the time').toEqual([])
}

/**
 * What a person wrote of changes is all that the copy holds of theirs. Their marks and notes of products are in another file,
 * which no sync opens: for these, products stay known.
 */
function expectNothingLost({ copy }: Bench, before: Before): void {
  const known = new Set([...copy.listed(), ...copy.gone()])
  for (const id of before.known) expect(known, 'no product is forgotten').toContain(id)
  const seen = new Set(copy.seen())
  for (const change of before.seen) expect(seen, 'no mark of a change is lost').toContain(change)
}

/** Entries of the pages that were asked for last. */
function pageSizeOf({ requests, nature }: Bench['store']): number {
  const limit = requests.at(-1)?.limit ?? 1
  return Math.min(limit, nature.cap ?? limit)
}

/** Pages of the longest that the list was. */
function pagesOf(store: Bench['store']): number {
  const longest = Math.max(...store.states.map(({ contents }) => contents.length))
  return Math.ceil(longest / pageSizeOf(store))
}

/** Whether some page is in one state of the list what it was before another one. */
function comesAndGoes(states: string[][], size: number): boolean {
  const longest = Math.max(...states.map(({ length }) => length))
  for (let from = 0; from <= longest; from += size) {
    const before = new Set<string>()
    let last: string | null = null
    for (const state of states) {
      const page = state.slice(from, from + size).join()
      if (page !== last && before.has(page)) return true
      before.add(page)
      last = page
    }
  }
  return false
}

async function perform(bench: Bench, { act, page, limit }: Sitting['acts'][number]): Promise<void> {
  const { syncs, time } = bench
  if (act === 'browse') await bench.browse(page, limit)
  else if (act === 'mark') await bench.copy.markSeen()
  else if (act === 'stop') syncs.stop('c')
  else if (act === 'network-back') syncs.networkBack()
  else if (act === 'kill') {
    bench.restart()
    bench.syncs.start('c')
  } else if (act === 'pause') {
    syncs.pause('c')
    await time.pass(5000)
    syncs.resume('c')
  } else {
    syncs.suspend()
    await time.pass(60_000)
    syncs.wake()
  }
}
