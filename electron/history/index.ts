import type { CatalogHistory, RawChange } from '../catalog/history-types'
import type { ParsedInput } from '../contract/channels'
import { fail, ok, type Result } from '../contract/failure'
import type { HandlersOf } from '../contract/bridge'
import type { Change, ChangesPage, Comparison, MarkedSeen, Timeline } from '../contract/history'
import type { Picture } from '../contract/picture'
import type { Product } from '../contract/product'

/** Puts together what tells how the catalogs changed. */
export function composeHistory(deps: HistoryDeps): { handlers: HandlersOf<'history'> } {
  return { handlers: historyHandlers({ history: createHistory(deps) }) }
}

interface HistoryHandlersDeps {
  history: History
}

function historyHandlers({ history }: HistoryHandlersDeps): HandlersOf<'history'> {
  return {
    'history:changes': (query) => history.changes(query),
    'history:unseen': ({ connectionId }) => history.unseen(connectionId),
    'history:mark-seen': (marking) => history.markSeen(marking),
    'history:of': (product) => history.of(product),
    'history:compare': (question) => history.compare(question)
  }
}

interface HistoryDeps {
  catalog: CatalogHistory
  /** null: there is no such connection. */
  addressOf: (connectionId: string) => { baseUrl: string } | null
  /** `product`: its key in the catalog. */
  registerPicture: (connectionId: string, address: string, product?: number) => Picture
  /** Products as the catalog has them, by id. */
  productsOf: (connectionId: string, ids: string[]) => Promise<Result<Product[]>>
}

/** What changed in the stores' catalogs. Fails with `connection-unknown`, and as the catalog does. */
interface History {
  changes(query: ParsedInput<'history:changes'>): Promise<Result<ChangesPage>>
  unseen(connectionId: string): Promise<Result<number>>
  markSeen(marking: ParsedInput<'history:mark-seen'>): Promise<Result<MarkedSeen>>
  of(product: ParsedInput<'history:of'>): Promise<Result<Timeline>>
  compare(request: ParsedInput<'history:compare'>): Promise<Result<Comparison>>
}

function createHistory({ catalog, addressOf, registerPicture, productsOf }: HistoryDeps): History {
  const unknown = fail('connection-unknown')

  /** `before` and `after`: the connections that the two sides are of. The second has the product, where it has it. */
  function toChange(before: string, after = before): (raw: RawChange) => Change {
    return ({ ofFirst = false, product, ...change }) => {
      const { key, id, name, image, listed } = product
      const owner = ofFirst ? before : after
      const picture = image === null ? null : registerPicture(owner, image, key)
      const shown = { id, name, picture, listed, connectionId: owner, now: null }
      if (change.kind !== 'image') return { ...change, product: shown, pictures: null }
      // No product's key: what is found of a picture that was replaced is not told of the product.
      const pictureOf = (connectionId: string, address: string | null): Picture | null =>
        address === null ? null : registerPicture(connectionId, address)
      const pictures = { before: pictureOf(before, change.before), after: pictureOf(after, change.after) }
      return { ...change, before: null, after: null, product: shown, pictures }
    }
  }

  /** Adds how their products are now; without it where that cannot be read: the changes are told all the same. */
  async function withProducts(connectionId: string, changes: Change[]): Promise<Change[]> {
    const ids = [...new Set(changes.map(({ product }) => product.id))]
    const found = ids.length === 0 ? null : await productsOf(connectionId, ids)
    const byId = new Map(found?.ok ? found.value.map((product) => [product.id, product]) : [])
    return changes.map((change) => {
      const known = byId.get(change.product.id)
      if (known === undefined) return change
      const { contentFingerprint, review, findings } = known
      return { ...change, product: { ...change.product, now: { contentFingerprint, review, findings } } }
    })
  }

  async function compareRuns(
    { connectionId, before, after }: Extract<ParsedInput<'history:compare'>['between'], { what: 'runs' }>,
    page: Omit<ParsedInput<'history:compare'>, 'between'>
  ): Promise<Result<Comparison>> {
    if (addressOf(connectionId) === null) return unknown
    const found = await catalog.compareRuns(connectionId, { ...page, before, after })
    if (!found.ok) return found
    const side = { connectionId, coverage: found.value.before }
    const changes = found.value.changes.map(toChange(connectionId))
    return ok({
      ...found.value,
      changes: await withProducts(connectionId, changes),
      before: side,
      after: side
    })
  }

  async function compareConnections(
    { before, after }: Extract<ParsedInput<'history:compare'>['between'], { what: 'connections' }>,
    page: Omit<ParsedInput<'history:compare'>, 'between'>
  ): Promise<Result<Comparison>> {
    const [one, other] = [addressOf(before), addressOf(after)]
    if (one === null || other === null) return unknown
    const bases: [string, string] = [one.baseUrl, other.baseUrl]
    const found = await catalog.compareCatalogs(before, after, { ...page, bases })
    if (!found.ok) return found
    return ok({
      ...found.value,
      changes: found.value.changes.map(toChange(before, after)),
      before: { connectionId: before, coverage: found.value.before },
      after: { connectionId: after, coverage: found.value.after }
    })
  }

  return {
    async changes({ connectionId, ...request }) {
      if (addressOf(connectionId) === null) return unknown
      const found = await catalog.changes(connectionId, request)
      if (!found.ok) return found
      const changes = found.value.changes.map(toChange(connectionId))
      return ok({ ...found.value, changes: await withProducts(connectionId, changes) })
    },
    async unseen(connectionId) {
      return addressOf(connectionId) === null ? unknown : catalog.unseen(connectionId)
    },
    async markSeen({ connectionId, changes, seen }) {
      return addressOf(connectionId) === null ? unknown : catalog.markSeen(connectionId, changes, seen)
    },
    async of({ connectionId, productId }) {
      if (addressOf(connectionId) === null) return unknown
      const found = await catalog.timeline(connectionId, productId)
      if (!found.ok) return found
      return ok({ ...found.value, changes: found.value.changes.map(toChange(connectionId)) })
    },
    compare: ({ between, ...page }) =>
      between.what === 'runs' ? compareRuns(between, page) : compareConnections(between, page)
  }
}
