import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ok } from '../contract/failure'
import type { TeamBook } from '../team/types'
import type { ReviewFiles } from './reviews-db'

/** As `team/team-file.ts` in the thread names it. */
const teamFileName = 'team.sqlite'

/** Whether a store has a team, without opening its reviews. */
export function hasTeam(folder: string): boolean {
  return existsSync(join(folder, teamFileName))
}

/**
 * The reviews of a connection for its team's exchange.
 *
 * @param onChange told of products that changed
 * @param onRestate told of products about which reviewers now disagree, or no longer do
 */
export function teamBookOf(
  files: Pick<ReviewFiles, 'ask' | 'change'>,
  id: string,
  onChange: (products: string[]) => void,
  onRestate: (products: string[]) => void
): TeamBook {
  return {
    membership: () => files.ask('teamMembership', id, null),
    record: () => files.ask('teamRecord', id, null),
    begin: (membership) => files.change('teamBegin', id, membership),
    end: () => files.change('teamEnd', id, null),
    async collect(at) {
      const collected = await files.change('teamCollect', id, { at })
      if (!collected.ok) return collected
      if (collected.value.products.length > 0) onRestate(collected.value.products)
      return ok(collected.value.more)
    },
    seal: (sealing) => files.change('teamSeal', id, sealing),
    survey: (listed) => files.change('teamSurvey', id, listed),
    newest: () => files.ask('teamNewest', id, null),
    own: (name) => files.ask('teamOwn', id, name),
    appended: (name) => files.change('teamAppended', id, name),
    check: (sequence, bytes) => files.change('teamCheck', id, { sequence, bytes }),
    removeDevice: (device) => files.change('teamRemoveDevice', id, { device }),
    move: (place, at) => files.change('teamMove', id, { place, at }),
    renew: (device) => files.change('teamRenew', id, { device }),
    async take(name, bytes, at) {
      let taken = await files.change('teamTake', id, { name, bytes, at })
      while (taken.ok && taken.value === null) taken = await files.change('teamTakeOn', id, null)
      if (!taken.ok || taken.value === null) return taken.ok ? { ok: true, value: nothing } : taken
      if (taken.value.products.length > 0) onChange(taken.value.products)
      return { ok: true, value: taken.value }
    }
  }
}

const nothing = { problem: null, products: [] }
