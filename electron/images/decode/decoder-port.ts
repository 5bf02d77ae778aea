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
   * Returns the rasters of these sizes; fails with a `picture-…` code, with `cancelled` when the signal says so, or
   * with `internal` when the decoder itself does not start, which says nothing of the picture.
   */
  decode(
    bytes: Uint8Array,
    sizes: readonly PictureSize[],
    options?: DecodeOptions
  ): Promise<Result<DecodedPicture>>
  /** Ends the process; what still waits is answered with `cancelled`. */
  close(): void
}

export interface DecodeOptions {
  signal?: AbortSignal
  /** `later` waits until nothing else does. */
  priority?: Priority
  /** As for a lane: it is `now` from when this aborts. */
  hurry?: AbortSignal | undefined
  /** WebP when not given. */
  as?: RasterFormat
}

/**
 * Flags of V8 with which the decoder's process is started. It would let the short-lived copies of what passes through grow to 100 MB
 * more (239 MB instead of 104 after a few thousand pictures), for nothing; and pixels are not in its heap, of which 10 MB are in use.
 */
export const decoderFlags: readonly string[] = ['--max-semi-space-size=1', '--max-old-space-size=128']

/** A started decoder process; its first message says that it is ready. */
export interface DecoderPort {
  post(request: DecodeRequest): void
  onMessage(listener: (message: unknown) => void): void
  /** Called once, when the process is gone: how it went, as in "The decoder died". */
  onExit(listener: (how: string) => void): void
  /** Ends the process at once, also one that no longer listens. */
  kill(): void
}

/**
 * All that the process gets of this one's environment: by it Windows finds its own libraries. Without any variable Electron would hand on
 * all of them (seen in 42); one without a value is none.
 */
const environment = (): Record<string, string> => ({ SystemRoot: process.env.SystemRoot ?? '' })

/**
 * Starts the decoder, whose built entry is `file`, as a utility process; only after Electron's `app` is ready. Electron's module is
 * handed in, so that it stays at the edges.
 */
export function spawnUtilityDecoder(
  electron: Pick<typeof utilityProcess, 'fork'>,
  file: string
): DecoderPort {
  const child = electron.fork(file, [], {
    serviceName: 'Vitrine pictures',
    stdio: 'ignore',
    env: environment(),
    // Flags of V8 by themselves are passed over in a utility process (seen in Electron 42).
    execArgv: [`--js-flags=${decoderFlags.join(' ')}`]
  })
  let reason = 'died'
  // Without a listener, for as long as the object lives, it would be thrown in this process. `exit` follows. The report that
  // comes with it is left unread: it has paths in it.
  child.on('error', (_type, location) => (reason = `died of a fatal error (${location.slice(0, 80)})`))
  return {
    post: (request) => child.postMessage(request),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.on('exit', () => listener(reason)),
    kill: () => end(child)
  }
}

/** `kill()` asks with SIGTERM, which a stopped process never hears. */
function end(child: UtilityProcess): void {
  const { pid } = child
  child.kill()
  if (pid === undefined) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It was gone already.
  }
}

const pixels = z.number().int().min(1).max(maxPixels)

/** Most bytes of a raster: 1600 × 1600 px hardly take a tenth of it. */
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
 * Reads a message of the decoder; null when it has another form. The process has worked on untrusted bytes, so it
 * is believed as little as they are.
 */
export function parseDecoderMessage(data: unknown): DecoderMessage | null {
  return messageSchema.safeParse(data).data ?? null
}

/** Whether all rasters are what was asked for: only WebP is served as WebP. */
export function isMadeAs({ rasters }: DecodedPicture, format: RasterFormat): boolean {
  return Object.values(rasters).every((raster) => sniff(raster) === format)
}
