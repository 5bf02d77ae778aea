import type { Failure } from '../../../electron/contract/failure'
import type { TeamPlace, TeamProblem, TeamState } from '../../../electron/contract/team'
import { formatMoment } from '../../shared/format/clock'
import { formatCount } from '../../shared/format/number'
import { t } from '../../shared/i18n'
import type { FailureMessage } from '../../shared/i18n/failure-messages'

const problems: readonly TeamProblem[] = [
  'unreachable',
  'refused',
  'not-found',
  'full',
  'not-a-team',
  'untrusted',
  'invalid',
  'taken',
  'outdated',
  'other-store',
  'there-is-one',
  'own'
]

/** What is wrong with a team's place, and what to do. */
export function problemMessage(problem: TeamProblem): FailureMessage {
  return { title: t(`team.problem.${problem}.title`), advice: t(`team.problem.${problem}.advice`) }
}

/** null: it is no failure of a place, and has its usual words. */
export function placeFailureMessage({ code, facts }: Failure): FailureMessage | null {
  const problem = problems.find((each) => each === facts.reason)
  return code === 'input-invalid' && facts.field === 'place' && problem !== undefined
    ? problemMessage(problem)
    : null
}

/** What a team refuses to whom does not own it, or owns it alone; null: it is another failure. */
export function refusalMessage({ code, facts }: Failure): FailureMessage | null {
  const reason = (['not-owner', 'last-owner'] as const).find((each) => each === facts.reason)
  if (code !== 'input-invalid' || facts.field !== 'team' || reason === undefined) return null
  return { title: t(`team.refused.${reason}.title`), advice: t(`team.refused.${reason}.advice`) }
}

/** As `placeFailureMessage`, of a place that somebody has just named: nothing has ever been exchanged there. */
export function newPlaceFailureMessage(
  failure: Failure,
  kind: TeamPlace['kind'],
  store: string
): FailureMessage | null {
  const { reason, store: theirs } = failure.facts
  const usual = placeFailureMessage(failure)
  if (usual === null) return null
  if (reason === 'unreachable' || reason === 'not-found') {
    if (kind === 'folder')
      return { title: t('team.newPlace.folder.title'), advice: t('team.newPlace.folder.advice') }
    return reason === 'unreachable'
      ? { title: t('team.newPlace.server.title'), advice: t('team.newPlace.server.advice') }
      : { title: t('team.newPlace.missing.title'), advice: t('team.newPlace.missing.advice') }
  }
  if (reason !== 'other-store' || theirs === undefined) return usual
  return { ...usual, advice: t('team.newPlace.otherStore', { theirs, ours: store }) }
}

/** Whether this computer was removed from the team. */
export function isRemovedFrom({ members }: Pick<TeamState, 'members'>): boolean {
  return members.some(({ devices }) => devices.some(({ isThis, isRemoved }) => isThis && isRemoved))
}

/** Whether this computer is the only owner that is left, while other people are in the team. */
export function isLastOwner({ members }: Pick<TeamState, 'members'>): boolean {
  const owners = members.flatMap(({ devices }) => devices.filter(({ isOwner }) => isOwner))
  const others = members.filter(({ devices }) => !devices.some(({ isThis }) => isThis))
  const areThere = others.some(({ devices }) =>
    devices.some(({ hasLeft, isRemoved }) => !hasLeft && !isRemoved)
  )
  return owners.length === 1 && owners[0]?.isThis === true && areThere
}

/** Where the team's space is. */
export function placeLabel(place: TeamPlace): string {
  return place.kind === 'folder' ? place.path : place.address
}

/** Since when a team's place cannot be used, and what waits for it; null: it can. */
export function offlineMessage(
  { failingSince, waiting }: Pick<TeamState, 'failingSince' | 'waiting'>,
  now: number,
  locale: string | null
): string | null {
  if (failingSince === null) return null
  const since = t('team.offlineSince', { time: formatMoment(failingSince, now, locale) })
  return waiting === 0
    ? since
    : `${since} · ${t('team.waiting', { number: formatCount(waiting, locale) }, waiting)}`
}

/** When all was exchanged, and what waits. */
export function exchangeMessage(
  { exchangedAt, waiting, isExchanging }: Pick<TeamState, 'exchangedAt' | 'waiting' | 'isExchanging'>,
  now: number,
  locale: string | null
): string {
  const number = formatCount(waiting, locale)
  const waits = waiting === 0 ? [] : [t('team.waiting', { number }, waiting)]
  if (isExchanging) return [t('team.exchanging'), ...waits].join(' · ')
  const when =
    exchangedAt === null
      ? t('team.notYet')
      : t('team.exchangedAt', { time: formatMoment(exchangedAt, now, locale) })
  return [when, ...waits].join(' · ')
}
