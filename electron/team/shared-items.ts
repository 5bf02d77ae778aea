import { randomBytes, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { createKeyedMutex } from '../async/locks'
import { auditRulesSchema } from '../contract/audit'
import type { ParsedInput } from '../contract/channels'
import { isForTeam } from '../contract/empty-query'
import { fail, ok, type Result } from '../contract/failure'
import { mostGroups } from '../contract/filter-parts'
import { filtersSchema, productQuerySchema, viewNameSchema } from '../contract/product-query'
import { mostViews, type SavedView, type SharedView } from '../contract/view'
import { auditRulesOf, teamItemsOf, type SettingsStore, type TeamItems } from '../settings'
import { maxItem, nameSchema } from './operation'
import { parsed } from './signed-lines'
import type { Teams } from './teams'
import { mostItems, type TeamBook, type TeamItem } from './types'

export interface SharedItemsDeps {
  settings: SettingsStore
  bookOf: (connectionId: string) => Pick<TeamBook, 'items' | 'membership'>
  hasTeam: (connectionId: string) => boolean
  say: Teams['say']
  reviewer: () => string
  /** The named views of a connection are others. */
  onViews: (connectionId: string) => void
  /** Other quality rules are in force, or somebody else has set them. */
  onRules: (connectionId: string) => void
}

/**
 * The views and rules that stores' teams share. They are in the teams' logs; what was read of them last is in the settings, where it is at hand
 * before a log is open, beside what this person makes of it.
 */
export interface SharedItems {
  /** Reads what the team has now; what this computer shared and the team has no more becomes the person's own again. */
  refresh(connectionId: string): Promise<void>
  shareView(input: ParsedInput<'team:share-view'>): Promise<Result<{ id: string }>>
  changeView(input: ParsedInput<'team:change-view'>): Promise<Result<null>>
  stopSharingView(input: ParsedInput<'team:stop-sharing-view'>): Promise<Result<null>>
  watchView(input: ParsedInput<'team:watch-view'>): Promise<Result<null>>
  shareRules(input: ParsedInput<'team:share-rules'>): Promise<Result<null>>
  useRules(input: ParsedInput<'team:use-rules'>): Promise<Result<null>>
}

const onlyKnownFilters = filtersSchema.strict()
/** A view as the log has it. One with filters that this version does not know would list more than it should, and is passed over. */
const viewSchema = z.object({
  name: viewNameSchema,
  productQuery: productQuerySchema
    .extend({
      filters: onlyKnownFilters.prefault({}),
      or: z.array(onlyKnownFilters).max(mostGroups).default([])
    })
    .strict()
    .refine(isForTeam),
  /** Who shared it. */
  by: nameSchema
})
const rulesSchema = z.object({ rules: auditRulesSchema })

export function createSharedItems(deps: SharedItemsDeps): SharedItems {
  const { settings } = deps
  /** What was read first must not be written last. */
  const mutex = createKeyedMutex()
  const known = (id: string): TeamItems => teamItemsOf(settings.get(), id)
  /** Views of a person's own that are being shared, by the ids that they get: neither is in the list beside the other. */
  const moving = new Map<string, SavedView>()

  /** Changes what this person makes of the items, where the store has a team. */
  async function change(id: string, next: (items: TeamItems) => TeamItems): Promise<Result<null>> {
    const before = known(id)
    const changed = await settings.remember((current) => {
      const items = current.teamItems[id]
      return items === undefined
        ? current
        : { ...current, teamItems: { ...current.teamItems, [id]: next(items) } }
    })
    tell(id, before)
    return changed
  }

  function tell(id: string, before: TeamItems): void {
    const after = known(id)
    if (!isDeepStrictEqual(before.views, after.views)) deps.onViews(id)
    const isSame = before.hasOwnRules === after.hasOwnRules && isDeepStrictEqual(before.rules, after.rules)
    if (!isSame) deps.onRules(id)
  }

  async function refresh(id: string): Promise<void> {
    const isIn = deps.hasTeam(id)
    const read = isIn ? await deps.bookOf(id).items() : ok([])
    if (!read.ok) return
    const before = known(id)
    const isWatched = (view: string): boolean =>
      moving.get(view)?.watched ?? before.views.some((each) => each.id === view && each.watched)
    const after = isIn ? { ...readable(read.value, isWatched), hasOwnRules: before.hasOwnRules } : null
    if (isDeepStrictEqual(after ?? undefined, settings.get().teamItems[id])) return
    await settings.remember((current) => {
      const others = Object.entries(current.teamItems).filter(([other]) => other !== id)
      const own = ownAfter(current.savedViews[id] ?? [], before.views, after?.views ?? [])
      return {
        ...current,
        savedViews: own === null ? current.savedViews : { ...current.savedViews, [id]: own },
        teamItems: Object.fromEntries(after === null ? others : [...others, [id, after]])
      }
    })
    tell(id, before)
  }

  /** The person's own views once the team has others; null: they are the same. */
  function ownAfter(
    own: readonly SavedView[],
    before: readonly SharedView[],
    after: readonly SharedView[]
  ): SavedView[] | null {
    const returned = before.filter((view) => view.isOwn && !after.some(({ id }) => id === view.id)).map(asOwn)
    const moved = after.flatMap(({ id }) => moving.get(id)?.id ?? [])
    if (returned.length + moved.length === 0) return null
    return [...own.filter(({ id }) => !moved.includes(id)), ...returned].slice(0, mostViews)
  }

  /** Says something of an item, and knows it at once. */
  async function say(
    id: string,
    item: Pick<TeamItem, 'kind' | 'id'>,
    value: object | null
  ): Promise<Result<null>> {
    if (!deps.hasTeam(id)) return refusedTeam()
    const text = value === null ? null : JSON.stringify(value)
    if (text !== null && text.length > maxItem) return refusedView('too-long')
    const said = await deps.say(id, { item: { kind: item.kind, id: item.id, value: text } })
    await inTurn(id)
    return said
  }

  const inTurn = (id: string): Promise<void> => mutex.run(id, () => refresh(id))

  return {
    refresh: inTurn,
    async shareView({ connectionId: id, view }) {
      const own = settings.get().savedViews[id]?.find((each) => each.id === view)
      const membership = deps.hasTeam(id) ? await deps.bookOf(id).membership() : ok(null)
      if (!membership.ok) return membership
      if (membership.value === null) return refusedTeam()
      if (own === undefined) return refusedView('gone')
      if (known(id).views.length >= mostItems) return refusedView('too-many')
      const { name, productQuery } = own
      if (!isForTeam(productQuery)) return refusedView('of-this-computer')
      const shared = newViewId(membership.value.device)
      moving.set(shared, own)
      const said = await say(id, { kind: 'view', id: shared }, { name, productQuery, by: deps.reviewer() })
      moving.delete(shared)
      return said.ok ? ok({ id: shared }) : said
    },
    changeView({ connectionId: id, view, name, productQuery }) {
      const shared = known(id).views.find((each) => each.id === view)
      if (shared === undefined) return Promise.resolve(refusedView('gone'))
      if (!isForTeam(productQuery)) return Promise.resolve(refusedView('of-this-computer'))
      return say(id, { kind: 'view', id: view }, { name, productQuery, by: shared.sharedBy })
    },
    stopSharingView: ({ connectionId: id, view }) => say(id, { kind: 'view', id: view }, null),
    watchView: ({ connectionId: id, view, watched }) =>
      change(id, (items) => ({
        ...items,
        views: items.views.map((each) => (each.id === view ? { ...each, watched } : each))
      })),
    async shareRules({ connectionId: id, shared }) {
      const rules = auditRulesOf(settings.get(), id)
      const said = await say(id, { kind: 'rules', id: '' }, shared ? { rules } : null)
      return said.ok ? change(id, (items) => ({ ...items, hasOwnRules: false })) : said
    },
    async useRules({ connectionId: id, whose }) {
      const { rules } = known(id)
      if (whose === 'copy' && rules !== null) {
        const copied = await settings.change((current) => ({
          ...current,
          auditRules: { ...current.auditRules, [id]: rules.rules }
        }))
        if (!copied.ok) return copied
      }
      return change(id, (items) => ({ ...items, hasOwnRules: whose !== 'team' }))
    }
  }
}

/** What can be read of a team's items; by their names, since everybody has them in that order. */
function readable(
  items: readonly TeamItem[],
  isWatched: (view: string) => boolean
): Omit<TeamItems, 'hasOwnRules'> {
  const views = items.flatMap(({ kind, id, value, mayChange, isOwn }): SharedView[] => {
    const read = kind === 'view' ? viewSchema.safeParse(parsed(value)) : null
    if (read?.success !== true) return []
    const { name, productQuery, by: sharedBy } = read.data
    return [{ id, name, productQuery, watched: isWatched(id), sharedBy, mayChange, isOwn }]
  })
  const set = items.find(({ kind, id }) => kind === 'rules' && id === '')
  const rules = set === undefined ? null : rulesSchema.safeParse(parsed(set.value))
  return {
    views: views.sort((one, other) => one.name.localeCompare(other.name) || (one.id < other.id ? -1 : 1)),
    rules: set !== undefined && rules?.success === true ? { by: set.by, at: set.at, ...rules.data } : null
  }
}

function asOwn({ name, productQuery, watched }: SharedView): SavedView {
  return { id: randomUUID(), name, productQuery, watched }
}

/** The id of a view says which device shared it: nobody else can share one under it. */
function newViewId(device: string): string {
  return `${device}-${randomBytes(8).toString('hex')}`
}

function refusedTeam(): Result<never> {
  return fail('input-invalid', { field: 'team', reason: 'the store has none' })
}

function refusedView(reason: 'too-long' | 'too-many' | 'gone' | 'of-this-computer'): Result<never> {
  return fail('input-invalid', { field: 'view', reason })
}
