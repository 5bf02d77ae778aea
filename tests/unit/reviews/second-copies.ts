import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReviewBackup } from '../../../electron/contract/review-backup'
import {
  createSecondCopies,
  type BackupFolderDeps,
  type SecondCopies
} from '../../../electron/reviews/backup-folder/second-copies'
import type { OwnBackups } from '../../../electron/reviews/backup-folder/files'
import { testFolder } from '../../support/folder'
import { take } from './review-thread'

/** ms. */
export const day = 86_400_000
const store = { baseUrl: 'https://shop.example', apiPath: '/api' }

/** Copies into a folder, without the thread. */
export function copiesInto(folder: string, deps: Partial<BackupFolderDeps> = {}): SecondCopies {
  return createSecondCopies({
    folder: () => folder,
    storeOf: () => store,
    onChange: () => undefined,
    ...deps
  })
}

/** A folder that was chosen for second copies. */
export async function markedFolder(): Promise<string> {
  const folder = join(testFolder(), 'disk')
  mkdirSync(folder)
  take(await copiesInto(folder).prepare(folder))
  return folder
}

/** Backups of 8 bytes in a folder of their own, as the rising numbers say. */
export function backupsOf(
  made: (Pick<ReviewBackup, 'at' | 'reason'> & { number: number; reviews?: number | null })[]
): OwnBackups {
  const from = testFolder()
  const backups = made.map(({ number, at, reason, reviews = 1 }): ReviewBackup => {
    const stamp = new Date(at).toISOString().replaceAll(/[:.]/g, '-')
    const name = `reviews-${String(number).padStart(6, '0')}-${stamp}-${reason}.sqlite`
    writeFileSync(join(from, name), 'a backup')
    return { name, place: 'here', at, reason, bytes: 8, reviews }
  })
  return { store, from, backups: backups.toReversed(), isSound: () => Promise.resolve(true) }
}

/** Where the copies of a connection to that store are. */
export function storeFolder(second: string, connectionId: string): string {
  return join(second, 'Vitrine backups', `shop.example ${connectionId}`)
}

/** The names of what is in the folders of all stores. */
export function filesIn(second: string): string[] {
  const root = join(second, 'Vitrine backups')
  if (!existsSync(root)) return []
  const folders = readdirSync(root).map((name) => join(root, name))
  return folders.filter((name) => statSync(name).isDirectory()).flatMap((name) => readdirSync(name))
}

/** The names of the copies of all stores. */
export function backupsIn(second: string): string[] {
  return filesIn(second).filter((name) => name.endsWith('.sqlite'))
}
