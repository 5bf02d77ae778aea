import { pictureSizes, type PictureSize } from '../../contract/picture-url'
import type { Result } from '../../contract/failure'
import { createSharedWork } from '../../async/shared-work'
import type { Acquire, Acquired, Wanted } from './fetch-and-decode'

/** What those who wait for a picture ask of the fetch that is under way. */
interface Fetch {
  sizes: PictureSize[]
  hurry: AbortController
}

/**
 * Fetches a picture of a connection once at a time, for all who want it. A size that is asked for while another is on its way
 * is made of the same bytes or, once they are being decoded, of a larger raster; only where there is none the picture is
 * fetched again, afterwards. The fetch goes on as long as somebody waits for it, and is as urgent as the most urgent of
 * them; all of them hear of its failure.
 */
export function createSharedAcquire(acquire: Acquire): Acquire {
  const work = createSharedWork<string, Acquired>((key) => key)
  const underWay = new Map<string, Fetch>()

  function begin(key: string, wanted: Wanted, signal: AbortSignal): Promise<Result<Acquired>> {
    const fetch = { sizes: [...wanted.sizes], hurry: new AbortController() }
    underWay.set(key, fetch)
    const made = acquire({ ...wanted, sizes: fetch.sizes, hurry: fetch.hurry.signal, signal })
    const end = (): void => {
      // Another may have begun since all who waited for this one have gone.
      if (underWay.get(key) === fetch) underWay.delete(key)
    }
    made.then(end, end)
    return made
  }

  return async (wanted) => {
    const { name, sizes, priority, signal } = wanted
    const key = `${name.connectionId}/${name.token}`
    for (;;) {
      const fetch = underWay.get(key)
      fetch?.sizes.push(...sizes.filter((size) => !fetch.sizes.includes(size)))
      if (priority === 'now') fetch?.hurry.abort()
      const made = await work.join(key, signal, (shared) => begin(key, wanted, shared))
      if (!made.ok || sizes.every((size) => canMake(size, made.value.sizes))) return made
    }
  }
}

function canMake(size: PictureSize, there: readonly PictureSize[]): boolean {
  return pictureSizes.slice(pictureSizes.indexOf(size)).some((larger) => there.includes(larger))
}
