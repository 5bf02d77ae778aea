import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seeded } from '../../scripts/demo-store/random'
import { reading } from '../../electron/reviews/db/database'
import { dayOf, products } from './day'
import { Desk } from './desk'

export interface KillCounts {
  /** Processes that were killed in the middle. */
  kills: number
  /** Of those that opened what such a process had left. */
  killsAtOpening: number
  /** Steps that they had said were saved. */
  saved: number
  /** Processes that ended by themselves with an error, and kills after which something was not as it should be. */
  losses: number
  /** What each loss was, with what it takes to see it again. */
  told: string[]
}

const steps = 60
/** ms: longer than opening takes. */
const openingTime = 60
/** Processes for each kill that is wanted: some are done before they are killed. */
const mostRuns = 10

/**
 * Lets processes go each through a day of its own and kills it at a random moment, and another one while it opens what is left. What it
 * had said was saved must be there when its reviews are opened after that, in all tables; the step that was under way is done or not,
 * but not by half; and undoing does what it would have done.
 *
 * @param processFile day-process.ts, built
 * @param folder where their files may be; what a loss left stays there
 */
export async function killDays(
  { kills, seed }: { kills: number; seed: number },
  processFile: string,
  folder: string
): Promise<KillCounts> {
  const random = seeded(seed)
  const colleague = await colleaguesFile(folder, seed)
  const ms = await timeOfDay(join(folder, 'whole-day'), seed, colleague)
  const counts: KillCounts = { kills: 0, killsAtOpening: 0, saved: 0, losses: 0, told: [] }
  const lose = (what: string): void => {
    counts.losses++
    counts.told.push(what)
  }
  for (let runs = 0; runs < kills * mostRuns && counts.kills + counts.losses < kills; runs++) {
    const daySeed = Math.floor(random() * 2 ** 31)
    const place = mkdtempSync(join(folder, 'killed-'))
    const run = (count: number, after: number): ReturnType<typeof runUntilKilled> =>
      runUntilKilled([processFile, place, String(daySeed), String(count), colleague], after)
    const { end, lines } = await run(steps, random() * ms)
    if (end === 'failed') lose(`the day ${daySeed} failed: ${place}`)
    if (end !== 'killed') continue
    counts.kills++
    const again = await run(0, random() * openingTime)
    if (again.end === 'killed') counts.killsAtOpening++
    // It says that it begins, and that its reviews are open.
    const saved = Math.max(0, lines - 2)
    counts.saved += saved
    const possible = await statesOfDay(join(folder, `day-${daySeed}`), daySeed, colleague, [saved, saved + 1])
    const isKept = possible.includes(await stateAfter(place).catch(String))
    if (again.end !== 'failed' && isKept) rmSync(place, { recursive: true, force: true })
    else lose(`the day ${daySeed}, killed after ${saved} steps: ${place}`)
  }
  return counts
}

/** Something to merge, by somebody else. */
async function colleaguesFile(folder: string, seed: number): Promise<string> {
  const desk = new Desk(join(folder, 'colleague'), 'Bo', 1000)
  await desk.open()
  const random = seeded(seed + 1)
  for (const product of products) {
    if (random() < 0.3) await desk.mark('needs-work', [product], `Bo’s reason for ${product}`)
    if (random() < 0.3) await desk.note(product, `Bo about ${product}`)
  }
  const file = join(folder, 'bo.vitrine-reviews')
  await desk.share(file)
  await desk.close()
  return file
}

/** ms that a day takes which nobody interrupts. */
async function timeOfDay(folder: string, seed: number, colleague: string): Promise<number> {
  mkdirSync(folder)
  const begun = performance.now()
  const desk = new Desk(folder)
  await desk.open()
  for (const step of dayOf(seed, steps, colleague)) await step(desk)
  const ms = performance.now() - begun
  await desk.close()
  return ms
}

/** What is said after so many steps, each, of a day that nobody interrupts. */
async function statesOfDay(
  folder: string,
  seed: number,
  colleague: string,
  after: readonly number[]
): Promise<string[]> {
  mkdirSync(folder)
  const desk = new Desk(join(folder, 'desk'))
  await desk.open()
  const states: string[] = []
  const look = async (done: number): Promise<void> => {
    if (!after.includes(done)) return
    const copy = join(folder, String(done))
    cpSync(desk.folder, copy, { recursive: true })
    states.push(await stateAfter(copy))
  }
  await look(0)
  for (const [index, step] of dayOf(seed, Math.min(steps, Math.max(...after)), colleague).entries()) {
    await step(desk)
    await look(index + 1)
  }
  await desk.close()
  rmSync(folder, { recursive: true, force: true })
  return states
}

interface Run {
  /** `done`: it was too fast for us; `failed`: by itself, with an error. */
  end: 'killed' | 'done' | 'failed'
  /** One when it begins, one when its reviews are open, and one for each step that was saved. */
  lines: number
}

/** Lets a process run, and kills it `after` ms from its first line. */
async function runUntilKilled(args: string[], after: number): Promise<Run> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let lines = 0
  let isDoomed = false
  const doom = async (): Promise<void> => {
    isDoomed = true
    await sleep(after)
    child.kill('SIGKILL')
  }
  child.stdout.on('data', (bytes: Buffer) => {
    lines += bytes.length
    if (!isDoomed) void doom()
  })
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  if (signal === 'SIGKILL') return { end: 'killed', lines }
  return { end: code === 0 ? 'done' : 'failed', lines }
}

/** What the reviews in a folder say, and what is left once the last thing is undone. Rejects where they do not open. */
async function stateAfter(folder: string): Promise<string> {
  const desk = new Desk(folder)
  const { state } = await desk.open()
  if (state !== 'ready') throw new Error(`the reviews are ${state}`)
  const before = digestOf(desk.file)
  await desk.undo()
  const after = digestOf(desk.file)
  await desk.close()
  return `${before} ${after}`
}

/** Stands for all that is in the tables. What is to be told once is no part of it. */
function digestOf(file: string): string {
  const names =
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
  return reading(file, (db) => {
    const hash = createHash('sha256')
    for (const { name } of db.prepare(`${names} AND name <> 'fact' ORDER BY name`).all()) {
      const rows = db.prepare(`SELECT * FROM ${String(name)}`).all()
      hash.update(
        `${String(name)} ${rows
          .map((row) => withoutIds(JSON.stringify(row)))
          .toSorted()
          .join('\n')}`
      )
    }
    return hash.digest('base64')
  })
}

/** Texts of notes have ids by chance, which also decide in which order they stand. */
function withoutIds(row: string): string {
  const parts = row.replaceAll(/[0-9a-f]{16}/g, 'id').match(/\{[^{}]*\}|[^{}]+/g) ?? []
  return parts.toSorted().join(' ')
}
