import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ok } from '../../../electron/contract/failure'
import { createReviewFiles, type ReviewFiles } from '../../../electron/reviews/review-files'
import { teamBookOf } from '../../../electron/reviews/team-book'
import type { Carrier } from '../../../electron/team/carriers/carrier'
import { exchange, valueOf } from '../../../electron/team/exchange'
import { newDeviceKey } from '../../../electron/team/segment'
import { bundled } from '../bundle-folder'

const connectionId = 'bench'
export const team = 'b'.repeat(32)
const store = { baseUrl: 'https://shop.example', apiPath: '/api' }
/** Products marked by one press. */
const atOnce = 5000
export const noEnd = new AbortController().signal

/** Somebody of a team. */
export interface Device {
  begin(): Promise<void>
  /** Ignores so many products, from this number on; from 0 where none is given. */
  mark(count: number, from?: number): Promise<void>
  /** Products that the busiest of the team has marked. */
  marked(): Promise<number>
  exchange(carrier: Carrier): Promise<void>
  close(): Promise<void>
}

/** The reviews of one person, in their thread, as the app opens them. */
export function deviceOf(by: string, folder: string): Device {
  mkdirSync(join(folder, connectionId), { recursive: true })
  const files: ReviewFiles = createReviewFiles({
    threadFile: bundled('reviews.js'),
    folderOf: (id) => join(folder, id),
    removedFolder: join(folder, 'removed'),
    storeOf: () => store,
    release: () => Promise.resolve(),
    replaced: () => undefined,
    now: Date.now
  })
  const book = teamBookOf(
    files,
    connectionId,
    () => by,
    () => undefined,
    () => undefined
  )
  const key = newDeviceKey()
  return {
    async begin() {
      const place = { kind: 'folder' as const, path: folder }
      valueOf(await book.begin({ team, device: key.device, place, store }, null))
    },
    async mark(count, from = 0) {
      for (let first = from; first < from + count; first += atOnce) {
        const length = Math.min(atOnce, from + count - first)
        const products = Array.from({ length }, (_, at) => ({
          id: `product-${first + at}`,
          contentFingerprint: null,
          content: null
        }))
        const marking = { mark: 'ignored' as const, by, at: Date.now() }
        valueOf(await files.change('mark', connectionId, { ...marking, products }))
      }
    },
    async marked() {
      const record = valueOf(await book.record())
      return Math.max(...(record?.members ?? []).map(({ marked }) => marked))
    },
    exchange: (carrier) =>
      exchange(
        {
          book,
          carrier,
          key: () => Promise.resolve(ok(key)),
          newKey: () => Promise.reject(new Error('the key is there')),
          reviewer: () => by,
          now: Date.now
        },
        { signal: noEnd, mayWrite: true }
      ),
    close: () => files.close()
  }
}
