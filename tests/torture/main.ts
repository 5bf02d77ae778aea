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
    seed: { type: 'string', default: '1' }
  }
})
const seed = Number(values.seed)
const folder = mkdtempSync(join(tmpdir(), 'vitrine-tortured-'))

/** A folder for one campaign. */
function placeFor(name: string): string {
  const place = join(folder, name)
  mkdirSync(place)
  return place
}

const begun = performance.now()
say(`Seed ${seed}; another one by --seed=N.`)
const killed = await killDays(
  { kills: Number(values.kills), seed },
  join(import.meta.dirname, 'day-process.mjs'),
  placeFor('kills')
)
say(`${killed.kills} kills after ${killed.saved} saved steps: ${killed.losses} losses`)
const merged = await mergeHistories({ histories: Number(values.merges), seed }, placeFor('merges'))
say(
  `${merged.merges} merges in ${merged.histories} histories: ${merged.losses} losses, ${merged.disagreements} disagreements`
)
const damaged = damageCampaign({ files: Number(values.damages), seed })
for (const failure of damaged.failed) say(failure)
const partly = damaged.lost - damaged.lostOfBackup
say(
  `${damaged.files} files with random damage, ${damaged.damaged} of them mended: ${damaged.failed.length} did not open, ${damaged.lostOfBackup} reviews of a backup lost; ${partly} of ${damaged.reviews} reviews that no backup had could not be read any more`
)
const losses =
  killed.losses + merged.losses + merged.disagreements + damaged.failed.length + damaged.lostOfBackup
say(`${losses} losses in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
if (losses === 0) rmSync(folder, { recursive: true, force: true })
else say(`What is left of them: ${folder}`)
process.exitCode = losses === 0 ? 0 : 1
