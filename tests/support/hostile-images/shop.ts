import type { PictureFinding } from '../../../electron/contract/picture-values'
import type { PictureStorage } from '../../../electron/contract/picture'
import type { Result } from '../../../electron/contract/failure'
import { createDecoder } from '../../../electron/images/decode/decoder'
import type { PictureDecoder } from '../../../electron/images/decode/decoder-port'
import { ImageService } from '../../../electron/images/image-service'
import type { ImageServiceDeps } from '../../../electron/images/types'
import { threadFile } from '../threads'
import { forkDecoder } from './forked-decoder'
import * as hostile from './hostile-server'

export interface Told {
  connectionId: string
  products: number[]
  address: string
  finding: PictureFinding
}

/** The pictures of a shop on a hostile server, with all their real parts; the time is the test's. */
export interface Shop {
  server: hostile.HostileServer
  pictures: ImageService
  /** ms since 1970, for all pictures that are opened here. */
  clock: number
  told: Told[]
  stored: PictureStorage[]
  /** How often the decoder was asked. */
  decodings: number
  /** Opens pictures; those that were open are closed. The server is the store of every connection but `elsewhere`. */
  open(deps?: Partial<ImageServiceDeps>): Promise<ImageService>
  /** Asks for a raster as the window does; what came of it: 'ok' or a failure's code. */
  show(address: string, connectionId?: string): Promise<string>
  /** What the server was asked for since the last question. */
  asked(): string[]
  close(): Promise<void>
}

let decoder: PictureDecoder | null = null

/** One decoder serves all tests of a file. */
export function sharedDecoder(): PictureDecoder {
  decoder ??= createDecoder({ spawn: forkDecoder })
  return decoder
}
export function closeSharedDecoder(): void {
  decoder?.close()
  decoder = null
}

export async function openShop(folder: string, deps: Partial<ImageServiceDeps> = {}): Promise<Shop> {
  const server = await hostile.startHostileServer()
  let seen = 0
  const shop: Shop = {
    server,
    clock: 1_700_000_000_000,
    told: [],
    stored: [],
    decodings: 0,
    pictures: new ImageService(depsOf({})),
    async open(more = {}) {
      await shop.pictures.close()
      shop.pictures = new ImageService(depsOf({ ...deps, ...more }))
      return shop.pictures
    },
    async show(address, connectionId = 'shop') {
      const { token } = shop.pictures.register(connectionId, address)
      return codeOf(await shop.pictures.raster(connectionId, token, 'thumbnail'))
    },
    asked() {
      const targets = server.seen.slice(seen).map(({ target }) => target)
      seen = server.seen.length
      return targets
    },
    async close() {
      await shop.pictures.close()
      await server.close()
    }
  }

  function depsOf(more: Partial<ImageServiceDeps>): ImageServiceDeps {
    return {
      storeUrl: (id) => (id === 'elsewhere' ? 'https://other.example' : server.origin),
      allowedHosts: () => [],
      isPrivateStore: () => false,
      resolveProxy: () => Promise.resolve('DIRECT'),
      resolveName: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
      // Closing the pictures of one test must not end the decoder.
      decoder: {
        decode: (...question) => {
          shop.decodings += 1
          return sharedDecoder().decode(...question)
        },
        close: () => undefined
      },
      threadFile: threadFile('pictures'),
      folder,
      limit: () => 100_000_000,
      onFinding: (connectionId, products, address, finding) =>
        void shop.told.push({ connectionId, products, address, finding }),
      onStorage: (state) => void shop.stored.push(state),
      onLost: () => undefined,
      now: () => shop.clock,
      random: () => 0,
      ...more
    }
  }
  await shop.open()
  return shop
}

export function codeOf(result: Result<unknown>): string {
  return result.ok ? 'ok' : result.failure.code
}
