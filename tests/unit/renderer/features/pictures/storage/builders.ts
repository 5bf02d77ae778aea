import type { PrefetchState, PictureStorage } from '../../../../../../electron/contract/picture'

/** A download of the corner shop's thumbnails that is complete, save what the test sets. */
export function prefetchState(changes: Partial<PrefetchState> = {}): PrefetchState {
  return {
    connectionId: 'shop',
    keep: 'thumbnails',
    phase: 'idle',
    done: 1240,
    total: 1240,
    broken: 0,
    because: null,
    ...changes
  }
}

/** A disk that is a third full. */
export function pictureStorage(changes: Partial<PictureStorage> = {}): PictureStorage {
  return { used: 312_000_000, limit: 1_000_000_000, pictures: 12_400, because: null, ...changes }
}
