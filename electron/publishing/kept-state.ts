import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ok, type Result } from '../contract/failure'
import { storageFailure, systemCodeOf } from '../files/disk-problem'
import { writeFileWhole } from '../files/held-files'
import { isDeviceId, maxSequence } from '../team/carriers/carrier'
import { timeSchema } from '../team/clock'

const stateSchema = z.object({
  version: z.literal(1),
  /** This device publishes the store's catalog for a team; null: it does not. */
  publishing: z
    .object({ team: z.string().refine(isDeviceId), term: z.number().int().min(1).max(1_000_000_000) })
    .nullable(),
  /** The publication that was seen last, and when for the first time by this device's clock: ms since 1970. */
  seen: z
    .object({
      device: z.string().refine(isDeviceId),
      sequence: z.number().int().min(1).max(maxSequence),
      at: timeSchema
    })
    .nullable()
})
/** What this device knows of publishing, besides the parts that it keeps. Where it is lost, it does not publish. */
export type KeptState = Omit<z.infer<typeof stateSchema>, 'version'>

export const nothingKept: KeptState = { publishing: null, seen: null }

/** The folder of a connection's publications. */
export function publishedFolder(connectionFolder: string): string {
  return join(connectionFolder, 'published')
}

export async function readState(root: string): Promise<KeptState> {
  try {
    const { publishing, seen } = stateSchema.parse(
      JSON.parse(await readFile(join(root, 'state.json'), 'utf8'))
    )
    return { publishing, seen }
  } catch {
    return nothingKept
  }
}

/** Fails with `storage-failed`. */
export async function writeState(root: string, state: KeptState): Promise<Result<null>> {
  try {
    await mkdir(root, { recursive: true })
    await writeFileWhole(join(root, 'state.json'), JSON.stringify({ version: 1, ...state }))
    return ok(null)
  } catch (error) {
    const code = systemCodeOf(error)
    if (code === null) throw error
    return storageFailure(code, `What is known of publishing cannot be written (${code}).`)
  }
}

/** Throws the disk's errors. */
export async function removePublished(root: string): Promise<void> {
  await rm(root, { recursive: true, force: true })
}
