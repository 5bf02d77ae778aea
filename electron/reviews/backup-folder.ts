import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { StoreAddress } from '../api/types'
import { fail, ok, type Failure, type Result } from '../contract/failure'
import { backupReasons, type BackupFolder, type ReviewBackup } from '../contract/review'
import { outdatedBackups } from './worker/kept-backups'

/** Where a second copy of each backup goes: a folder that the person chose, on another disk perhaps. */
export interface BackupFolderDeps {
  /** null: none was chosen. */
  folder: () => string | null
  storeOf: (connectionId: string) => StoreAddress | null
  /** Told when what `state` says is not what it was. */
  onChange: (state: BackupFolder) => void
  /** ms that a folder may take to answer, all in all; for tests. */
  patience?: number
}

/** The backups of a connection on this computer. */
export interface OwnBackups {
  /** Which store they are of. */
  store: StoreAddress
  /** The folder that they are in. */
  from: string
  /** All of them, newest first. */
  backups: readonly ReviewBackup[]
}

/** Second copies of backups. The disk is asked without waiting for it: a share that does not answer holds up nothing else. */
export interface SecondCopies {
  state(): BackupFolder
  /** Another folder was chosen, or none. */
  changed(): void
  /** Copies what is missing there, and deletes what is not kept any more. Never rejects. */
  copy(connectionId: string, backups: OwnBackups): Promise<void>
  /** The backups of this store there, whichever computer they are from, newest first; none where the folder does not answer. */
  list(connectionId: string): Promise<ReviewBackup[]>
  /** Brings one that is listed to a file. Fails with `input-invalid` where it is not there, and `storage-failed`. */
  fetch(connectionId: string, name: string, to: string): Promise<Result<null>>
}

/** Of all stores, beside whatever else is in the folder. */
const ownName = 'Vitrine backups'
const indexName = 'backups.json'
const part = '.part'

const indexSchema = z.object({
  version: z.literal(1),
  baseUrl: z.string(),
  apiPath: z.string(),
  backups: z.array(
    z.object({
      name: z.string().regex(/^reviews-[\w.-]+\.sqlite$/),
      at: z.number(),
      reason: z.enum(backupReasons),
      bytes: z.number(),
      reviews: z.number().nullable()
    })
  )
})
type Index = z.infer<typeof indexSchema>

export function createSecondCopies(deps: BackupFolderDeps): SecondCopies {
  const { folder, storeOf, onChange, patience = 20_000 } = deps
  let failure: Failure | null = null
  let copiedAt: number | null = null
  /** Work that the disk has not answered yet: nothing else is begun meanwhile. */
  let pending: Promise<unknown> | null = null

  const state = (): BackupFolder => ({ folder: folder(), failure, copiedAt })

  function tell(now: { failure: Failure | null; copiedAt: number | null }): void {
    const isSame = now.failure?.facts.reason === failure?.facts.reason && now.copiedAt === copiedAt
    ;({ failure, copiedAt } = now)
    if (!isSame) onChange(state())
  }

  /** Runs one piece of work after another, and waits no longer than `patience` for each. */
  async function ask<T>(work: () => Promise<T>): Promise<Result<T>> {
    if (pending !== null && !(await settles(pending, patience))) return noAnswer
    const running = work()
    const settled = running.then(
      () => undefined,
      () => undefined
    )
    pending = settled
    void settled.then(() => {
      if (pending === settled) pending = null
    })
    if (!(await settles(settled, patience))) return noAnswer
    try {
      return ok(await running)
    } catch (error) {
      return fail('storage-failed', { reason: error instanceof Error ? error.message : String(error) })
    }
  }

  async function listed(connectionId: string): Promise<{ file: string; backup: ReviewBackup }[]> {
    const root = folder()
    const store = storeOf(connectionId)
    if (root === null || store === null) return []
    const found = await indexesOf(join(root, ownName))
    return found
      .filter(({ index }) => index.baseUrl === store.baseUrl && index.apiPath === store.apiPath)
      .flatMap(({ name, index }) =>
        index.backups.map((backup) => ({
          file: join(root, ownName, name, backup.name),
          backup: { ...backup, name: `${name}/${backup.name}`, place: 'second' as const }
        }))
      )
      .sort((one, other) => other.backup.at - one.backup.at)
  }

  return {
    state,
    changed() {
      failure = null
      copiedAt = null
      onChange(state())
    },
    async copy(connectionId, own) {
      const root = folder()
      if (root === null) return
      const result = await ask(() => copyAll(root, placeOf(root, connectionId, own.store), own))
      if (root !== folder()) return
      if (result.ok) tell({ failure: null, copiedAt: own.backups[0]?.at ?? copiedAt })
      else tell({ failure: result.failure, copiedAt })
    },
    async list(connectionId) {
      const found = await ask(() => listed(connectionId))
      return found.ok ? found.value.map(({ backup }) => backup) : []
    },
    async fetch(connectionId, name, to) {
      const found = await ask(async () => {
        const wanted = (await listed(connectionId)).find(({ backup }) => backup.name === name)
        if (wanted !== undefined) await copyFile(wanted.file, to)
        return wanted !== undefined
      })
      if (!found.ok) return found
      return found.value ? ok(null) : fail('input-invalid', { field: 'backup' })
    }
  }
}

const noAnswer: Result<never> = fail('storage-failed', { reason: 'The folder does not answer.' })

/** Whether the work ends in time. */
async function settles(work: Promise<unknown>, within: number): Promise<boolean> {
  const { promise: end, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), within)
  try {
    return await Promise.race([work.then(() => true), end])
  } finally {
    clearTimeout(timer)
  }
}

/** A folder of its own for each connection: people who share a folder do not meet in it. */
function placeOf(root: string, connectionId: string, { baseUrl }: StoreAddress): string {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : 'store'
  return join(
    root,
    ownName,
    `${host.replaceAll(/[^a-z0-9.-]/g, '_').slice(0, 60)} ${connectionId.slice(0, 8)}`
  )
}

async function copyAll(root: string, place: string, { store, from, backups }: OwnBackups): Promise<void> {
  // A disk that is not there is not made up: on macOS and Linux its folder would be one on this disk.
  await stat(root)
  await mkdir(place, { recursive: true })
  const before = await readIndex(place)
  const there = new Map((before?.backups ?? []).map((backup) => [backup.name, backup]))
  for (const name of await readdir(place)) {
    if (name.endsWith(part)) await rm(join(place, name), { force: true })
  }
  // One that cannot be read is not carried on.
  const missing = backups.filter(({ name, reviews }) => reviews !== null && !there.has(name))
  const all = [...there.values(), ...missing].sort((one, other) => (one.name < other.name ? 1 : -1))
  const outdated = new Set(outdatedBackups(all))
  const kept: Index['backups'] = []
  for (const backup of all) {
    const { name, at, reason, bytes, reviews } = backup
    if (outdated.has(backup)) continue
    if (there.has(name) || (await copyWhole(join(from, name), join(place, name))))
      kept.push({ name, at, reason, bytes, reviews })
  }
  const index: Index = { version: 1, baseUrl: store.baseUrl, apiPath: store.apiPath, backups: kept }
  if (JSON.stringify(index) !== JSON.stringify(before)) await writeWhole(join(place, indexName), index)
  for (const { name } of outdated) await rm(join(place, name), { force: true })
}

/** Whether it was there to be copied: an old one may have gone meanwhile. The copy is whole, or not there under its name. */
async function copyWhole(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to + part, constants.COPYFILE_FICLONE)
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (isGone && !(await exists(from))) return false
    throw error
  }
  await bringToDisk(to + part)
  await rename(to + part, to)
  return true
}

async function writeWhole(file: string, value: unknown): Promise<void> {
  const handle = await open(file + part, 'w')
  try {
    await handle.writeFile(`${JSON.stringify(value, null, 2)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(file + part, file)
}

async function bringToDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false
  )
}

async function indexesOf(root: string): Promise<{ name: string; index: Index }[]> {
  const names = await readdir(root).catch(() => [])
  const found = await Promise.all(
    names.map(async (name) => {
      const index = await readIndex(join(root, name))
      return index === null ? [] : [{ name, index }]
    })
  )
  return found.flat()
}

/** null: there is none, or it is not readable. */
async function readIndex(place: string): Promise<Index | null> {
  try {
    return indexSchema.parse(JSON.parse(await readFile(join(place, indexName), 'utf8')))
  } catch {
    return null
  }
}
