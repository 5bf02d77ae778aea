import { join } from 'node:path'
import { createAudits, type Audits } from '../../../electron/quality/audits'
import { createCatalogDb } from '../../../electron/catalog/catalog-db'
import type { CatalogDb } from '../../../electron/catalog/types'
import type { AuditState } from '../../../electron/contract/audit'
import { isRuleId } from '../../../electron/contract/audit-rules'
import { ok } from '../../../electron/contract/failure'
import { createCacheThread, type CacheThread } from '../../../electron/images/disk/thread-client'
import { layOutPaths } from '../../../electron/app/paths'
import { createReviews } from '../../../electron/reviews/reviews'
import type { Reviews } from '../../../electron/reviews/types'
import { loadSettings, type LoadedSettings } from '../../../electron/settings/load'
import { SettingsStore } from '../../../electron/settings/settings'
import { preferencesIn } from '../../support/preferences'
import { copyThreads, threadFile } from '../../support/threads'

/** The parts that keep files in a profile, with their threads, as main.ts has them. */
export interface Profile {
  loaded: LoadedSettings
  settings: SettingsStore
  copy: CatalogDb
  reviews: Reviews
  audits: Audits
  pictures: CacheThread
  /** Settles once the connection's audit is of what the copy holds. */
  audited: (connectionId: string) => Promise<AuditState>
  close(): Promise<void>
}

export async function openProfile(folder: string, now: () => number): Promise<Profile> {
  const paths = layOutPaths(folder, folder)
  const folderOf = (id: string): string => join(paths.connectionsFolder, id)
  const loaded = await loadSettings(paths.settingsFile)
  const settings = new SettingsStore(paths.settingsFile, loaded)
  const copy = createCatalogDb({ folderOf, ...copyThreads() })
  const reviews = createReviews({
    threadFile: threadFile('reviews'),
    folderOf,
    removedFolder: paths.removedReviewsFolder,
    storeOf: () => ({ baseUrl: 'https://store.example', apiPath: '/api/public/products' }),
    catalog: copy,
    registerPicture: (_, address) => ({ token: address, host: 'store.example' }),
    askWhereToShare: () => Promise.resolve(null),
    askWhatToMerge: () => Promise.resolve(null),
    reviewer: () => settings.get().reviewer,
    alias: () => 'account',
    onChange: () => undefined,
    now
  })
  const waiting = new Set<(state: AuditState) => void>()
  const audits = createAudits({
    threadFile: threadFile('audit'),
    folderOf,
    catalogFile: (id) => copy.file(id),
    settingsOf: (id) => settings.get().auditRules[id] ?? {},
    changeSettings: () => Promise.resolve(ok(null)),
    currencyOf: () => 'EUR',
    namesOf: () => Promise.resolve(new Map()),
    book: {
      async exceptions(id) {
        const kept = await reviews.exceptions(id)
        if (!kept.ok) return kept
        return ok(kept.value.flatMap(({ rule, ...rest }) => (isRuleId(rule) ? [{ ...rest, rule }] : [])))
      },
      setException: (connectionId, productId, rule, reason) =>
        reviews.setException({ connectionId, productId, rule, reason })
    },
    isSyncing: () => false,
    onAudited: (id) => copy.audited(id),
    onChange: (state) => waiting.forEach((look) => look(state)),
    delays: { check: 5, background: 5, start: 5 },
    now
  })
  const pictures = createCacheThread({
    threadFile: threadFile('pictures'),
    folder: paths.picturesFolder,
    limit: () => preferencesIn(settings).get().pictureLimit,
    now,
    onOpened: () => undefined
  })
  return {
    loaded,
    settings,
    copy,
    reviews,
    audits,
    pictures,
    async audited(id) {
      const ready = new Promise<AuditState>((resolve) => {
        waiting.add((state) => {
          if (state.phase === 'ready') resolve(state)
        })
      })
      audits.follow([id], null)
      audits.syncEnded(id)
      return ready
    },
    async close() {
      // The last to close a file folds its log into it, and only one that may write: the copy reads what is not its own.
      await copy.close()
      await Promise.all([audits.close(), reviews.close(), pictures.close(), settings.flush()])
    }
  }
}
