import { fork } from 'node:child_process'
import { createDecoder } from '../../../electron/images/decode/decoder'
import {
  decoderFlags,
  type DecoderPort,
  type PictureDecoder
} from '../../../electron/images/decode/decoder-port'
import { ImageService } from '../../../electron/images/image-service'
import { bundled } from '../bundle-folder'

export interface PictureParts {
  pictures: ImageService
  /** The one that they have, too. */
  decoder: PictureDecoder
  /** The decoder's process, once it was needed. */
  decoderPid(): number | undefined
}

export interface PicturePartsOptions {
  /** As `http://127.0.0.1:40123`. */
  origin: string
  folder: string
  limit: number
  /** Bytes of rasters that are kept in memory. */
  cacheBytes?: number
}

/** The pictures of one store with all the app's parts; Node plays Electron's utility process for the decoder. */
export function openPictures({ origin, folder, limit, ...more }: PicturePartsOptions): PictureParts {
  let pid: number | undefined
  const spawn = (): DecoderPort => {
    const child = fork(bundled('decoder-process.js'), [], {
      serialization: 'advanced',
      execArgv: [...decoderFlags]
    })
    pid = child.pid
    return {
      post: (request) => void child.send(request, () => undefined),
      onMessage: (listener) => void child.on('message', listener),
      onExit: (listener) => void child.on('exit', () => listener('died')),
      kill: () => void child.kill('SIGKILL')
    }
  }
  // Nobody does anything meanwhile that a core would have to be left to.
  const decoder = createDecoder({ spawn, laterInFlight: 4 })
  const pictures = new ImageService({
    storeUrl: () => origin,
    allowedHosts: () => [],
    isPrivateStore: () => false,
    resolveProxy: () => Promise.resolve('DIRECT'),
    decoder,
    threadFile: bundled('pictures.js'),
    folder,
    limit: () => limit,
    onFinding: () => undefined,
    onStorage: () => undefined,
    onLost: () => undefined,
    ...more
  })
  return { pictures, decoder, decoderPid: () => pid }
}

/** Runs a task for each number below `count`, so many at once. */
export async function forEachOf(
  count: number,
  atOnce: number,
  task: (number: number) => Promise<unknown>
): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count) await task(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
