import { backupReasons, type ReviewBackup } from '../../contract/review'

/** A backup by its file's name. */
export interface NamedBackup {
  name: string
  /** Grows with each: the order in which they were made, also where the clock was set back in between (fault 93). */
  number: number
  /** ms since 1970. */
  at: number
  reason: ReviewBackup['reason']
}

const pattern = /^reviews-(\d{6,})-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z-([a-z]+)\.sqlite$/

/** What the name of a backup's file says; null: it is not one. */
export function readBackupName(name: string): NamedBackup | null {
  const [, number, date = '', hours = '', minutes = '', seconds = '', ms = '', word] =
    pattern.exec(name) ?? []
  const at = Date.parse(`${date}T${hours}:${minutes}:${seconds}.${ms}Z`)
  const reason = backupReasons.find((known) => known === word)
  return reason === undefined || Number.isNaN(at) ? null : { name, number: Number(number), at, reason }
}
