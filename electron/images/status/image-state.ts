import type { PictureSize } from '../../contract/picture'
import type { PictureFinding } from '../../contract/picture-finding'
import type { Failure } from '../../contract/failure'
import type { GuardScope } from '../fetch/address-guard'
import type { ByteCache } from '../memory-cache'
import type { PictureRecord } from '../registry'
import type { PictureStore } from '../disk/image-store'
import { afterFailure, isGone, kindOf } from './fetch-status'
import type { PicturesDeps } from '../types'
import type { KnownPicture, Original, PictureName, ReadPicture, Standing } from '../disk/protocol'

/** A picture that somebody asked for, with what memory knows of it. */
export interface Errand {
  name: PictureName
  record: PictureRecord
  /** Has passed the guard. */
  url: URL
  scope: GuardScope
}

/** What memory and disk know of pictures; whatever they learn is told to the products that show them. */
export interface KnownPictures {
  /** Looks on disk, and takes note of what is known there, unless memory knows better. */
  look(errand: Errand, size: PictureSize | null): Promise<ReadPicture | null>
  know(errand: Errand, known: KnownPicture): void
  /** Notes what came of asking, on disk too. */
  note(errand: Errand, standing: Standing, original: Original): Promise<void>
  /** Notes why there is no picture; comes back with it. */
  failed(errand: Errand, failure: Failure): Promise<{ ok: false; failure: Failure }>
  tell(connectionId: string, record: PictureRecord, finding: PictureFinding | null): void
  /** Forgets why pictures failed, as `PictureStore.forgive`; what is looked up from now on comes after. */
  forgive(connectionId: string, token: string | null, codes?: string[]): void
}

interface KnownPicturesDeps extends Pick<PicturesDeps, 'onFinding'> {
  store: PictureStore
  cache: ByteCache
  /** ms since 1970. */
  now: () => number
}

export function createKnownPictures({ store, cache, now, onFinding }: KnownPicturesDeps): KnownPictures {
  let forgiving: Promise<unknown> = Promise.resolve()

  const tell: KnownPictures['tell'] = (connectionId, record, finding) => {
    if (finding === null) return
    tellFinding(record, finding, (products, address) => onFinding(connectionId, products, address, finding))
  }

  const know: KnownPictures['know'] = ({ name, record }, known) => {
    record.known = known
    tell(name.connectionId, record, findingOfKnown(known))
  }

  return {
    know,
    tell,
    async look(errand, size) {
      await forgiving
      const read = await store.read({ ...errand.name, size })
      if (read === null) return null
      const { standing, original } = read
      // A failure that memory alone knows of leaves the time as it is on disk.
      const isNews = (errand.record.known?.standing.checkedAt ?? -Infinity) < standing.checkedAt
      if (isNews) know(errand, { standing, original })
      return read
    },
    async note(errand, standing, original) {
      know(errand, { standing, original })
      await store.note(errand.name, standing, false)
    },
    async failed(errand, failure) {
      // Several may have waited for the fetch that failed.
      const isNoted = errand.record.known?.standing.failure === failure
      if (failure.code === 'cancelled' || isNoted) return { ok: false, failure }
      const { connectionId, token } = errand.name
      const before = errand.record.known
      const standing = afterFailure(before?.standing ?? null, failure, now())
      const left = before === null || isGone(before.standing, failure) ? null : before.original
      if (before !== null && left !== null) {
        // Another size of it was asked for, which cannot be had now: what there is of it stays, as it was found then.
        know(errand, { standing: { ...standing, checkedAt: before.standing.checkedAt }, original: left })
        return { ok: false, failure }
      }
      know(errand, { standing, original: null })
      cache.deleteAll(`${connectionId}/${token}/`)
      if (kindOf(failure) !== 'unanswered') await store.note(errand.name, standing, true)
      return { ok: false, failure }
    },
    forgive(connectionId, token, codes = []) {
      forgiving = store.forgive(connectionId, token, codes)
    }
  }
}

/** What is to be told of a picture that was seen. */
export function findingOf({ hash, width, height, bytes, format, look }: Original): PictureFinding {
  const content = BigInt.asIntN(64, BigInt(`0x${hash.slice(0, 16)}`))
  return { state: 'shown', width, height, bytes, format, content, look }
}

/** What a failure tells of the picture; null: nothing, as when nobody answered. */
export function findingOfFailure(failure: Failure): PictureFinding | null {
  return kindOf(failure) === 'lasting' ? { state: 'broken', code: failure.code } : null
}

/** What is to be told of what is known; null: nothing. */
export function findingOfKnown({ original, standing }: KnownPicture): PictureFinding | null {
  if (original !== null) return findingOf(original)
  return standing.failure === null ? null : findingOfFailure(standing.failure)
}

/** Tells a finding to the products of a record that have not been told it yet, together where they spell the address alike. */
function tellFinding(
  record: PictureRecord,
  finding: PictureFinding,
  tell: (products: number[], address: string) => void
): void {
  const news = finding.state === 'shown' ? String(finding.content) : finding.code
  const byAddress = new Map<string, number[]>()
  for (const [product, entry] of record.products) {
    if (entry.told === news) continue
    entry.told = news
    const address = entry.address ?? record.address
    const products = byAddress.get(address) ?? []
    products.push(product)
    byAddress.set(address, products)
  }
  for (const [address, products] of byAddress) tell(products, address)
}
