import { rm, readFile, writeFile } from 'node:fs/promises'
import type { CatalogDb } from '../catalog/types'
import type { ExportReport } from '../contract/export'
import type { Paper } from '../contract/export-choices'
import { fail, type Result } from '../contract/failure'
import type { FoundFacts, Product } from '../contract/product'
import { retryHeld } from '../files/held-files'
import type { GetFilePicture } from '../images'
import type { MethodName, InputOf, OutputOf } from '../database/thread-protocol'
import { Thread, type ThreadLog } from '../database/thread'
import { temporaryPath } from '../database/target-file'
import type { ExportMethods, ExportPlan, FilePicture, WantedPicture } from './worker/protocol'
import { basename, isAbsolute } from 'node:path'

export interface RunDeps {
  /** The thread's built entry. */
  threadFile: string
  catalog: Pick<CatalogDb, 'file' | 'onChange'>
  /** Where a connection's files are. */
  folderOf: (connectionId: string) => string
  left: LeftFile
  gate: ReviewsGate
  picture: GetFilePicture
  /** The facts of the products' findings, in their order. */
  findingFacts: (connectionId: string, products: Pick<Product, 'id' | 'findings'>[]) => Promise<FoundFacts[]>
  print: Print
  log: ThreadLog
}

/** Prints a page of HTML with a line at the foot of each sheet; returns the PDF. */
type Print = (
  page: { html: string; foot: string; paper: Paper },
  signal: AbortSignal
) => Promise<Result<Uint8Array<ArrayBuffer>>>

/** `isFinishing`: all rows are written; the rest takes an unknown time. */
type OnProgress = (progress: { done: number; total: number; isFinishing: boolean }) => void

/** A plan without what only `runExport` knows. */
interface RunPlan extends Omit<ExportPlan, 'catalogFile' | 'folder' | 'temporary'> {
  connectionId: string
}

/** Pixels of pictures: of cells 64 at most, on paper some 45 mm. */
const pictureSizes = { xlsx: 'thumbnail-2x', pdf: 'tile' } as const

/**
 * Writes one file, in a thread of its own that ends with it. Fails as the disk, the catalog and the printer do, and with `cancelled`
 * when the signal says so; nothing is left of it then, and a file that had the name before is as it was (fault 95).
 */
export async function runExport(
  deps: RunDeps,
  plan: RunPlan,
  onProgress: OnProgress,
  signal: AbortSignal
): Promise<Result<Omit<ExportReport, 'duration'>>> {
  const { connectionId, target } = plan
  await deps.left.remove()
  const copy = await deps.catalog.file(connectionId)
  if (!copy.ok) return copy
  const temporary = temporaryPath('export', target)
  await deps.left.note(temporary)
  const thread = new Thread<ExportMethods>({ file: deps.threadFile, name: 'export', log: deps.log })
  let changed = false
  // Findings, which come in while pictures are fetched, and reviews are no change of the catalog.
  const unlisten = deps.catalog.onChange((id, what) => {
    if (id === connectionId && what === 'catalog') changed = true
  })
  // Closing the thread fails pending calls with `cancelled`.
  const end = (): void => void thread.close()
  signal.addEventListener('abort', end)
  const detach = (): Promise<unknown> => thread.call('detachReviews', connectionId, null)
  try {
    if (signal.aborted) return fail('cancelled')
    const files = { catalogFile: copy.value, folder: deps.folderOf(connectionId), temporary }
    const whole = { ...plan, ...files }
    const begun = await deps.gate.enter(connectionId, detach, () => thread.call('begin', connectionId, whole))
    if (!begun.result.ok) return begun.result
    const { total } = begun.result.value
    return await write(deps, thread, { ...whole, total }, onProgress, signal, () => changed)
  } finally {
    deps.gate.leave(detach)
    signal.removeEventListener('abort', end)
    unlisten()
    await thread.close()
    await retryHeld(() => rm(temporary, { force: true })).catch(() => undefined)
    await deps.left.remove()
  }
}

async function write(
  deps: RunDeps,
  thread: Thread<ExportMethods>,
  { total, ...plan }: ExportPlan & { connectionId: string; total: number },
  onProgress: OnProgress,
  signal: AbortSignal,
  isChanged: () => boolean
): Promise<Result<Omit<ExportReport, 'duration'>>> {
  const ask = async <Name extends MethodName<ExportMethods>>(
    name: Name,
    input: InputOf<ExportMethods, Name>
  ): Promise<Result<OutputOf<ExportMethods, Name>>> =>
    (await thread.call(name, plan.connectionId, input)).result

  onProgress({ done: 0, total, isFinishing: false })
  let pictures: (FilePicture | null)[] = []
  let facts: FoundFacts[] = []
  for (;;) {
    const step = await ask('step', { pictures, facts })
    if (!step.ok) return step
    const { done, wanted, found, isEnd } = step.value
    onProgress({ done, total, isFinishing: isEnd })
    if (isEnd) break
    pictures = await Promise.all(wanted.map((one) => fetchPicture(deps, plan, one, signal)))
    facts = found.length > 0 ? await deps.findingFacts(plan.connectionId, found) : []
    if (signal.aborted) return fail('cancelled')
  }
  // Rows are of one state of the catalog; what was written since came after it.
  const changed = isChanged()
  const { format, paper } = plan.choices
  if (format !== 'pdf') return ask('finish', { changed, printed: null })
  const page = await ask('page', { changed })
  if (!page.ok) return page
  const printed = await deps.print({ ...page.value, paper }, signal)
  return printed.ok ? ask('finish', { changed, printed: printed.value }) : printed
}

function fetchPicture(
  { picture }: RunDeps,
  { connectionId, choices }: RunPlan,
  wanted: WantedPicture | null,
  signal: AbortSignal
): Promise<FilePicture | null> {
  if (wanted === null) return Promise.resolve(null)
  return picture(
    connectionId,
    wanted,
    choices.format === 'pdf' ? pictureSizes.pdf : pictureSizes.xlsx,
    signal
  )
}

/** Names of exports that are being written (`temporaryPath`); nothing else has such a name. */
const temporaryName = /^\.vitrine-export-[0-9a-f]{16}\.part$/

/** Remembers, across a kill, the unfinished file in the folder that the person selected (fault 95). */
interface LeftFile {
  /** Called before the file is created. The export goes on where the note cannot be written. */
  note(temporary: string): Promise<void>
  /** Deletes the file that was noted last, if it exists. Never fails; the next call tries again. */
  remove(): Promise<void>
}

/** @param noteFile where it is noted, in the profile's own folder */
export function createLeftFile(noteFile: string): LeftFile {
  return {
    async note(temporary) {
      await writeFile(noteFile, temporary).catch(() => undefined)
    },
    async remove() {
      const path = await readFile(noteFile, 'utf8').catch(() => null)
      if (path === null) return
      // Only a file of this app is deleted, whatever the note says.
      const isOurs = isAbsolute(path) && temporaryName.test(basename(path))
      try {
        if (isOurs) await rm(path, { force: true })
        await rm(noteFile, { force: true })
      } catch {
        // The drive may be absent; the next export tries again.
      }
    }
  }
}

/** Closes the file of reviews that an export reads. */
type LetGo = () => Promise<unknown>

/** Keeps exports and whatever replaces a connection's file of reviews apart: Windows replaces no file that is open (fault 111). */
export interface ReviewsGate {
  /** Calls `begin` once the file is not being replaced; until `leave`, `letGo` is called before it is. */
  enter<T>(connectionId: string, letGo: LetGo, begin: () => Promise<T>): Promise<T>
  leave(letGo: LetGo): void
  /** Resolves when no export has the file open; none opens it until `replaced`. */
  release(connectionId: string): Promise<void>
  replaced(connectionId: string): void
}

export function createReviewsGate(): ReviewsGate {
  const inside = new Map<LetGo, string>()
  /** By connection; each settles when the file is there again. */
  const replacing = new Map<string, PromiseWithResolvers<undefined>>()

  return {
    async enter(connectionId, letGo, begin) {
      // It may be about to be replaced another time by then.
      for (let under = replacing.get(connectionId); under; under = replacing.get(connectionId))
        await under.promise
      inside.set(letGo, connectionId)
      return begin()
    },
    leave: (letGo) => void inside.delete(letGo),
    async release(connectionId) {
      if (!replacing.has(connectionId)) replacing.set(connectionId, Promise.withResolvers())
      const readers = [...inside].filter(([, id]) => id === connectionId)
      await Promise.all(readers.map(([letGo]) => letGo()))
    },
    replaced(connectionId) {
      replacing.get(connectionId)?.resolve(undefined)
      replacing.delete(connectionId)
    }
  }
}
