import type { Failure } from './failure'

/** Why a backup was made. */
export const backupReasons = ['close', 'daily', 'migration', 'restore'] as const

export interface ReviewBackup {
  /** The file's name, without its folder; of one in the second place with the folder that it is in there. */
  name: string
  /** On this computer, or in the folder that the person chose for second copies. */
  place: 'here' | 'second'
  /** ms since 1970. */
  at: number
  reason: (typeof backupReasons)[number]
  bytes: number
  /** Products with a mark or a note; null when it cannot be read, `unknown` where a second copy says nothing of it. */
  reviews: number | 'unknown' | null
}

/** How it stands with the second copies of one store. */
export interface SecondCopiesState {
  /** Why the last copies could not be made; null: they were. They are tried again within the hour. */
  failure: Failure | null
  /** When the newest backup that is kept there was made (ms since 1970), as of the last copying; null: none is, or it is not known yet. */
  copiedAt: number | null
}

/** The folder that a person chose for second copies of all backups. */
export interface BackupFolder {
  /** null: none. */
  folder: string | null
  /** By connection: those that copies were due of since the app started. */
  stores: Record<string, SecondCopiesState>
}
