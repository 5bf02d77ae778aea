import { basename } from 'node:path'
import type { StoreAddress } from '../api/types'
import type { CatalogDb } from '../catalog/types'
import type { ParsedInput } from '../contract/channels'
import { fail, ok, type Failure, type Result } from '../contract/failure'
import type { MergedReviews, MergeProgress, SharedReviews } from '../contract/review'
import { dayInName } from '../files/file-name'
import type { ReviewFiles } from './reviews-db'
import { fileExtension } from './sharing/file-format'
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
  { files, catalog, storeOf, askWhereToShare, inTurn }: ShareDeps,
  { connectionId, of }: ParsedInput<'reviews:share'>,
  { by, at }: Who
): Promise<Result<SharedReviews | null>> {
  const file = await askWhereToShare(`${fileNameOf(storeOf(connectionId))} ${dayInName(at)}.${fileExtension}`)
  if (file === null) return ok(null)
  const store = storeOf(connectionId)
  // It went while the person was asked: its file, which was put away, would be begun anew.
  if (store === null) return fail('connection-unknown')
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
): Promise<Result<MergedReviews | null>> {
  const file = await deps.askWhatToMerge(fileExtension)
  return file === null ? ok(null) : mergeFile(deps, connectionId, file, who)
}

/** Merges a file; its path is absolute. null: it was stopped before anything was merged. Fails as `shareReviews` does. */
export async function mergeFile(
  { files, storeOf, onMerge, mergesToStop }: Pick<ShareDeps, 'files' | 'storeOf'> & MergeDeps,
  connectionId: string,
  file: string,
  { by, at }: Who
): Promise<Result<MergedReviews | null>> {
  mergesToStop.delete(connectionId)
  const mine = storeOf(connectionId)
  if (mine === null) return fail('connection-unknown')
  let merged = await files.change('merge', connectionId, { file, by, at })
  let stopped = false
  let done: number | null = null
  while (merged.ok && merged.value === null && !stopped) {
    const progress = await files.ask('mergeProgress', connectionId, null)
    if (progress.ok) onMerge({ connectionId, ...progress.value })
    done = progress.ok ? progress.value.done : (done ?? 0)
    stopped = mergesToStop.delete(connectionId)
    merged = await files.ask(stopped ? 'stopMerge' : 'mergeOn', connectionId, null)
  }
  if (!merged.ok) return mayHaveMerged(done, merged.failure) ? partly(merged.failure) : merged
  if (merged.value === null) return ok(null)
  const { heading, number, products, marks, notes, takenBack, hidden, failure } = merged.value
  const theirs = heading.store
  const isOther = theirs !== null && (theirs.baseUrl !== mine.baseUrl || theirs.apiPath !== mine.apiPath)
  const from = { by: heading.by, at: heading.at, isOtherStore: isOther }
  return ok({ entry: number, reviews: products, marks, notes, takenBack, hidden, stopped, failure, from })
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
  of: NonNullable<ParsedInput<'reviews:share'>['of']>
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
