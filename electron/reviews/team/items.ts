import { compareClocks, type Clock } from '../../team/clock'
import { wholeTeam, type Unnumbered } from '../../team/operation'
import { mostItems, type TeamItem } from '../../team/types'
import { compareTexts } from '../sharing/merge'
import { isOwner, sayersOf, sharerOf } from './policy'
import { membershipOf, type TeamFile } from './team-file'

/*
 * What a team has as a whole, beside how it decides: views and rules that somebody shares. Whoever may say something of an item, the newest word
 * of them holds; it is read from the newest words of all, so that it is the same everywhere, in whichever order they came.
 */

interface WordRow extends Clock {
  part: string
  isGone: number
}

/** The newest word on an item that counts. */
interface ItemWord extends WordRow {
  kind: string
  id: string
}

/** What the team has, by kind and id. Of each kind as many as a team may have, those first whose last word is the oldest. By the primary key. */
export function itemsOf(team: TeamFile): TeamItem[] {
  const { device } = membershipOf(team)
  const { maySay } = sayersOf(team)
  return liveWords(team)
    .map(({ kind, id, part, wall }) => {
      const { by, value } = itemIn(team, part)
      const mayChange = maySay({ item: { kind, id, value } })
      return { kind, id, value: value ?? '', by, at: wall, mayChange, isOwn: sharerOf(id) === device }
    })
    .sort((one, other) => compareTexts(one.kind, other.kind) || compareTexts(one.id, other.id))
}

function itemIn({ sql }: TeamFile, part: string): { by: string; value: string | null } {
  const { value } = sql.newest.get(wholeTeam, 'item', part) ?? {}
  return JSON.parse(String(value)) as { by: string; value: string | null }
}

/** The newest word on each item of those who may say it. */
function newestWords(team: TeamFile): ItemWord[] {
  const rows = team.db
    .prepare(
      `SELECT part, wall, counter, device, value ->> 'value' IS NULL AS isGone FROM newest
       WHERE product = ? AND kind = 'item'`
    )
    .iterate(wholeTeam) as unknown as Iterable<WordRow>
  const { counts } = sayersOf(team)
  const words = new Map<string, ItemWord>()
  for (const row of rows) {
    const [author = '', kind = '', id = ''] = row.part.split(' ')
    const known = words.get(`${kind} ${id}`)
    const isSaid = counts(author, { item: { kind, id, value: null } })
    if (isSaid && (known === undefined || compareClocks(known, row) < 0))
      words.set(`${kind} ${id}`, { ...row, kind, id })
  }
  return [...words.values()]
}

function liveWords(team: TeamFile): ItemWord[] {
  const counts = new Map<string, number>()
  return newestWords(team)
    .filter(({ isGone }) => isGone === 0)
    .sort(compareClocks)
    .filter(({ kind }) => {
      const count = (counts.get(kind) ?? 0) + 1
      counts.set(kind, count)
      return count <= mostItems
    })
}

/**
 * What an owner says of the team's items in place of others, whose words may not be where the team has moved to, or came too late to count:
 * nobody else can say it for them. With the clocks that it had.
 */
export function itemsToTell(team: TeamFile): Unnumbered[] {
  const { device } = membershipOf(team)
  if (!isOwner(team, device)) return []
  return newestWords(team).flatMap(({ kind, id, part, wall, counter }) => {
    const said = team.sql.newest.get(wholeTeam, 'item', `${device} ${kind} ${id}`)
    if (said?.wall === wall && said.counter === counter) return []
    const { by, value } = itemIn(team, part)
    return [{ by, product: wholeTeam, act: { item: { kind, id, value } }, clock: { wall, counter, device } }]
  })
}
