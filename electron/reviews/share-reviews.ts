import { basename } from 'node:path'
import type { StoreAddress } from '../api/types'
import type { CatalogDb } from '../catalog/types'
import type { ParsedInput } from '../contract/channels'
import { fail, ok, type Failure, type Result } from '../contract/failure'
import type {
  MergedForTeam,
  MergedReviews,
  MergeProgress,
  SharedForTeam,
  SharedReviews
} from '../contract/review'
import { dayInName } from '../files/file-name'
import type { Teams } from '../team/teams'
import type { ReviewFiles } from './review-files'
import { fileExtension } from './sharing/file-format'
import type { MergeInput } from './sharing/merge-file'
import { stageList, unseen } from './mark-products'

export interface ShareDeps {
  files: Pick<ReviewFiles, 'ask' | 'change'>
  catalog: Pick<CatalogDb, 'read'>
  storeOf: (connectionId: string) => StoreAddress | null
  /** Let a person choose a file; null: they did not. */
  askWhereToShare: (fileName: string) => Promise<string | null>
  askWhatToMerge: (extension: string) => Promise<string | null>
  /** Does what puts products together in the thread, one after another. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
  /** Writes and merges what a store's team exchanges. */
  team?: Pick<Teams, 'shareByFile' | 'mergeByFile'> | undefined
}

export interface MergeDeps {
  /** Told after each part. */
  onMerge: (progress: MergeProgress) => void
  /** Connections whose merge a person wants to end. */
  mergesToStop: Set<string>
}

/** Who does it, and when (ms since 1970). */
interface Who {
  by: string
  at: number
}

/** Writes reviews to a file that the person chooses; null: they chose none. Fails with `connection-unknown`, and as the files do. */
export async function shareReviews(
  { files, catalog, storeOf, askWhereToShare, inTurn, team }: ShareDeps,
  { connectionId, of }: ParsedInput<'reviews:share'>,
  { by, at }: Who
): Promise<Result<SharedReviews | SharedForTeam | null>> {
  const file = await askWhereToShare(`${fileNameOf(storeOf(connectionId))} ${dayInName(at)}.${fileExtension}`)
  if (file === null) return ok(null)
  const store = storeOf(connectionId)
  // It went while the person was asked: its file, which was put away, would be begun anew.
  if (store === null) return fail('connection-unknown')
  if (of === 'team') {
    const shared = (await team?.shareByFile(connectionId, file)) ?? fail('cancelled')
    return shared.ok ? ok({ fileName: basename(file), ...shared.value }) : shared
  }
  const heading = { store: { baseUrl: store.baseUrl, apiPath: store.apiPath }, at, by }
  return inTurn(async () => {
    const staged = of === null ? ok(0) : await stageNamedOrListed({ files, catalog }, connectionId, of)
    if (!staged.ok) return staged
    const input = { file, onlyStaged: of !== null, staged: staged.value, heading }
    const written = await files.ask('share', connectionId, input)
    return written.ok ? ok({ fileName: basename(file), reviews: written.value }) : written
  })
}

/** Merges a file that the person chooses; null: they chose none. Fails as `shareReviews` does. */
export async function mergeReviews(
  deps: ShareDeps & MergeDeps,
  connectionId: string,
  who: Who
): Promise<Result<MergedReviews | MergedForTeam | null>> {
  const file = await deps.askWhatToMerge(fileExtension)
  return file === null ? ok(null) : mergeFile(deps, connectionId, file, who)
}

type MergeFileDeps = Pick<ShareDeps, 'files' | 'storeOf' | 'team'> & MergeDeps

/**
 * Merges a file of reviews, or of a team's segments; its path is absolute. null: it was stopped before anything was merged. Fails as
 * `shareReviews` does.
 */
export async function mergeFile(
  deps: MergeFileDeps,
  connectionId: string,
  file: string,
  who: Who
): Promise<Result<MergedReviews | MergedForTeam | null>> {
  deps.mergesToStop.delete(connectionId)
  const mine = deps.storeOf(connectionId)
  if (mine === null) return fail('connection-unknown')
  const ofTeam = await mergeTeamFile(deps, connectionId, file)
  return ofTeam ?? mergeReviewsIn(deps, connectionId, { file, ...who }, mine)
}

/** null: it is no file of a team's segments. */
async function mergeTeamFile(
  { team, onMerge, mergesToStop }: MergeFileDeps,
  connectionId: string,
  file: string
): Promise<Result<MergedForTeam> | null> {
  const stop = new AbortController()
  const onProgress = (done: number, total: number): void => {
    onMerge({ connectionId, of: 'team', done, total })
    if (mergesToStop.delete(connectionId)) stop.abort()
  }
  return (await team?.mergeByFile(connectionId, file, { signal: stop.signal, onProgress })) ?? null
}

async function mergeReviewsIn(
  { files, onMerge, mergesToStop }: MergeFileDeps,
  connectionId: string,
  { file, by, at }: MergeInput,
  mine: StoreAddress
): Promise<Result<MergedReviews | null>> {
  let merged = await files.change('merge', connectionId, { file, by, at })
  let stopped = false
  let done: number | null = null
  while (merged.ok && merged.value === null && !stopped) {
    const progress = await files.ask('mergeProgress', connectionId, null)
    if (progress.ok) onMerge({ connectionId, of: 'reviews', ...progress.value })
    done = progress.ok ? progress.value.done : (done ?? 0)
    stopped = mergesToStop.delete(connectionId)
    merged = await files.ask(stopped ? 'stopMerge' : 'mergeOn', connectionId, null)
  }
  if (!merged.ok) return mayHaveMerged(done, merged.failure) ? partly(merged.failure) : merged
  if (merged.value === null) return ok(null)
  const { heading, number, products, changed, marks, notes, takenBack, hidden, failure } = merged.value
  const theirs = heading.store
  const isOther = theirs !== null && (theirs.baseUrl !== mine.baseUrl || theirs.apiPath !== mine.apiPath)
  const from = { by: heading.by, at: heading.at, isOtherStore: isOther }
  const did = { entry: number, reviews: products, changed, marks, notes, takenBack, hidden }
  return ok({ of: 'reviews', ...did, stopped, failure, from })
}

/**
 * Whether something may be merged though its merge failed, as where its thread died or the file of reviews turned out to be damaged: a
 * merge that fails by itself says what it did. @param done products that were merged when it was asked last; null: it had not begun
 */
function mayHaveMerged(done: number | null, { code }: Failure): boolean {
  if (done === null || code === 'input-invalid') return false
  return code !== 'storage-failed' || done > 0
}

function partly({ code, facts }: Failure): Result<never> {
  return fail(code, { ...facts, isPartly: true })
}

/** Puts products together in the thread, by id or as a list has them; how many. Fails as `stageList` does. */
export async function stageNamedOrListed(
  deps: { files: Pick<ReviewFiles, 'ask'>; catalog: Pick<CatalogDb, 'read'> },
  connectionId: string,
  of: Exclude<ParsedInput<'reviews:share'>['of'], 'team' | null>
): Promise<Result<number>> {
  if ('productQuery' in of) return stageList(deps, connectionId, of, unseen)
  const products = of.products.map((id) => unseen({ id }))
  return deps.files.ask('stage', connectionId, { first: true, products })
}

/** Readable, and allowed in every file system. */
function fileNameOf(store: StoreAddress | null): string {
  const host = store !== null && URL.canParse(store.baseUrl) ? new URL(store.baseUrl).hostname : ''
  return `Reviews ${host.replaceAll(/[^a-z0-9.-]/g, '_')}`.trim()
}
