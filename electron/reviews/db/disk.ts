import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { moveFile, removeFile, removeFolder } from '../../database/file-operations'

/** SQLite's files beside a database, and itself. */
export const besides = ['-wal', '-shm', '-journal', ''] as const

/** A moment as it stands in file names, of which the order is that of time: `2026-11-03T10-20-30-123Z`. */
export function stampOf(at: number): string {
  return new Date(at).toISOString().replaceAll(/[:.]/g, '-')
}

/** Moves a database with what SQLite keeps beside it; the log first, so that it never lies beside another database. */
export function moveDatabase(from: string, to: string): void {
  for (const beside of besides) if (existsSync(from + beside)) moveFile(from + beside, to + beside)
}

export function removeDatabase(file: string): void {
  for (const beside of besides) removeFile(file + beside)
}

/** What was left half-made when the app was killed goes away: files and folders of these names. */
export function removeLeftovers(folder: string, isLeftover: (name: string) => boolean): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    if (isLeftover(name)) removeFolder(join(folder, name))
  }
}
