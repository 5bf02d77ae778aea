import type { Result } from '../contract/failure'
import type { PictureSize } from '../contract/product'
import type { DecodedPicture, DecodeRequest } from './decoder-protocol'

/** Decodes untrusted pictures outside the main process. */
export interface PictureDecoder {
  /** Comes back with the raster; fails with a `picture-…` code, or `cancelled` when the signal says so. */
  decode(bytes: Uint8Array, size: PictureSize, signal?: AbortSignal): Promise<Result<DecodedPicture>>
  /** Ends the process; what still waits is answered with `cancelled`. */
  close(): void
}

/** A started decoder process; its first message says that it is ready. */
export interface DecoderPort {
  post(request: DecodeRequest): void
  onMessage(listener: (message: unknown) => void): void
  /** Called once, when the process is gone for whatever reason. */
  onExit(listener: () => void): void
  /** Ends the process at once, also one that no longer listens. */
  kill(): void
}
