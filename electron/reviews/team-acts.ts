import { createKeyedMutex } from '../async/locks'
import type { ParsedInput } from '../contract/channels'
import { emptyQuery, filterGroups, noFilters } from '../contract/empty-query'
import { ok, type Result } from '../contract/failure'
import type { ProductQuery } from '../contract/product-query'
import type { Assigned } from '../contract/team'
import type { CatalogDb } from '../catalog/types'
import type { Teams } from '../team/teams'
import type { TeamBook } from '../team/types'
import type { ReviewFiles } from './review-files'
import { stageNamedOrListed } from './share-reviews'
import type { Assignment } from './team/assign'
import { hasTeam, teamBookOf } from './team-book'
import type { Reviews } from './types'

export interface TeamActsDeps {
  files: Pick<ReviewFiles, 'ask' | 'change'>
  catalog: Pick<CatalogDb, 'read' | 'products'>
  folderOf: (connectionId: string) => string
  reviewer: () => string
  /** ms since 1970. */
  now: () => number
  /** Lists are put together one after another. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
  /** Counts what a person decided, until it is saved. */
  decide: <T>(work: Promise<T>) => Promise<T>
  /** Told after each write, by this person or by their team; null: any product may be concerned. */
  invalidate: (connectionId: string, productIds: string[] | null) => void
  changed: (connectionId: string, productIds: string[] | null) => void
  tellExceptions: (connectionId: string) => void
  /** Does what makes or removes a team's file, which nobody may have open meanwhile. */
  withoutReaders: <T>(connectionId: string, work: () => Promise<T>) => Promise<T>
  /** Claims products of a list of candidates at the team's place (`Teams.claim`). */
  claim?: Teams['claim'] | undefined
}

/** What reviewing in a team adds to reviews. */
export interface TeamActs extends Pick<
  Reviews,
  'teamBook' | 'hasTeam' | 'assign' | 'undoAssignment' | 'claim' | 'standing' | 'agreement'
> {
  /** Tells the team's file what this person just decided, on which it depends what products are; the rest follows where that is much. */
  collectDecided: (connectionId: string) => Promise<void>
}

/** Products that are looked at for some that nobody has. */
const candidatesAtOnce = 500

export function createTeamActs(deps: TeamActsDeps): TeamActs {
  const { files, catalog, now } = deps
  const who = (): { by: string; at: number } => ({ by: deps.reviewer(), at: now() })
  const has = (id: string): boolean => hasTeam(deps.folderOf(id))
  /** The thread merges one segment of a team at a time; they come from its place, and from files. */
  const taking = createKeyedMutex()

  function teamBook(id: string): TeamBook {
    const book = teamBookOf(
      files,
      id,
      deps.reviewer,
      (products) => {
        deps.invalidate(id, products)
        deps.tellExceptions(id)
      },
      (products) => deps.invalidate(id, products)
    )
    return {
      ...book,
      take: (...args) => taking.run(id, () => book.take(...args)),
      begin: (...args) => deps.withoutReaders(id, () => book.begin(...args)),
      end: () => deps.withoutReaders(id, () => book.end())
    }
  }

  /** When the catalog was read that people see, ms since 1970; null: not known. */
  async function catalogAsOf(id: string): Promise<number | null> {
    const answer = await catalog.read(id, { productQuery: emptyQuery, offset: 0, limit: 0 })
    return answer.ok ? answer.value.coverage.asOf : null
  }

  async function collectRest(book: TeamBook, asOf: number | null): Promise<void> {
    for (;;) {
      const collected = await book.collect(now(), asOf)
      if (!collected.ok || !collected.value) return
    }
  }

  async function assignTo(
    id: string,
    to: readonly string[],
    of: ParsedInput<'reviews:assign'>['of']
  ): Promise<Result<Assigned>> {
    const staged = await stageNamedOrListed({ files, catalog }, id, of)
    if (!staged.ok) return staged
    const assigning = { to, ...who(), count: staged.value }
    return assignedBy(id, files.change('teamAssign', id, assigning))
  }

  async function assignedBy(
    id: string,
    assigning: Promise<Result<Assignment & { products: string[] | null }>>
  ): Promise<Result<Assigned>> {
    const done = await deps.decide(assigning)
    if (!done.ok) return done
    const { number, assigned, products } = done.value
    if (products?.length !== 0) deps.changed(id, products)
    return ok({ assigned, assignment: number })
  }

  return {
    teamBook,
    hasTeam: has,
    async collectDecided(id) {
      if (!has(id)) return
      const [book, asOf] = [teamBook(id), await catalogAsOf(id)]
      const collected = await book.collect(now(), asOf)
      if (collected.ok && collected.value) void deps.decide(collectRest(book, asOf))
    },
    assign: ({ connectionId, to, of }) => deps.inTurn(() => assignTo(connectionId, to, of)),
    undoAssignment: ({ connectionId: id, assignment: number }) =>
      deps.inTurn(() => assignedBy(id, files.change('teamUndoAssignment', id, { number, ...who() }))),
    async claim({ connectionId: id, productQuery, count }) {
      const unassigned = unassignedIn(productQuery)
      if (unassigned === null || deps.claim === undefined) return ok({ claimed: 0 })
      const candidates = async (): Promise<Result<string[]>> => {
        const listed = await catalog.read(id, {
          productQuery: unassigned,
          offset: 0,
          limit: candidatesAtOnce
        })
        return listed.ok ? ok(listed.value.items.map((product) => product.id)) : listed
      }
      const claimed = await deps.claim(id, candidates, count)
      if (!claimed.ok || claimed.value.length === 0) return claimed.ok ? ok({ claimed: 0 }) : claimed
      const taken = await deps.inTurn(() => assignTo(id, [deps.reviewer()], { products: claimed.value }))
      return taken.ok ? ok({ claimed: taken.value.assigned }) : taken
    },
    async standing(id, product) {
      const [found, asOf] = await Promise.all([catalog.products(id, [product]), catalogAsOf(id)])
      const contentFingerprint = found.ok ? found.value[0]?.contentFingerprint : undefined
      const now = contentFingerprint === undefined ? null : { contentFingerprint, asOf }
      return files.ask('teamStanding', id, { product, now })
    },
    agreement: (id) => files.ask('teamAgreement', id, null)
  }
}

/** The products of a list that nobody has in particular; null: it is one of somebody's. */
function unassignedIn(productQuery: ProductQuery): ProductQuery | null {
  const given = filterGroups(productQuery)
  const groups = (given.length === 0 ? [noFilters] : given).filter(
    ({ assignedTo, setAside }) => assignedTo.length === 0 && !setAside
  )
  const [filters, ...or] = groups.map((group) => ({ ...group, assignedTo: [''] }))
  return filters === undefined ? null : { ...productQuery, filters, or }
}
