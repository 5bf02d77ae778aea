import { readFileSync } from 'node:fs'
import type { EventName } from '../../contract/channels'
import type { PageSnapshot } from '../../contract/page-snapshot'
import type { Appearance } from '../../contract/preference-choices'
import type { Pictures } from '../../images/types'
import type { Log } from '../../log'
import type { Settings } from '../../settings/schema'
import type { BundleFiles } from '../bundle-files'
import { snapshotDocument } from './document'
import { groundOf, storeSnapshot, type Ground } from './stored'

export interface SnapshotKeeperDeps {
  file: string
  ground: Ground
  files: BundleFiles
  pictures: Pick<Pictures, 'atHand'>
  settings: () => Settings
  appearance: () => Appearance
  log: Log
}

/** Keeps what the page of products looked like last, and leaves it to the next start. */
export interface SnapshotKeeper {
  /** Takes a snapshot in place of the one before; null: the page is not one that the next start would begin with. */
  keep: (snapshot: PageSnapshot | null) => void
  /** Forgets it where an event says that something which the page shows is not as it was. */
  hear: (event: EventName) => void
  /**
   * Writes it, once everything else is closed and written. Never fails: without a snapshot the next start shows an empty window for
   * longer, and nothing else.
   */
  leave: () => void
}

const outdating: ReadonlySet<EventName> = new Set([
  'connections:changed',
  'catalog:changed',
  'catalog:rebuilt',
  'reviews:changed',
  'preferences:changed'
])
const [beginning, lettering] = [
  /^\/assets\/begin-[^/]*\.js$/,
  /^\/assets\/inter-latin-wght-normal-[^/]*\.woff2$/
]

export function createSnapshotKeeper(deps: SnapshotKeeperDeps): SnapshotKeeper {
  const { file, ground, files, pictures, settings, log } = deps
  let latest: { connectionId: string; html: string } | null = null

  /** With its pictures, while they are at hand. Null: the page is not built as this expects. */
  function pageWith(snapshot: PageSnapshot): string | null {
    const pathOf = (name: RegExp): string | undefined => [...files.keys()].find((path) => name.test(path))
    const [index, begin, letters] = [files.get('/index.html'), pathOf(beginning), pathOf(lettering)]
    if (index === undefined || begin === undefined || letters === undefined) return null
    return snapshotDocument(readFileSync(index, 'utf8'), { begin, letters }, snapshot, (...picture) =>
      pictures.atHand(...picture)
    )
  }

  /** Does what may fail for many reasons, none of which is anybody's concern. */
  function attempt(run: () => void): void {
    try {
      run()
    } catch (error) {
      log.warn('no snapshot of the page was left', { error })
    }
  }

  return {
    keep(snapshot) {
      latest = null
      if (snapshot === null) return
      attempt(() => {
        const html = pageWith(snapshot)
        if (html !== null) latest = { connectionId: snapshot.connectionId, html }
      })
    },
    hear(event) {
      if (outdating.has(event)) latest = null
    },
    leave() {
      const { activeId, window, zoomLevel } = settings()
      // A page that is zoomed is so only once it is there.
      const left = latest?.connectionId === activeId ? latest : null
      if (left === null || zoomLevel !== 0) return
      const appearance = deps.appearance()
      attempt(() => {
        const at = groundOf(ground, left.connectionId)
        storeSnapshot(file, { ...left, appearance, place: window, ground: at })
      })
    }
  }
}
