import { fail, ok, type Result } from '../../contract/failure'
import type { ProductStanding } from '../../contract/team'
import type { Serving } from '../../database/thread-protocol'
import { wholeTeam } from '../../team/operation'
import type { TeamRecord } from '../../team/types'
import type { OpenReviews } from '../db/open-reviews'
import { collect } from './collect'
import { addOperation, type TeamBooks } from './tell'
import { listMembers } from './members'
import { readAgreement } from './agreement'
import { assignStaged, undoAssignment } from './assign'
import { countStaged } from '../read/reviews'
import { renameReviewer, stagedGone } from '../write/mark'
import type { TeamMarks } from '../write/team-marks'
import { teamMarks } from './newest'
import { standingOf } from './product-standing'
import { takeRestated } from './standing'
import { beginFold, type Folding } from './fold'
import { itemsOf } from './items'
import { checkOwn, countWaiting, haveAppended, move, ownSegment, renew, seal } from './own-segments'
import type { TeamMethods } from './protocol'
import { isOwner, readPolicy, removedDevices, sayersOf } from './policy'
import { mayLeave, mayRemove, removeDevice } from './leaving'
import { newestSegments, segmentsToCarry, survey } from './survey'
import { takeSegment, type Taking } from './take-segment'
import {
  createTeamFile,
  membershipOf,
  openTeamFile,
  readFact,
  removeTeamFile,
  writeFact,
  type TeamFile
} from './team-file'

export interface TeamSide {
  methods: Serving<TeamMethods>
  /**
   * What of the team's marks stands; undefined without a team.
   *
   * @param at ms since 1970: what was done here a moment ago counts as well; left out: it does not matter
   */
  marksIn(connectionId: string, at?: number): TeamMarks | undefined
  /** Whether this device may undo what others of the team did. */
  mayUndoOthers(connectionId: string): boolean
  /** What the team's reviewers say of a product; none without a team. */
  marksOn(connectionId: string, product: string): ProductStanding['marks']
  /** Closes a team's file, as the reviews beside it are closed. */
  shut(connectionId: string): void
}

/** The thread's side of `TeamMethods`. @param current the open reviews of a connection; throws where they are not */
export function createTeamSide(current: (connectionId: string) => OpenReviews): TeamSide {
  const files = new Map<string, TeamFile | null>()
  const foldings = new Map<string, Folding>()
  const takings = new Map<string, Taking & { at: number }>()

  const fileOf = (id: string): TeamFile | null => {
    const known = files.get(id)
    if (known !== undefined) return known
    const opened = openTeamFile(current(id).folder)
    files.set(id, opened)
    return opened
  }
  const shut = (id: string): void => {
    takings.delete(id)
    foldings.delete(id)
    files.get(id)?.db.close()
    files.delete(id)
  }
  const use = <T>(id: string, work: (books: TeamBooks) => T): Result<T> => {
    const book = current(id)
    if (book.because !== null) return { ok: false, failure: book.because }
    const team = fileOf(id)
    return team === null ? fail('cancelled') : ok(work({ book, team }))
  }
  const takeOn = (id: string): ReturnType<Serving<TeamMethods>['teamTakeOn']> => {
    const taking = takings.get(id)
    if (taking === undefined) return fail('internal', { reason: 'the segment is gone' })
    return use(id, (books) => {
      // What was done here meanwhile is known before what colleagues did is merged into it.
      while (collect(books, { at: taking.at, asOf: null }));
      const taken = taking.step()
      if (taken === null) return null
      takings.delete(id)
      return { ...taken, products: joined(taken.products, takeRestated(books.team)) }
    })
  }
  const foldOn = (id: string): ReturnType<Serving<TeamMethods>['teamFoldOn']> => {
    const folding = foldings.get(id)
    if (folding === undefined) return ok([])
    return use(id, () => {
      const names = folding.step()
      if (names !== null) foldings.delete(id)
      return names
    })
  }
  const methods: Serving<TeamMethods> = {
    teamMembership(id) {
      const team = fileOf(id)
      return ok(team === null ? null : membershipOf(team))
    },
    teamRecord(id) {
      const team = fileOf(id)
      return ok(team === null ? null : recordOf(team))
    },
    teamBegin(id, { membership, renamed }) {
      const book = current(id)
      const { because, folder } = book
      if (because !== null) return { ok: false, failure: because }
      if (renamed !== null) renameReviewer(book, renamed)
      shut(id)
      const team = createTeamFile(folder)
      files.set(id, team)
      writeFact(team, 'membership', membership)
      writeFact(team, 'settled', Date.now())
      return ok(null)
    },
    teamEnd(id) {
      const { folder } = current(id)
      shut(id)
      removeTeamFile(folder)
      return ok(null)
    },
    teamCollect: (id, { at, asOf, by }) =>
      use(id, (books) => {
        const { team } = books
        const isRenamed = readFact(team, 'self') !== by
        if (isRenamed) writeFact(team, 'self', by)
        const more = collect(books, { at, asOf })
        const products = takeRestated(team)
        return { more, products: isRenamed ? null : products }
      }),
    teamFold(id, sealing) {
      const begun = use(id, ({ team }) => foldings.set(id, beginFold(team, sealing)))
      return begun.ok ? foldOn(id) : begun
    },
    teamFoldOn: (id) => foldOn(id),
    teamSeal: (id, sealing) => use(id, (books) => seal(books, sealing)),
    teamSurvey: (id, listed) => use(id, ({ team }) => survey(team, listed)),
    teamNewest: (id) => use(id, ({ team }) => newestSegments(team)),
    teamToCarry: (id, { names }) => use(id, ({ team }) => segmentsToCarry(team, names)),
    teamOwn: (id, name) => use(id, ({ team }) => ownSegment(team, name)),
    teamAppended: (id, name) =>
      use(id, ({ team }) => {
        haveAppended(team, name)
        return null
      }),
    teamCheck: (id, { sequence, bytes, at }) => use(id, ({ team }) => checkOwn(team, sequence, bytes, at)),
    teamTake(id, { name, bytes, at }) {
      const begun = use(id, (books) => takings.set(id, { ...takeSegment(books, name, bytes, at), at }))
      return begun.ok ? takeOn(id) : begun
    },
    teamTakeOn: (id) => takeOn(id),
    teamRemoveDevice: (id, { device }) =>
      use(id, (books) => {
        const isAllowed = mayRemove(books.team, device)
        if (isAllowed) removeDevice(books, device)
        return isAllowed
      }),
    teamMayLeave: (id) => use(id, ({ team }) => mayLeave(team)),
    teamMove: (id, { place, at }) =>
      use(id, (books) => {
        move(books, place, at)
        return null
      }),
    teamRenew: (id, { device }) =>
      use(id, (books) => {
        renew(books, device)
        return null
      }),
    teamAssign(id, { count, ...assigning }) {
      if (countStaged(current(id)) !== count) return stagedGone
      return use(id, (books) => {
        const assignment = assignStaged(books, assigning)
        return { ...assignment, products: takeRestated(books.team) }
      })
    },
    teamUndoAssignment: (id, { number, ...said }) =>
      use(id, ({ team }) => {
        const assignment = undoAssignment(team, number, said)
        return { ...assignment, products: takeRestated(team) }
      }),
    teamItems(id) {
      const team = fileOf(id)
      return ok(team === null ? [] : itemsOf(team))
    },
    teamSay: (id, { act, by, at }) =>
      use(id, ({ team }) => {
        const isAllowed = sayersOf(team).maySay(act)
        if (isAllowed) addOperation(team, { by, product: wholeTeam, act }, at)
        return { isAllowed, products: takeRestated(team) }
      }),
    teamSelf(id) {
      const team = fileOf(id)
      return ok(team === null ? null : { place: membershipOf(team).place, policy: readPolicy(team) })
    },
    teamStanding(id, { product, now }) {
      const team = fileOf(id)
      return ok(team === null ? null : standingOf(team, product, now))
    },
    teamAgreement(id) {
      const team = fileOf(id)
      return ok(team === null ? null : readAgreement(team))
    }
  }
  return {
    methods,
    marksIn(id, at) {
      const team = fileOf(id)
      if (team === null) return undefined
      if (at !== undefined)
        use(id, (books) => {
          while (collect(books, { at, asOf: null }));
        })
      return teamMarks(team)
    },
    mayUndoOthers(id) {
      const team = fileOf(id)
      if (team === null) return true
      const { device } = membershipOf(team)
      return isOwner(team, device) && !removedDevices(team).has(device)
    },
    marksOn(id, product) {
      const team = fileOf(id)
      return team === null ? [] : standingOf(team, product, null).marks
    },
    shut
  }
}

function joined(one: string[] | null, other: string[] | null): string[] | null {
  return one === null || other === null ? null : [...new Set([...one, ...other])]
}

function recordOf(team: TeamFile): TeamRecord {
  const count = team.db.prepare(
    `SELECT count(*) FILTER (WHERE problem = 'newer') AS newer,
      count(*) FILTER (WHERE problem IN ('damaged', 'forged', 'foreign')) AS unreadable FROM segment`
  )
  const { newer, unreadable } = count.get() ?? {}
  return {
    membership: membershipOf(team),
    policy: readPolicy(team),
    signpost: readFact(team, 'signpost'),
    waiting: countWaiting(team),
    members: listMembers(team),
    newer: Number(newer),
    unreadable: Number(unreadable)
  }
}
