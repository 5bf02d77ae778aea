import { randomBytes } from 'node:crypto'
import { lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createKeyedMutex } from '../../async/locks'
import { untilAborted } from '../../async/with-timeout'
import { systemCodeOf } from '../../files/disk-problem'
import { retryHeld } from '../../files/held-files'
import {
  CarrierFailure,
  compareNames,
  isDeviceId,
  isSegmentName,
  maxSegmentBytes,
  mostListed,
  nameBeforeAll,
  type CarrierProblem,
  type CatalogLog,
  type PlaceCarrier,
  type SegmentName
} from './carrier'

/** A folder that a person chose holds these. */
const teamFolder = 'team'
const catalogFolder = 'catalog'
/** Conflict copies (`3 (Ada's conflicted copy).vseg`), placeholders and what sync programs leave have other names (fault 138). */
const segmentPattern = /^([1-9]\d{0,7})\.vseg$/
/** What `writeWhole` writes before it renames it; other programs' temporary files have other names. */
const temporaryPattern = /^[1-9]\d{0,7}\.vseg\.[\da-f]{12}\.tmp$/
/** ms; nobody is still writing a temporary file that is so much older than the one just written. */
const abandonedAfter = 24 * 60 * 60 * 1000

/**
 * Keeps segments as `team/<device>/<sequence>.vseg` in a folder: on a share, or one that a program syncs. Needs nothing of the file
 * system but renaming: locks fail on OneDrive and SMB.
 *
 * @param path absolute; must exist
 */
export function createFolderCarrier(path: string): PlaceCarrier {
  const { append, list, read, remove } = folderLog(path, teamFolder)
  return {
    letsPassOn: true,
    prepare: (signal) =>
      guarded(path, signal, async () => {
        await mkdir(join(path, teamFolder)).catch(unless('EEXIST'))
      }),
    append,
    list,
    read,
    remove,
    // Watching a share is unreliable, and beginning to can hang the whole program where the share does (fault 148).
    watch: () => () => undefined,
    close: () => Promise.resolve(),
    catalog: folderLog(path, catalogFolder)
  }
}

/** Segments as files below a folder of this name. Only the team's own says whether there is a team. */
function folderLog(path: string, name: string): CatalogLog {
  const root = join(path, name)
  const folderOf = (device: string): string => join(root, device)
  const fileOf = ({ device, sequence }: SegmentName): string => join(folderOf(device), `${sequence}.vseg`)
  const missing = name === teamFolder ? [] : ['ENOENT']
  const tidied = new Set<string>()
  return {
    append: (segment, bytes, signal) =>
      guarded(path, signal, async () => {
        await demandTeam(path)
        const file = fileOf(segment)
        const there = await readWhole(file).catch(unless('ENOENT'))
        if (there !== undefined) {
          demandSame(there, bytes)
          return
        }
        if (name !== teamFolder) await mkdir(root).catch(unless('EEXIST'))
        await mkdir(folderOf(segment.device)).catch(unless('EEXIST'))
        signal.throwIfAborted()
        await writeWhole(file, bytes)
        const folder = folderOf(segment.device)
        if (tidied.has(folder)) return
        tidied.add(folder)
        // It is only in the way: the segment is there all the same.
        await removeAbandoned(folder, file).catch(() => undefined)
      }),
    list: (signal, after = nameBeforeAll) =>
      guarded(path, signal, async () => {
        await demandTeam(path)
        const there = (await readdir(root).catch(unless(...missing))) ?? []
        const names: SegmentName[] = []
        for (const device of there.filter((id) => isDeviceId(id) && id >= after.device).sort()) {
          signal.throwIfAborted()
          if (names.length >= mostListed) break
          const files = (await readdir(folderOf(device)).catch(unless('ENOTDIR', 'ENOENT'))) ?? []
          for (const file of files) {
            const each = { device, sequence: Number(segmentPattern.exec(file)?.[1] ?? 0) }
            if (isSegmentName(each) && compareNames(each, after) > 0) names.push(each)
          }
        }
        return names.sort(compareNames).slice(0, mostListed)
      }),
    read: (segment, signal) => guarded(path, signal, () => readWhole(fileOf(segment))),
    remove: (segments, signal) =>
      guarded(path, signal, async () => {
        for (const segment of segments) {
          signal.throwIfAborted()
          await retryHeld(() => rm(fileOf(segment), { force: true }))
        }
      })
  }
}

/** The folder of a drive that is not there is no empty team (fault 139). */
async function demandTeam(path: string): Promise<void> {
  if ((await stat(join(path, teamFolder)).catch(unless('ENOENT')))?.isDirectory() === true) return
  await stat(path).catch((cause: unknown) => {
    throw new CarrierFailure('unreachable', 'the folder is not there', { cause })
  })
  throw new CarrierFailure('not-a-team', 'the folder has no team in it')
}

function demandSame(there: Uint8Array, bytes: Uint8Array): void {
  if (!Buffer.from(there).equals(bytes)) throw new CarrierFailure('taken', 'another segment has this name')
}

async function readWhole(file: string): Promise<Uint8Array> {
  // Opening a pipe or a device that somebody put there would wait for ever.
  if (!(await lstat(file)).isFile()) throw new CarrierFailure('invalid', 'a segment is no file')
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    if (size > maxSegmentBytes) throw new CarrierFailure('invalid', 'a segment is too long')
    const buffer = new Uint8Array(size)
    const { bytesRead } = await handle.read(buffer, 0, size, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`
  try {
    const handle = await open(temporary, 'wx')
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await retryHeld(() => rename(temporary, file))
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    throw error
  }
}

/** Removes what `writeWhole` left when the share went away or the computer lost its power. By the share's clock alone: it made all dates. */
async function removeAbandoned(folder: string, written: string): Promise<void> {
  const { mtimeMs } = await stat(written)
  for (const name of await readdir(folder)) {
    if (!temporaryPattern.test(name)) continue
    const file = join(folder, name)
    if ((await lstat(file)).mtimeMs < mtimeMs - abandonedAfter) await rm(file)
  }
}

/** Passes over errors of the system with one of these codes: the call returns undefined. */
function unless(...codes: string[]): (error: unknown) => undefined {
  return (error) => {
    if (!codes.includes(systemCodeOf(error) ?? '')) throw error
  }
}

const problems: Partial<Record<string, CarrierProblem>> = {
  ENOENT: 'not-found',
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EACCES: 'refused',
  EPERM: 'refused',
  EROFS: 'refused',
  ELOOP: 'invalid',
  EISDIR: 'invalid',
  ENAMETOOLONG: 'invalid'
}

/**
 * One call at a time for each folder, whoever asks: a share that hangs holds one of Node's few threads, and whoever waits for it no
 * longer than they want (fault 148).
 */
const calls = createKeyedMutex()

function guarded<T>(path: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const done = calls.run(path, () => {
    signal.throwIfAborted()
    return explained(work)
  })
  return untilAborted(done, signal)
}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = systemCodeOf(error)
    if (code === null) throw error
    throw new CarrierFailure(problems[code] ?? 'unreachable', `the folder answered ${code}`, { cause: error })
  }
}
