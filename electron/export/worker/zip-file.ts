import { once } from 'node:events'
import { createDeflateRaw, crc32, constants } from 'node:zlib'
import { Zip, ZipPassThrough, type ZipInputFile } from 'fflate'
import type { TargetFile } from './target-file'
import { TooLarge } from './writer'

/** Bytes of an entry, or of the whole, that a ZIP without 64-bit extensions can hold; not all spreadsheets read these. */
const mostBytes = 0xffff_ffff

/** Of text that is compressed at once. */
const chunk = 256 * 1024

/** A ZIP file that is written as it comes: entries one after another, nothing held but a chunk. Fails with `TooLarge`. */
export interface ZipFile {
  /** Begins an entry whose size nobody knows yet. The entry before it must have ended. */
  entry(name: string): ZipEntry
  /** Adds an entry that is compressed already, such as a picture. */
  store(name: string, bytes: Uint8Array): void
  /** Adds a short text. */
  add(name: string, text: string): Promise<void>
  end(): void
}

export interface ZipEntry {
  write(text: string): Promise<void>
  end(): Promise<void>
}

export function createZip(file: Pick<TargetFile, 'write'>): ZipFile {
  let size = 0
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    size += bytes.byteLength
    if (size > mostBytes) throw new TooLarge('the file')
    file.write(bytes)
  })

  function entry(name: string): ZipEntry {
    const input: ZipInputFile & { crc: number; size: number } = {
      filename: name,
      compression: 8,
      crc: 0,
      size: 0
    }
    zip.add(input)
    // The system's zlib, which is several times quicker than one in JavaScript; level 1 makes files a fifth larger in a third of the time.
    const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED, chunkSize: chunk })
    /** Why it cannot go on: what is thrown to a stream's listener would be thrown to nobody. */
    let failed: Error | null = null
    deflate.on('data', (bytes: Buffer) => {
      try {
        input.ondata?.(null, new Uint8Array(bytes), false)
      } catch (error) {
        failed ??= error instanceof Error ? error : new Error(String(error))
      }
    })
    let waiting: string[] = []
    let waits = 0

    async function flush(): Promise<void> {
      if (failed !== null) throw failed
      const bytes = Buffer.from(waiting.join(''))
      waiting = []
      waits = 0
      input.crc = crc32(bytes, input.crc)
      input.size += bytes.byteLength
      if (input.size > mostBytes) throw new TooLarge('a part of the file')
      if (!deflate.write(bytes)) await once(deflate, 'drain')
    }

    return {
      async write(text) {
        waiting.push(text)
        waits += text.length
        if (waits >= chunk) await flush()
      },
      async end() {
        await flush()
        const ended = once(deflate, 'end')
        deflate.end()
        await ended
        if (failed !== null) throw failed
        input.ondata?.(null, new Uint8Array(0), true)
      }
    }
  }

  return {
    entry,
    store(name, bytes) {
      const input = new ZipPassThrough(name)
      zip.add(input)
      input.push(bytes, true)
    },
    async add(name, text) {
      const opened = entry(name)
      await opened.write(text)
      await opened.end()
    },
    end: () => zip.end()
  }
}
