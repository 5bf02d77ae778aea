import type { Result } from '../../contract/failure'
import { pictureSizes, type PictureSize } from '../../contract/picture-values'
import {
  maxPixels,
  rasterFormatsMade,
  type DecodedPicture,
  type DecodeRequest,
  type RasterFormat,
  type DecoderMessage
} from './protocol'
import type { Priority } from '../fetch/per-host-queue'
import type { UtilityProcess, utilityProcess } from 'electron'
import { z } from 'zod'
import { rasterFormats, sniff } from './sniff'

/** Decodes untrusted pictures outside the main process. */
export interface PictureDecoder {
  /**
   * Returns the rasters of these sizes. Fails with a `picture-…` code, with `cancelled` if the signal is aborted, or
   * with `internal` if the decoder itself does not start, which says nothing about the picture.
   */
  decode(
    bytes: Uint8Array,
    sizes: readonly PictureSize[],
    options?: DecodeOptions
  ): Promise<Result<DecodedPicture>>
  /** Ends the process; pending calls fail with `cancelled`. */
  close(): void
}

export interface DecodeOptions {
  signal?: AbortSignal
  /** `later` waits while others do. */
  priority?: Priority
  /** Raises the priority to `now` when it aborts. */
  hurry?: AbortSignal | undefined
  /** WebP by default. */
  as?: RasterFormat
}

/**
 * V8 flags of the decoder's process. By default V8 would let short-lived copies of the pictures grow to 239 MB instead of 104 after a few
 * thousand pictures, with no gain in speed. Pixels are outside its heap, of which 10 MB are in use.
 */
export const decoderFlags: readonly string[] = ['--max-semi-space-size=1', '--max-old-space-size=128']

/** A started decoder process; its first message says that it is ready. */
export interface DecoderPort {
  post(request: DecodeRequest): void
  onMessage(listener: (message: unknown) => void): void
  /** Called once, when the process has ended, with how, as in "The decoder died". */
  onExit(listener: (how: string) => void): void
  /** Ends the process at once, even if it hangs. */
  kill(): void
}

/**
 * The only environment variable that the process inherits: Windows needs it to find its own libraries. With an empty environment Electron
 * would pass on all variables (seen in 42); one with an empty value prevents that.
 */
const environment = (): Record<string, string> => ({ SystemRoot: process.env.SystemRoot ?? '' })

/**
 * Starts the decoder, whose built entry is `file`, as a utility process. Call after `app` is ready. Electron's module is passed in because
 * only the outermost files import Electron.
 */
export function spawnUtilityDecoder(
  electron: Pick<typeof utilityProcess, 'fork'>,
  file: string
): DecoderPort {
  const child = electron.fork(file, [], {
    serviceName: 'Vitrine pictures',
    stdio: 'ignore',
    env: environment(),
    // A utility process ignores bare V8 flags (seen in Electron 42).
    execArgv: [`--js-flags=${decoderFlags.join(' ')}`]
  })
  let reason = 'died'
  // Without a listener the error would be thrown in this process. `exit` follows. The report that comes with it is not logged: it
  // contains paths.
  child.on('error', (_type, location) => (reason = `died of a fatal error (${location.slice(0, 80)})`))
  return {
    post: (request) => child.postMessage(request),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.on('exit', () => listener(reason)),
    kill: () => end(child)
  }
}

/** `kill()` sends SIGTERM, which a stopped process does not receive. */
function end(child: UtilityProcess): void {
  const { pid } = child
  child.kill()
  if (pid === undefined) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It had already ended.
  }
}

const pixels = z.number().int().min(1).max(maxPixels)

/** Most bytes of a raster, about ten times what 1600 × 1600 px need. */
const maxRasterBytes = 16 * 1024 * 1024

const made: ReadonlySet<string> = new Set(rasterFormatsMade)
const rasterSchema = z
  .instanceof(Uint8Array)
  .refine((bytes) => bytes.byteLength <= maxRasterBytes && made.has(sniff(bytes)))
  .transform((bytes) => new Uint8Array(bytes))

const pictureSchema = z
  .object({
    width: pixels,
    height: pixels,
    format: z.string().refine((format) => rasterFormats.has(format)),
    animated: z.boolean(),
    look: z.bigint().refine((look) => BigInt.asIntN(64, look) === look),
    rasters: z.partialRecord(z.enum(pictureSizes), rasterSchema)
  })
  .refine(({ width, height }) => width * height <= maxPixels)

const failureSchema = z.object({
  code: z.enum(['picture-not-a-picture', 'picture-too-large', 'picture-corrupt', 'picture-decoder-failed']),
  facts: z.object({ reason: z.string().max(300) })
})

const messageSchema = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ id: z.number(), isLarge: z.literal(true) }),
  z.object({
    id: z.number(),
    result: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), value: pictureSchema }),
      z.object({ ok: z.literal(false), failure: failureSchema })
    ])
  })
])

/**
 * Parses a message of the decoder; null if it is malformed. The process has handled untrusted bytes, so its messages are untrusted, too.
 */
export function parseDecoderMessage(data: unknown): DecoderMessage | null {
  return messageSchema.safeParse(data).data ?? null
}

/** Whether all rasters have the requested format: only WebP may be served as WebP. */
export function isMadeAs({ rasters }: DecodedPicture, format: RasterFormat): boolean {
  return Object.values(rasters).every((raster) => sniff(raster) === format)
}
