import { isReadableHistory, noteIn } from '../write/note'
import type { ReviewRow } from '../db/review-row'

type Parts = Partial<ReviewRow>
type Column = keyof ReviewRow

/** Columns that are written together: those of the mark and those of the note. */
interface Group {
  entry: 'markEntry' | 'noteEntry'
  at: 'markedAt' | 'notedAt'
  columns: readonly Column[]
}

const groups: readonly Group[] = [
  {
    entry: 'markEntry',
    at: 'markedAt',
    columns: ['mark', 'seen', 'markedAt', 'markedBy', 'markEntry', 'putBackAt', 'markReason']
  },
  {
    entry: 'noteEntry',
    at: 'notedAt',
    columns: ['note', 'notedAt', 'notedBy', 'noteEntry', 'noteHistory']
  }
]

/** What two sources say of a review, each as far as it can be read. */
export interface Sources {
  row: Parts
  /** What the log's last item left. */
  item: Parts
  /**
   * The row is as long as it says, and names its product unless the item is damaged as well: where nothing tells which of two values of
   * the same state is damaged, its own counts.
   */
  isRowWhole: boolean
  /** Where they are of two states the row counts. */
  isRowFirst: boolean
  /** The log says that the row is of a later state than the item. */
  isRowLater: boolean
  /** How often reviews and the log's items have a name or a reason: one that damage made stands alone. */
  timesWritten: (column: Column, value: Parts[Column]) => number
  /** What else knows values of it, or of what was before it; the first one that knows either value counts. */
  witnesses: readonly Parts[]
}

/**
 * The values of a review by its row and its last log item. A mark and a note are each of one of them, or of both where they are of
 * the same entry or time: of two values one is damaged then, and what looks damaged, or is known to nobody else, is left out.
 */
export function reconciled(sources: Sources): Parts {
  return Object.assign({}, ...groups.map((group) => reconciledGroup(group, sources))) as Parts
}

/**
 * A mark and a note that the row has of the same entry or time as the backup, as the backup has them. What was done and taken back since
 * leaves traces in other columns only.
 */
export function asBefore(backup: ReviewRow, row: Parts): Parts {
  const columns = groups.filter((group) => isSameState(group, backup, row)).flatMap((group) => group.columns)
  return picked(
    backup,
    columns.filter((column) => !leftByUndo.has(column) || !(column in row) || isOdd(column, row))
  )
}

function reconciledGroup(group: Group, sources: Sources): Parts {
  const [row, item] = [picked(sources.row, group.columns), picked(sources.item, group.columns)]
  const isRowLast =
    sources.isRowLater || (sources.isRowFirst && !group.columns.some((column) => hasControls(column, row)))
  const both = isRowLast ? { ...item, ...row } : { ...row, ...item }
  if (!isSameState(group, row, item)) return withoutOdd(group, both, sources.witnesses)
  for (const column of group.columns) {
    if (!(column in row && column in item) || row[column] === item[column]) continue
    // A note comes before its history, which is judged by it.
    copy(column, isRowRight(column, both, { ...sources, row, item }) ? row : item, both)
  }
  return withoutOdd(group, both, sources.witnesses)
}

/** With what a witness of the same state has in place of texts that cannot have been written like this. */
function withoutOdd(group: Group, known: Parts, witnesses: readonly Parts[]): Parts {
  for (const column of group.columns) {
    if (!isOdd(column, known)) continue
    const witness = witnesses.find(
      (other) => isSameState(group, other, known) && other[column] !== undefined && !isOdd(column, other)
    )
    if (witness !== undefined) copy(column, witness, known)
  }
  return known
}

/** Whether both are of the same entry or, where its number is damaged or not known, of the same time. */
function isSameState({ entry, at }: Group, one: Parts, other: Parts): boolean {
  if (one[entry] !== undefined && one[entry] === other[entry]) return true
  return typeof one[at] === 'number' && one[at] === other[at]
}

/**
 * Of two values of the same state the one that is not damaged. A row's null is a byte that damage makes, an item's is written out.
 *
 * @param both what is known so far
 */
function isRowRight(column: Column, both: Parts, { row, item, ...sources }: Sources): boolean {
  const isOddInRow = isOdd(column, row)
  if (isOddInRow !== isOdd(column, item)) return !isOddInRow
  if (sources.isRowLater) return true
  if (row[column] === null || item[column] === null) return leftByUndo.has(column) && item[column] === null
  if (column === 'noteHistory') {
    const isOtherNoteInRow = isOfOtherNote(row, both)
    if (isOtherNoteInRow !== isOfOtherNote(item, both)) return !isOtherNoteInRow
  }
  const histories = [row, item].flatMap(({ noteHistory }): Parts[] => {
    const note = noteIn(noteHistory)
    return note === undefined ? [] : [{ note }]
  })
  const known = [...histories, ...sources.witnesses].find((witness) =>
    [row[column], item[column]].includes(witness[column])
  )
  if (known !== undefined) return known[column] === row[column]
  const more = sources.timesWritten(column, row[column]) - sources.timesWritten(column, item[column])
  return more === 0 ? sources.isRowWhole : more > 0
}

/** Whether the texts in a history make up another note. */
function isOfOtherNote({ noteHistory }: Parts, { note }: Parts): boolean {
  const told = noteIn(noteHistory)
  return told !== undefined && told !== note
}

/** What taking back leaves behind, also where the mark and the note are as before. Damage makes no such value out of nothing. */
const leftByUndo: ReadonlySet<Column> = new Set(['putBackAt', 'noteHistory'])

/** Whether a text cannot have been written like this. */
function isOdd(column: Column, review: Parts): boolean {
  const value = review[column]
  if (typeof value !== 'string') return false
  if (column === 'noteHistory') return !isReadableHistory(value) || value.includes('\ufffd')
  if (column === 'seen') return !/^[0-9a-f.]*$/.test(value)
  return value.includes('\ufffd') || hasControls(column, review)
}

/** Names, fingerprints and reasons have none: the row is made of other bytes of its page. */
function hasControls(column: Column, { [column]: value }: Parts): boolean {
  const isOfLine = column !== 'note' && column !== 'noteHistory'
  return isOfLine && typeof value === 'string' && /\p{Cc}/u.test(value)
}

function picked(review: Parts, columns: readonly Column[]): Parts {
  return Object.fromEntries(
    columns.flatMap((column) => (review[column] === undefined ? [] : [[column, review[column]]]))
  )
}

function copy(column: Column, from: Parts, to: Parts): void {
  Object.assign(to, { [column]: from[column] })
}
