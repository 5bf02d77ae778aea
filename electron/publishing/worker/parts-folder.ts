import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { removeFile, removeFolder } from '../../database/file-operations'
import { writeFileWhole } from '../../files/held-files'
import { isDeviceId, maxSegmentBytes, type SegmentName } from '../../team/carriers/carrier'
import { readPart, type Part } from '../part'

const filePattern = /^([1-9]\d{0,7})\.vseg$/

const folderOf = (root: string, device: string): string => join(root, device)
const fileOf = (root: string, { device, sequence }: SegmentName): string =>
  join(folderOf(root, device), `${sequence}.vseg`)

/** The numbers of a device's parts that are kept here, ascending. */
export function keptParts(root: string, device: string): number[] {
  try {
    const files = readdirSync(folderOf(root, device))
    return files.flatMap((file) => Number(filePattern.exec(file)?.[1] ?? 0) || []).sort((a, b) => a - b)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Keeps a part, whole or not at all. */
export async function keepPart(root: string, name: SegmentName, bytes: Uint8Array): Promise<void> {
  mkdirSync(folderOf(root, name.device), { recursive: true })
  await writeFileWhole(fileOf(root, name), bytes, { fsync: false })
}

/** The bytes of a part; null: it is not there. */
export function bytesOfPart(root: string, name: SegmentName): Uint8Array | null {
  try {
    const file = fileOf(root, name)
    return statSync(file).size > maxSegmentBytes ? null : readFileSync(file)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** A part as it was kept; null: it is not there, or was changed since. */
export function keptPart(root: string, name: SegmentName): Part | null {
  const bytes = bytesOfPart(root, name)
  const part = bytes === null ? null : readPart(name, bytes, true)
  return part === null || typeof part === 'string' ? null : part
}

export function bytesKept(root: string, name: SegmentName): number {
  return statSync(fileOf(root, name)).size
}

export function dropParts(root: string, device: string, sequences: readonly number[]): void {
  for (const sequence of sequences) removeFile(fileOf(root, { device, sequence }))
}

/** Drops all parts of devices but this one; null: of all. */
export function dropOthers(root: string, device: string | null): void {
  try {
    for (const each of readdirSync(root)) {
      if (isDeviceId(each) && each !== device) removeFolder(folderOf(root, each))
    }
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
