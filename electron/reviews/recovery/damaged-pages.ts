import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'

/** Bytes of a page: SQLite's own choice, which no released version changed. */
export const pageSize = 4096

/** A database's pages, by their numbers from 1 on. */
export interface Pages {
  count: number
  /** Nothing where there is no such page. */
  read(page: number): Buffer | undefined
}

/** Runs the work on the pages of a file, which stays as it is, with its log upon it. Throws the disk's errors. */
export function withPages<T>(file: string, work: (pages: Pages) => T): T {
  const logged = existsSync(`${file}-wal`)
    ? pagesInLog(readFileSync(`${file}-wal`))
    : new Map<number, Buffer>()
  const handle = openSync(file, 'r')
  try {
    const written = Math.floor(fstatSync(handle).size / pageSize)
    const readWritten = (page: number): Buffer => {
      const bytes = Buffer.alloc(pageSize)
      readSync(handle, bytes, 0, pageSize, (page - 1) * pageSize)
      return bytes
    }
    return work({
      count: [...logged.keys()].reduce((one, other) => Math.max(one, other), written),
      read: (page) => logged.get(page) ?? (page >= 1 && page <= written ? readWritten(page) : undefined)
    })
  } finally {
    closeSync(handle)
  }
}

const headerSize = 32
const frameSize = 24 + pageSize

/**
 * The newest committed pages in a write-ahead log (sqlite.org/fileformat.html#the_write_ahead_log), up to the first frame that is damaged: what
 * comes behind it may be left over from before.
 */
function pagesInLog(log: Buffer): Map<number, Buffer> {
  const committed = new Map<number, Buffer>()
  if (log.length < headerSize || (log.readUInt32BE(0) & ~1) !== 0x377f0682) return committed
  const isBigEndian = (log.readUInt32BE(0) & 1) === 1
  let written: [page: number, bytes: Buffer][] = []
  let sums = checksum(log.subarray(0, 24), isBigEndian, [0, 0])
  for (let at = headerSize; at + frameSize <= log.length; at += frameSize) {
    const frame = log.subarray(at, at + frameSize)
    sums = checksum(frame.subarray(0, 8), isBigEndian, sums)
    sums = checksum(frame.subarray(24), isBigEndian, sums)
    const isOfThisLog = frame.subarray(8, 16).equals(log.subarray(16, 24))
    if (!isOfThisLog || frame.readUInt32BE(16) !== sums[0] || frame.readUInt32BE(20) !== sums[1]) break
    written.push([frame.readUInt32BE(0), frame.subarray(24)])
    // A transaction's last frame says how many pages there are then.
    if (frame.readUInt32BE(4) === 0) continue
    for (const [page, bytes] of written) committed.set(page, bytes)
    written = []
  }
  return committed
}

type Sums = readonly [first: number, second: number]

function checksum(bytes: Buffer, isBigEndian: boolean, [first, second]: Sums): Sums {
  const read = (at: number): number => (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at))
  for (let at = 0; at < bytes.length; at += 8) {
    first = (first + read(at) + second) >>> 0
    second = (second + read(at + 4) + first) >>> 0
  }
  return [first, second]
}
