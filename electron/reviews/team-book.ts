import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ok } from '../contract/failure'
import type { TeamBook } from '../team/types'
import type { ReviewFiles } from './review-files'

/** As `team/team-file.ts` in the thread names it. */
const teamFileName = 'team.sqlite'

/** Whether a store has a team, without opening its reviews. */
export function hasTeam(folder: string): boolean {
  return existsSync(join(folder, teamFileName))
}

/**
 * The reviews of a connection for its team's exchange.
 *
 * @param reviewer who reviews here now
 * @param onChange told of products that changed; null: any may have
 * @param onRestate told of products that are the same to this person and other to the team; null: any may be
 */
export function teamBookOf(
  files: Pick<ReviewFiles, 'ask' | 'change'>,
  id: string,
  reviewer: () => string,
  onChange: (products: string[] | null) => void,
  onRestate: (products: string[] | null) => void
): TeamBook {
  return {
    membership: () => files.ask('teamMembership', id, null),
    record: () => files.ask('teamRecord', id, null),
    begin: (membership, renamed) => files.change('teamBegin', id, { membership, renamed }),
    end: () => files.change('teamEnd', id, null),
    async collect(at, asOf = null) {
      const collected = await files.change('teamCollect', id, { at, asOf, by: reviewer() })
      if (!collected.ok) return collected
      if (collected.value.products?.length !== 0) onRestate(collected.value.products)
      return ok(collected.value.more)
    },
    async fold(sealing) {
      let names = await files.change('teamFold', id, sealing)
      while (names.ok && names.value === null) names = await files.change('teamFoldOn', id, null)
      return names.ok ? ok(names.value ?? []) : names
    },
    seal: (sealing) => files.change('teamSeal', id, sealing),
    survey: (listed) => files.change('teamSurvey', id, listed),
    newest: () => files.ask('teamNewest', id, null),
    toCarry: (names) => files.ask('teamToCarry', id, { names }),
    own: (name) => files.ask('teamOwn', id, name),
    appended: (name) => files.change('teamAppended', id, name),
    check: (sequence, bytes, at) => files.change('teamCheck', id, { sequence, bytes, at }),
    removeDevice: (device) => files.change('teamRemoveDevice', id, { device }),
    mayLeave: () => files.ask('teamMayLeave', id, null),
    move: (place, at) => files.change('teamMove', id, { place, at }),
    self: () => files.ask('teamSelf', id, null),
    items: () => files.ask('teamItems', id, null),
    async say(act, at) {
      const said = await files.change('teamSay', id, { act, by: reviewer(), at })
      if (!said.ok) return said
      if (said.value.products?.length !== 0) onRestate(said.value.products)
      return ok(said.value.isAllowed)
    },
    renew: (device) => files.change('teamRenew', id, { device }),
    async take(name, bytes, at) {
      let taken = await files.change('teamTake', id, { name, bytes, at })
      while (taken.ok && taken.value === null) taken = await files.change('teamTakeOn', id, null)
      if (!taken.ok || taken.value === null) return taken.ok ? { ok: true, value: nothing } : taken
      if (taken.value.products?.length !== 0) onChange(taken.value.products)
      return { ok: true, value: taken.value }
    }
  }
}

const nothing = { problem: null, products: [], folded: null }
