import { Writable } from '@cj-tech-master/excelts/stream'
import type { TargetFile } from '../../database/target-file'
import { TooLarge } from './writer'

/** Bytes of a part, or of the whole, that a ZIP without 64-bit extensions can hold; Excel wants to repair files that have these. */
export const mostBytes = 0xffff_ffff

/** Takes what the library writes, and keeps why it could not: nobody would hear of what is thrown into its streams. */
export interface Sink {
  readonly stream: Writable
  /** Throws what went wrong so far: the system's errors, or `TooLarge`. */
  check(): void
}

/** Passes all on to the file at once; nothing waits here, so nothing grows. `most`: bytes. */
export function createSink(file: Pick<TargetFile, 'write'>, most = mostBytes): Sink {
  let size = 0
  let failed: Error | null = null
  const stream = new Writable({
    write(bytes, _, done) {
      try {
        size += bytes.byteLength
        if (size > most) throw new TooLarge('the file')
        file.write(bytes)
        done()
      } catch (error) {
        failed ??= asError(error)
        done(failed)
      }
    }
  })
  // The library may report several errors, and listens to one.
  stream.on('error', (error: Error) => (failed ??= error))
  return {
    stream,
    check() {
      if (failed !== null) throw failed
    }
  }
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
