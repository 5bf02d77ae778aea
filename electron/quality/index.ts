import { join } from 'node:path'
import type { CatalogDb } from '../catalog/types'
import { isRuleId } from '../contract/audit-rules'
import { ok, type Result } from '../contract/failure'
import { forConnections, type HandlersOf } from '../contract/bridge'
import type { Product } from '../contract/product'
import type { SyncPhase, SyncState } from '../contract/sync'
import type { Reviews } from '../reviews/types'
import { auditRulesOf, teamItemsOf, type SettingsStore } from '../settings'
import { createAudits, type Audits, type AuditsDeps } from './audits'

export type { Audits } from './audits'

export interface QualityDeps extends Pick<
  AuditsDeps,
  'threadFile' | 'currencyOf' | 'onChange' | 'log' | 'delays'
> {
  settings: SettingsStore
  isKnown: (connectionId: string) => boolean
  productsOf: AuditHandlersDeps['productsOf']
  /** Holds a folder for each connection. */
  connectionsFolder: string
  catalog: Pick<CatalogDb, 'file' | 'products' | 'audited' | 'onChange'>
  reviews: Pick<Reviews, 'exceptions' | 'setException' | 'onExceptions'>
  syncState: (connectionId: string) => Pick<SyncState, 'phase'>
}

export interface Quality {
  audits: Audits
  handlers: HandlersOf<'audit'>
  syncChanged(state: SyncState): void
  /** Findings go with the connection's catalog, which `leave` removes. */
  forget(connectionId: string, leave: () => Promise<void>): Promise<Result<null>>
}

/** Phases of a sync that an audit does not compete with. */
const waiting: ReadonlySet<SyncPhase> = new Set<SyncPhase>(['idle', 'paused', 'asking', 'waiting'])
/** Products whose names are asked for at once. */
const mostNamed = 1000

/** Puts together what finds out about the quality of catalogs. */
export function composeQuality(deps: QualityDeps): Quality {
  const { settings, catalog, reviews, connectionsFolder } = deps
  const audits = createAudits({
    ...deps,
    folderOf: (id) => join(connectionsFolder, id),
    catalogFile: (id) => catalog.file(id),
    settingsOf: (id) => auditRulesOf(settings.get(), id),
    teamRulesOf(id) {
      const { rules, hasOwnRules } = teamItemsOf(settings.get(), id)
      return rules === null ? null : { by: rules.by, at: rules.at, areInForce: !hasOwnRules }
    },
    changeSettings: (id, change) =>
      settings.change((current) => {
        const rules = change(current.auditRules[id] ?? {})
        return { ...current, auditRules: { ...current.auditRules, [id]: rules } }
      }),
    book: {
      async exceptions(id) {
        const saved = await reviews.exceptions(id)
        if (!saved.ok) return saved
        return ok(
          saved.value.flatMap(({ rule, ...exception }) => (isRuleId(rule) ? [{ ...exception, rule }] : []))
        )
      },
      setException: (connectionId, productId, rule, reason) =>
        reviews.setException({ connectionId, productId, rule, reason })
    },
    async namesOf(id, ids) {
      const names = new Map<string, string>()
      for (let at = 0; at < ids.length; at += mostNamed) {
        const products = await catalog.products(id, ids.slice(at, at + mostNamed))
        if (products.ok) for (const { id: productId, name } of products.value) names.set(productId, name)
      }
      return names
    },
    isSyncing: (id) => !waiting.has(deps.syncState(id).phase),
    onAudited: (id) => catalog.audited(id)
  })
  // A mark or a note is nothing that a rule looks at.
  catalog.onChange((id, what) => {
    if (what === 'catalog') audits.copyChanged(id)
  })
  reviews.onExceptions((id) => audits.exceptionsChanged(id))
  /** The last run of each connection that is known to have ended. */
  const ended = new Map<string, number | null>()

  return {
    audits,
    handlers: auditHandlers({ ...deps, audits }),
    syncChanged({ connectionId, phase, last }) {
      if (phase !== 'idle') return
      const before = ended.get(connectionId)
      ended.set(connectionId, last?.run ?? null)
      // The first state is the one that the app found at its start.
      if (before !== undefined && last !== null && before !== last.run) audits.syncEnded(connectionId)
    },
    async forget(id, leave) {
      await audits.leave(id)
      await leave()
      ended.delete(id)
      return audits.forget(id)
    }
  }
}

interface AuditHandlersDeps {
  audits: Pick<
    Audits,
    'state' | 'run' | 'configure' | 'scores' | 'findingsOf' | 'twinsOf' | 'setException' | 'exceptions'
  >
  /** The known ones of some products, by id, in no order. */
  productsOf: (connectionId: string, ids: string[]) => Promise<Result<Product[]>>
  /** Nothing is looked for, or kept, for a connection that does not exist. */
  isKnown: (connectionId: string) => boolean
}

/** The comparison has room for one more. */
const mostTwins = 3

function auditHandlers({ audits, productsOf, isKnown }: AuditHandlersDeps): HandlersOf<'audit'> {
  const of = forConnections(isKnown)

  return {
    'audit:state': of(({ connectionId }) => audits.state(connectionId)),
    'audit:run': of(({ connectionId }) => audits.run(connectionId)),
    'audit:configure': of(({ connectionId, rule, setting }) => audits.configure(connectionId, rule, setting)),
    'audit:scores': of(({ connectionId }) => audits.scores(connectionId)),
    'audit:of': of(({ connectionId, productId }) => audits.findingsOf(connectionId, productId)),
    'audit:twins': of(async ({ connectionId, productId, rule }) => {
      const ids = await audits.twinsOf(connectionId, { productId, rule, limit: mostTwins })
      if (!ids.ok) return ids
      if (ids.value.length === 0) return ok([])
      const found = await productsOf(connectionId, ids.value)
      return found.ok ? ok(ids.value.flatMap((id) => found.value.find((one) => one.id === id) ?? [])) : found
    }),
    'audit:set-exception': of(({ connectionId, productId, rule, reason }) =>
      audits.setException(connectionId, productId, rule, reason)
    ),
    'audit:exceptions': of(({ connectionId }) => audits.exceptions(connectionId))
  }
}
