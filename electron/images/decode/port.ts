import type { Result } from '../../contract/failure'
import type { PictureSize } from '../../contract/picture-url'
import type { DecodedPicture, DecodeRequest, RasterFormat } from './protocol'
import type { Priority } from '../fetch/per-host-queue'

/** Decodes untrusted pictures outside the main process. */
export interface PictureDecoder {
  /**
   * Comes back with the rasters of these sizes; fails with a `picture-…` code, with `cancelled` when the signal says so, or
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
