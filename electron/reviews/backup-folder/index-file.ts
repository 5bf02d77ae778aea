import { open, readdir, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { StoreAddress } from '../../api/types'
import type { ReviewBackup } from '../../contract/review-backup'
import { systemCodeOf } from '../../files/disk-problem'
import { readBackupName, type NamedBackup } from '../recovery/backups'

const indexName = 'backups.json'
/** Says the same of the store: it is written once, so that an index that is cut does not take that with it. */
const storeName = 'store.json'
const version = 1

export const part = '.part'

const storeSchema = z.object({ baseUrl: z.string(), apiPath: z.string() })
const versionSchema = z.object({ version: z.number() })
const listSchema = z.object({ backups: z.array(z.unknown()) })
const entrySchema = z.object({
  name: z.string(),
  bytes: z.number(),
  reviews: z.union([z.number(), z.literal('unknown')]).nullable()
})

/** A backup in a store's folder: what its name says, and what the index adds to it. */
export type KeptBackup = NamedBackup & Pick<ReviewBackup, 'bytes' | 'reviews'>

/** What is in a store's folder. */
export interface KeptBackups {
  /** null: nothing there says it. */
  store: StoreAddress | null
  /** Newest first, by what stands in their names. */
  backups: KeptBackup[]
  /** Whether the index was written by a newer version, which may keep more in the folder than is known here. */
  isNewer: boolean
}

/** Newest first: by time, as numbers begin anew on a computer that lost its own. */
export function newestFirst(one: NamedBackup, other: NamedBackup): number {
  return other.at - one.at || other.number - one.number
}

/**
 * Reads which backups are in a folder: the files that are there, whatever the index says of them. Files that the index does not
 * know, as where it was cut or is one of two that a sync service made, are there with an unknown number of reviews. Throws the
 * disk's errors.
 */
export async function readKept(folder: string): Promise<KeptBackups> {
  const names = await readdir(folder)
  const index = names.includes(indexName) ? await readJson(join(folder, indexName)) : null
  const entries = listSchema.safeParse(index).data?.backups ?? []
  const known = new Map(
    entries.flatMap((entry) => entrySchema.safeParse(entry).data ?? []).map((entry) => [entry.name, entry])
  )
  const backups: KeptBackup[] = []
  for (const named of names.flatMap((name) => readBackupName(name) ?? [])) {
    const { bytes, reviews } = known.get(named.name) ?? {
      bytes: (await stat(join(folder, named.name))).size,
      reviews: 'unknown' as const
    }
    backups.push({ ...named, bytes, reviews })
  }
  const ofIndex = storeSchema.safeParse(index).data
  const store = ofIndex ?? (names.includes(storeName) ? await readJson(join(folder, storeName)) : null)
  return {
    store: storeSchema.safeParse(store).data ?? null,
    backups: backups.sort(newestFirst),
    isNewer: (versionSchema.safeParse(index).data?.version ?? version) > version
  }
}

/** Writes what is in the folder, unless that stands there. Throws the disk's errors. */
export async function writeKept(
  folder: string,
  { baseUrl, apiPath }: StoreAddress,
  backups: KeptBackup[]
): Promise<void> {
  const entries = backups.map(({ name, at, reason, bytes, reviews }) => ({
    name,
    at,
    reason,
    bytes,
    reviews
  }))
  await writeWhole(join(folder, storeName), { baseUrl, apiPath })
  await writeWhole(join(folder, indexName), { version, baseUrl, apiPath, backups: entries })
}

/** null: it holds nothing that can be read. */
async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if (systemCodeOf(error) !== null) throw error
    return null
  }
}

/** Writes a file whole or not at all, unless it holds that. Throws the disk's errors. */
async function writeWhole(file: string, value: unknown): Promise<void> {
  const text = `${JSON.stringify(value, null, 2)}\n`
  if ((await readFile(file, 'utf8').catch(() => null)) === text) return
  const handle = await open(file + part, 'w')
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(file + part, file)
}
