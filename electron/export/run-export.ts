import { rm } from 'node:fs/promises'
import type { CatalogDb } from '../catalog/types'
import type { ExportReport, Paper } from '../contract/export'
import { fail, type Result } from '../contract/failure'
import { retryHeld } from '../files/held-files'
import type { GetFilePicture } from '../images/image-for-file'
import type { MethodName, InputOf, OutputOf } from '../database/thread-protocol'
import { Thread, type ThreadLog } from '../database/thread'
import { temporaryPath } from '../database/target-file'
import type { LeftFile } from './left-file'
import type { ReviewsGate } from './reviews-gate'
import type { ExportMethods, ExportPlan, FilePicture, WantedPicture } from './worker/protocol'

export interface RunDeps {
  /** The thread's built entry. */
  threadFile: string
  copy: Pick<CatalogDb, 'file' | 'onChange'>
  /** Where a connection's files are. */
  folderOf: (connectionId: string) => string
  left: LeftFile
  gate: ReviewsGate
  picture: GetFilePicture
  print: Print
  log: ThreadLog
}

/** Lays a page of HTML out on paper, with a line at the foot of each sheet; comes back with the PDF. */
export type Print = (
  page: { html: string; foot: string; paper: Paper },
  signal: AbortSignal
) => Promise<Result<Uint8Array<ArrayBuffer>>>

/** Told of how far it is. `isFinishing`: all rows are written, and it cannot be said how long the rest takes. */
export type OnProgress = (progress: { done: number; total: number; isFinishing: boolean }) => void

/** A plan without what is found out when it is begun. */
export interface RunPlan extends Omit<ExportPlan, 'copyFile' | 'folder' | 'temporary'> {
  connectionId: string
}

/** Pixels of pictures: of cells 64 at most, on paper some 45 mm. */
const pictureSizes = { xlsx: 'thumbnail-2x', pdf: 'tile' } as const

/**
 * Writes one file, in a thread of its own that ends with it. Fails as the disk, the copy and the printer do, and with `cancelled`
 * when the signal says so; nothing is left of it then, and a file that had the name before is as it was (95).
 */
export async function runExport(
  deps: RunDeps,
  plan: RunPlan,
  onProgress: OnProgress,
  signal: AbortSignal
): Promise<Result<Omit<ExportReport, 'duration'>>> {
  const { connectionId, target } = plan
  await deps.left.remove()
  const copy = await deps.copy.file(connectionId)
  if (!copy.ok) return copy
  const temporary = temporaryPath('export', target)
  await deps.left.note(temporary)
  const thread = new Thread<ExportMethods>({ file: deps.threadFile, name: 'export', log: deps.log })
  let changed = false
  // Findings come in all the while pictures are fetched: they make no other catalog, and nor do marks.
  const unlisten = deps.copy.onChange((id, what) => {
    if (id === connectionId && what === 'copy') changed = true
  })
  // A thread that is ended answers what waits with `cancelled`.
  const end = (): void => void thread.close()
  signal.addEventListener('abort', end)
  const detach = (): Promise<unknown> => thread.call('detachReviews', connectionId, null)
  try {
    if (signal.aborted) return fail('cancelled')
    const files = { copyFile: copy.value, folder: deps.folderOf(connectionId), temporary }
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
  for (;;) {
    const step = await ask('step', { pictures })
    if (!step.ok) return step
    const { done, wanted, isEnd } = step.value
    onProgress({ done, total, isFinishing: isEnd })
    if (isEnd) break
    pictures = await Promise.all(wanted.map((one) => fetchPicture(deps, plan, one, signal)))
    if (signal.aborted) return fail('cancelled')
  }
  // What is read is of one state; whatever was written until now came after it.
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
