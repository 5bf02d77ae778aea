import { randomBytes } from 'node:crypto'
import { createMutex, type Mutex } from '../../../async/locks'
import {
  CarrierFailure,
  compareNames,
  isDeviceId,
  isSegmentName,
  mostListed,
  nameBeforeAll,
  type CatalogLog,
  type PlaceCarrier,
  type SegmentName
} from '../carrier'
import type { FileServer } from './file-server'
import type { Member } from './multistatus'

const teamFolder = 'team/'
const catalogFolder = 'catalog/'
const segmentPattern = /^([1-9]\d{0,7})\.vseg$/
/** ms that may be spent on taking away what a failed upload has left. */
const cleaning = 10_000

/**
 * Keeps segments as `team/<device>/<sequence>.vseg` below the server's folder, the same files as in a folder that is synced. Relies on no
 * condition, since servers ignore them (fault 144). One request at a time, except for reading.
 */
export function createWebdavCarrier(server: FileServer): PlaceCarrier {
  const mutex = createMutex()
  const { append, list, read, remove } = fileLog(server, mutex, teamFolder)
  return {
    letsPassOn: true,
    prepare: (signal) =>
      mutex.run(async () => {
        signal.throwIfAborted()
        if (await server.makeFolder(teamFolder, signal)) return
        throw new CarrierFailure('invalid', 'the file server has no folder at this address')
      }),
    append,
    list,
    read,
    remove,
    // A file server tells nobody of changes.
    watch: () => () => undefined,
    close() {
      server.close()
      return Promise.resolve()
    },
    catalog: fileLog(server, mutex, catalogFolder)
  }
}

/** Segments as files below a folder of this name. Only the team's own says whether there is a team. */
function fileLog(server: FileServer, mutex: Mutex, root: string): CatalogLog {
  const folderOf = (device: string): string => `${root}${device}/`
  const fileOf = ({ device, sequence }: SegmentName): string => `${folderOf(device)}${sequence}.vseg`
  /** Devices whose folders are there, as far as is known. */
  const known = new Set<string>()

  async function store(name: SegmentName, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    const temporary = `${fileOf(name)}.${randomBytes(6).toString('hex')}.tmp`
    await upload(name.device, temporary, bytes, signal)
    try {
      if (await server.move(temporary, fileOf(name), signal)) return
      demandSame(await server.get(fileOf(name), signal), bytes)
      await server.remove(temporary, signal)
    } catch (error) {
      await server.remove(temporary, AbortSignal.timeout(cleaning)).catch(() => undefined)
      throw error
    }
  }

  async function upload(
    device: string,
    temporary: string,
    bytes: Uint8Array,
    signal: AbortSignal
  ): Promise<void> {
    if (known.has(device) && (await server.put(temporary, bytes, signal))) return
    known.delete(device)
    await demandTeam(server, signal)
    if (root !== teamFolder) await server.makeFolder(root, signal)
    await server.makeFolder(folderOf(device), signal)
    if (!(await server.put(temporary, bytes, signal))) {
      throw new CarrierFailure('refused', 'the file server makes no folder for this device')
    }
    known.add(device)
  }

  return {
    append: (name, bytes, signal) =>
      mutex.run(async () => {
        signal.throwIfAborted()
        const there = await server.get(fileOf(name), signal)
        if (there === null) await store(name, bytes, signal)
        else demandSame(there, bytes)
      }),
    list: (signal, after = nameBeforeAll) =>
      mutex.run(async () => {
        signal.throwIfAborted()
        const inTeam = await demandTeam(server, signal)
        const members = root === teamFolder ? inTeam : ((await server.list(root, signal)) ?? [])
        const devices = members.filter(({ isFolder }) => isFolder)
        const names: SegmentName[] = []
        const ids = namesIn(devices, root.slice(0, -1)).filter((id) => isDeviceId(id) && id >= after.device)
        for (const device of ids.sort()) {
          if (names.length >= mostListed) break
          const files = (await server.list(folderOf(device), signal)) ?? []
          for (const file of namesIn(files, device)) {
            const name = { device, sequence: Number(segmentPattern.exec(file)?.[1] ?? 0) }
            if (isSegmentName(name) && compareNames(name, after) > 0) names.push(name)
          }
        }
        return names.sort(compareNames).slice(0, mostListed)
      }),
    async read(name, signal) {
      signal.throwIfAborted()
      const bytes = await server.get(fileOf(name), signal)
      if (bytes === null) throw new CarrierFailure('not-found', 'there is no such segment')
      return bytes
    },
    remove: (names, signal) =>
      mutex.run(async () => {
        for (const name of names) {
          signal.throwIfAborted()
          await server.remove(fileOf(name), signal)
        }
      })
  }
}

/**
 * The names of what is in a folder of this name. Servers call themselves by other hosts and prefixes behind a proxy, so only the end of
 * a path counts; it is a name that is looked at, and never where a request goes.
 */
function namesIn(members: readonly Member[], folder: string): string[] {
  return members.flatMap(({ path }) => {
    const [name = '', parent] = path.split('/').reverse()
    return parent === folder ? [name] : []
  })
}

async function demandTeam(server: FileServer, signal: AbortSignal): Promise<Member[]> {
  const members = await server.list(teamFolder, signal)
  if (members === null) throw new CarrierFailure('not-a-team', 'the file server has no team in this folder')
  return members
}

function demandSame(there: Uint8Array | null, bytes: Uint8Array): void {
  if (there !== null && Buffer.from(there).equals(bytes)) return
  throw new CarrierFailure('taken', 'another segment has this name')
}
