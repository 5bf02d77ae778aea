/** Kills, damages and merges reviews many times over, and says what was lost: that must be nothing. Ends with 1 where it is not. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { say } from '../bench/say'
import { damageCampaign } from './damage'
import { killDays } from './kills'
import { mergeHistories } from './merges'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    damages: { type: 'string', default: '1000' },
    merges: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    // Of the damaged files only this one, to look at a loss of it again.
    file: { type: 'string' },
    // Rounds of a tenth of all that, each with another seed, until these are over.
    minutes: { type: 'string', default: '0' }
  }
})
const firstSeed = Number(values.seed)
const minutes = Number(values.minutes)
const timesOf = (text: string): number => (minutes > 0 ? Math.ceil(Number(text) / 10) : Number(text))
const folder = mkdtempSync(join(tmpdir(), 'vitrine-tortured-'))

/** A folder for one campaign. */
function placeFor(name: string): string {
  const place = join(folder, name)
  mkdirSync(place)
  return place
}

/** Each campaign once; how many losses there were. */
async function round(seed: number): Promise<number> {
  const killed = await killDays(
    { kills: timesOf(values.kills), seed },
    join(import.meta.dirname, 'day-process.mjs'),
    placeFor(`kills-${seed}`)
  )
  for (const loss of killed.told) say(loss)
  say(
    `${killed.kills} kills after ${killed.saved} saved steps, ${killed.killsAtOpening} more at opening: ${killed.losses} losses`
  )
  const histories = timesOf(values.merges)
  const merged = await mergeHistories({ histories, seed }, placeFor(`merges-${seed}`))
  say(
    `${merged.merges} merges in ${merged.histories} histories: ${merged.losses} losses, ${merged.disagreements} disagreements`
  )
  const damaged = await damageCampaign({
    files: timesOf(values.damages),
    seed,
    only: values.file === undefined ? undefined : Number(values.file)
  })
  for (const line of [...damaged.failed, ...damaged.lost]) say(line)
  say(
    `${damaged.files} files with random damage, ${damaged.mended} of them mended: ${damaged.failed.length} did not open, ${damaged.lost.length} rows lost that could be read; ${damaged.gone} of ${damaged.reviews} reviews could not be read anymore; the slowest file took ${(damaged.slowest / 1000).toFixed(1)} s`
  )
  return killed.losses + merged.losses + merged.disagreements + damaged.failed.length + damaged.lost.length
}

const begun = performance.now()
const secondsSoFar = (): number => (performance.now() - begun) / 1000
let losses = 0
let seed = firstSeed
do {
  say(`Seed ${seed}; another one by --seed=N.`)
  losses += await round(seed++)
} while (secondsSoFar() < minutes * 60)
say(`${losses} losses in ${secondsSoFar().toFixed(0)} s`)
if (losses === 0) rmSync(folder, { recursive: true, force: true })
else say(`What is left of them: ${folder}`)
process.exitCode = losses === 0 ? 0 : 1
