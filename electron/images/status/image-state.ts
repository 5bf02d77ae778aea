import type { PictureSize, PictureFinding } from '../../contract/picture-values'
import type { Failure } from '../../contract/failure'
import type { GuardScope } from '../fetch/address-guard'
import type { ByteCache } from '../memory-cache'
import type { ImageRecord } from '../registry'
import type { DiskCache } from '../disk/disk-cache'
import { afterFailure, isGone, kindOf } from './fetch-status'
import type { ImageServiceDeps } from '../types'
import type { KnownImage, Original, ImageName, StoredImage, FetchStatus } from '../disk/protocol'

/** A picture that is asked for, with its record in memory. */
export interface ImageRequest {
  name: ImageName
  record: ImageRecord
  /** Has passed the guard. */
  url: URL
  scope: GuardScope
}

interface ImageStateDeps extends Pick<ImageServiceDeps, 'onFinding'> {
  disk: DiskCache
  cache: ByteCache
  /** ms since 1970. */
  now: () => number
}

/** What memory and disk know of pictures. Everything learned is reported to the products that show the picture. */
export class ImageState {
  readonly #deps: ImageStateDeps
  #clearing: Promise<unknown> = Promise.resolve()

  constructor(deps: ImageStateDeps) {
    this.#deps = deps
  }

  /** Reads the disk, and updates memory unless memory has newer knowledge. null: nothing is known of the picture. */
  async read(request: ImageRequest, size: PictureSize | null): Promise<StoredImage | null> {
    await this.#clearing
    const stored = await this.#deps.disk.read({ ...request.name, size })
    if (stored === null) return null
    const { status, original } = stored
    // A failure that only memory knows of keeps the disk's time, so it is not taken for newer.
    const isNews = (request.record.known?.status.checkedAt ?? -Infinity) < status.checkedAt
    if (isNews) this.update(request, { status, original })
    return stored
  }

  update({ name, record }: ImageRequest, known: KnownImage): void {
    record.known = known
    this.report(name.connectionId, record, findingOfKnown(known))
  }

  /** Updates memory and disk with the outcome of a request that left the picture as it was. */
  async save(request: ImageRequest, status: FetchStatus, original: Original): Promise<void> {
    this.update(request, { status, original })
    await this.#deps.disk.note(request.name, status, false)
  }

  /** Records why there is no picture, and returns that failure. */
  async saveFailure(request: ImageRequest, failure: Failure): Promise<{ ok: false; failure: Failure }> {
    const { disk, cache, now } = this.#deps
    // Several callers may have waited for the fetch that failed.
    const isSaved = request.record.known?.status.failure === failure
    if (failure.code === 'cancelled' || isSaved) return { ok: false, failure }
    const { connectionId, token } = request.name
    const before = request.record.known
    const status = afterFailure(before?.status ?? null, failure, now())
    const left = before === null || isGone(before.status, failure) ? null : before.original
    if (before !== null && left !== null) {
      // Another size was asked for and cannot be had now: the sizes that are there stay, as of when they were fetched.
      this.update(request, { status: { ...status, checkedAt: before.status.checkedAt }, original: left })
      return { ok: false, failure }
    }
    this.update(request, { status, original: null })
    cache.deleteAll(`${connectionId}/${token}/`)
    if (kindOf(failure) !== 'unanswered') await disk.note(request.name, status, true)
    return { ok: false, failure }
  }

  /** Reports a finding to the products of a record that do not have it yet, together if they spell the address alike. */
  report(connectionId: string, record: ImageRecord, finding: PictureFinding | null): void {
    if (finding === null) return
    const news = newsOf(finding)
    const byAddress = new Map<string, number[]>()
    for (const [product, entry] of record.products) {
      if (entry.reported?.startsWith(news) === true) continue
      entry.reported = news
      const address = entry.address ?? record.address
      byAddress.set(address, [...(byAddress.get(address) ?? []), product])
    }
    for (const [address, products] of byAddress)
      this.#deps.onFinding(connectionId, products, address, finding)
  }

  /** As `DiskCache.clearFailures`; reads that begin after this wait for it. */
  clearFailures(connectionId: string, token: string | null, codes: string[] = []): void {
    this.#clearing = this.#deps.disk.clearFailures(connectionId, token, codes)
  }
}

/** Identifies a finding. With a perceptual hash it begins as without; another hash of the same content is no change. */
function newsOf(finding: PictureFinding): string {
  if (finding.state === 'broken') return finding.code
  return `${finding.content} ${finding.look === null ? '' : 'with its look'}`
}

/** The finding for a picture that was decoded. */
export function findingOf({ hash, width, height, bytes, format, look }: Original): PictureFinding {
  const content = BigInt.asIntN(64, BigInt(`0x${hash.slice(0, 16)}`))
  return { state: 'shown', width, height, bytes, format, content, look }
}

/** The finding that a failure stands for. null: it says nothing about the picture, for example because no server answered. */
export function findingOfFailure(failure: Failure): PictureFinding | null {
  return kindOf(failure) === 'lasting' ? { state: 'broken', code: failure.code } : null
}

/** The finding for what is known of a picture; null: none. */
export function findingOfKnown({ original, status }: KnownImage): PictureFinding | null {
  if (original !== null) return findingOf(original)
  return status.failure === null ? null : findingOfFailure(status.failure)
}
