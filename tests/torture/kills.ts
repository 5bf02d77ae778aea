import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seeded } from '../../scripts/demo-store/random'
import { dayOf, products } from './day'
import { Desk } from './desk'

export interface KillCounts {
  /** Processes that were killed in the middle. */
  kills: number
  /** Steps that they had said were saved. */
  saved: number
  /** Kills after which something that was saved was missing, a step was there by half, or the reviews did not open. */
  losses: number
}

const steps = 120

/**
 * Lets processes go through the same day and kills each at a random moment. What it had said was saved must be there when its reviews are
 * opened again; the step that was under way is done or not, but not by half.
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
  const { states, ms } = await wholeDay(join(folder, 'whole-day'), seed, colleague)
  const counts: KillCounts = { kills: 0, saved: 0, losses: 0 }
  while (counts.kills < kills) {
    const place = mkdtempSync(join(folder, 'killed-'))
    const acknowledged = await runUntilKilled(
      [processFile, place, String(seed), String(steps), colleague],
      random() * ms
    )
    // It was too fast for us.
    if (acknowledged === null) continue
    counts.kills++
    counts.saved += Math.max(0, acknowledged - 1)
    const state = await stateAfter(place)
    const possible = states.slice(Math.max(0, acknowledged - 1), acknowledged + 1)
    if (possible.includes(state)) rmSync(place, { recursive: true, force: true })
    else counts.losses++
  }
  return counts
}

/** Something to merge, by somebody else. */
async function colleaguesFile(folder: string, seed: number): Promise<string> {
  const desk = new Desk(join(folder, 'colleague'), 'Bo', 1000)
  await desk.open()
  const random = seeded(seed + 1)
  for (const product of products) {
    if (random() < 0.3) await desk.mark('needs-work', [product])
    if (random() < 0.3) await desk.note(product, `Bo about ${product}`)
  }
  const file = join(folder, 'bo.vitrine-reviews')
  await desk.share(file)
  await desk.close()
  return file
}

/** What is said after each step of a day that nobody interrupts, from the state before the first on, and how long such a day takes. */
async function wholeDay(
  folder: string,
  seed: number,
  colleague: string
): Promise<{ states: string[]; ms: number }> {
  mkdirSync(folder)
  const desk = new Desk(folder)
  await desk.open()
  const states = [await desk.digest(products)]
  let ms = 0
  for (const step of dayOf(seed, steps, colleague)) {
    const begun = performance.now()
    await step(desk)
    ms += performance.now() - begun
    states.push(await desk.digest(products))
  }
  await desk.close()
  return { states, ms }
}

/**
 * How many lines a process wrote before it was killed, `after` ms from the first: one when its reviews were open, and one for each step
 * that was saved. null: it ended by itself.
 */
async function runUntilKilled(args: string[], after: number): Promise<number | null> {
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
  const [, signal] = (await once(child, 'close')) as [number | null, string | null]
  return signal === null ? null : lines
}

/** What the reviews in a folder say, or why they do not open. */
async function stateAfter(folder: string): Promise<string> {
  const desk = new Desk(folder)
  try {
    const { state } = await desk.open()
    if (state !== 'ready') return state
    const digest = await desk.digest(products)
    await desk.close()
    return digest
  } catch (error) {
    return String(error)
  }
}
