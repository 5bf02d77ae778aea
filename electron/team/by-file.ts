import { fail, ok, type Failure, type Result } from '../contract/failure'
import type { MergedForTeam, SharedForTeam } from '../contract/review'
import type { TeamProblem } from '../contract/team'
import { storageFailure, systemCodeOf } from '../files/disk-problem'
import { CarrierFailure, type Carrier, type SegmentName } from './carriers/carrier'
import {
  createSegmentFile,
  openSegmentFile,
  UnreadableSegmentFile,
  type SegmentFile
} from './carriers/segment-file'
import { isOfOne, OwnFailure, pagesOf, readBeside, sealAll, valueOf, type ExchangeDeps } from './exchange'
import { problemOf } from './exchange-schedule'
import { readHeader } from './segment'
import type { TakenSegment } from './types'

/** ms for one answer of the team's place: one that hangs keeps nobody from the file. */
const deadline = 20_000

/** This device, without a carrier. */
export type ByFileDeps = Omit<ExchangeDeps, 'carrier'>

/** Lends the carrier of the team's place. */
export type BorrowCarrier = (work: (carrier: Carrier) => Promise<void>) => Promise<void>

/**
 * Writes a file with all that a colleague may lack: this device's segments, with what waits, and those that the team's place has of others.
 * Where the place cannot be used the file has this device's alone, and says why. Fails with `storage-failed` where the file cannot be
 * written, and as this device's own files do.
 */
export async function shareByFile(
  deps: ByFileDeps,
  path: string,
  borrow: BorrowCarrier
): Promise<Result<Omit<SharedForTeam, 'fileName'>>> {
  const { book, reviewer, now } = deps
  return toldAsFailure(async () => {
    const membership = valueOf(await book.membership())
    if (membership === null) return fail('cancelled')
    await sealAll(deps)
    const { team, store } = membership
    const file = await createSegmentFile(path, { team, store, by: reviewer(), at: now() })
    const devices = new Set<string>()
    const append = async (name: SegmentName, bytes: Uint8Array): Promise<void> => {
      if (file.has(name)) return
      await file.append(name, bytes)
      devices.add(name.device)
    }
    try {
      for (const name of valueOf(await book.toCarry([])).own)
        await append(name, valueOf(await book.own(name)))
      const problem = await problemIn(() =>
        borrow(async (carrier) => {
          for await (const { names } of pagesOf(carrier, () => AbortSignal.timeout(deadline)))
            for (const name of valueOf(await book.toCarry(names)).others) {
              const bytes = await readGood(carrier, name, team)
              if (bytes !== null) await append(name, bytes)
            }
        })
      )
      await file.commit()
      return ok({ devices: devices.size, segments: file.count, problem })
    } finally {
      // What has its name by then stays.
      await file.drop()
    }
  })
}

export interface MergingByFile {
  /** Ends it: what was merged by then stays. */
  signal: AbortSignal
  /** Told how many segments are merged, of how many. */
  onProgress: (done: number, total: number) => void
  /** What the team's place lacks of other devices is passed on there; null: the place is not reached just now. */
  borrow: BorrowCarrier | null
}

/**
 * Merges a file of a team's segments, as what a carrier has; null: it is another kind of file. Merged again it changes nothing here, and
 * passes on what could not be passed on before. Fails with `input-invalid`, field `file`, and changes nothing, where the file is damaged
 * (`reason` as `UnreadableSegmentFile` and `SegmentProblem` say), is of `another-team`, or there is `no-team` here; with
 * `storage-failed` where it cannot be read.
 */
export async function mergeByFile(
  deps: ByFileDeps,
  path: string,
  { signal, onProgress, borrow }: MergingByFile
): Promise<Result<MergedForTeam> | null> {
  let file: SegmentFile | null = null
  try {
    file = await openSegmentFile(path)
    if (file === null) return null
    const withFile = { ...deps, carrier: file }
    const merged = await mergeFrom(withFile, signal, onProgress)
    if (merged.ok && !signal.aborted && borrow !== null)
      await toldAsFailure(async () => {
        // The next exchange says what the place fails with. What was merged stays so, whatever becomes of the file by then.
        await problemIn(() => borrow((place) => passOn(withFile, place, signal)))
        return merged
      })
    return merged
  } catch (error) {
    return failureOf(error)
  } finally {
    await file?.close()
  }
}

async function mergeFrom(
  deps: ExchangeDeps<SegmentFile>,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void
): Promise<Result<MergedForTeam>> {
  const { book, carrier: file } = deps
  const { team, by, at } = file.heading
  const membership = valueOf(await book.membership())
  if (membership === null) return refused('no-team')
  if (membership.team !== team) return refused('another-team')
  const merged: MergedForTeam = {
    ...{ of: 'team', segments: 0, products: 0, ignored: 0, ahead: 0, unreadable: 0 },
    ...{ isStopped: false, from: { by, at } }
  }
  const products = new Set<string>()
  let done = 0
  let total = 0
  try {
    const { ignored } = await readBeside(
      deps,
      signal,
      async (names) => {
        total = names.length
        for (const name of names) await demandGood(file, name, team, signal)
      },
      (taken) => {
        count(merged, taken)
        for (const product of taken.products ?? []) products.add(product)
        onProgress(++done, total)
      }
    )
    merged.ignored += ignored
  } catch (error) {
    if (!signal.aborted) {
      if (done === 0) throw error
      const failed = failureOf(error)
      return fail(failed.failure.code, { ...failed.failure.facts, isPartly: true })
    }
    merged.isStopped = true
  }
  return ok({ ...merged, products: merged.products === null ? null : products.size })
}

/**
 * Appends to the team's place what the file has of other devices after the last that the place has of them. Earlier ones are left to
 * their device: a snapshot may stand for them. So is the first, since whoever makes a device's folder on a share may have it alone.
 */
async function passOn(
  { book, carrier: file }: ExchangeDeps<SegmentFile>,
  place: Carrier,
  signal: AbortSignal
): Promise<void> {
  if (place.letsPassOn !== true) return
  const limited = (): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(deadline)])
  const last = new Map<string, number>()
  for await (const { names } of pagesOf(place, limited))
    for (const { device, sequence } of names) last.set(device, Math.max(sequence, last.get(device) ?? 0))
  for await (const { names } of pagesOf(file, limited))
    for (const name of valueOf(await book.toCarry(names)).others) {
      if (name.sequence <= (last.get(name.device) ?? Infinity)) continue
      const bytes = await readGood(file, name, file.heading.team)
      if (bytes === null || !(await isAppended(place, name, bytes, limited()))) last.delete(name.device)
    }
}

/** false: the place does not take it, though it is there. */
async function isAppended(
  place: Carrier,
  name: SegmentName,
  bytes: Uint8Array,
  signal: AbortSignal
): Promise<boolean> {
  try {
    await place.append(name, bytes, signal)
    return true
  } catch (error) {
    if (error instanceof CarrierFailure && error.kind !== 'unreachable') return false
    throw error
  }
}

function count(merged: MergedForTeam, { problem, products }: TakenSegment): void {
  if (problem === null) merged.segments++
  else if (problem === 'removed') merged.ignored++
  else if (problem === 'ahead') merged.ahead++
  else merged.unreadable++
  if (products === null) merged.products = null
}

/** Nothing is merged of a file of which a part was altered, or does not belong to the team. */
async function demandGood(
  file: SegmentFile,
  name: SegmentName,
  team: string,
  signal: AbortSignal
): Promise<void> {
  const header = readHeader(name, await file.read(name, signal))
  signal.throwIfAborted()
  if (typeof header === 'string') throw new OwnFailure(refused(header).failure)
  if (header.team !== team) throw new OwnFailure(refused('another-team').failure)
}

function refused(reason: string): { ok: false; failure: Failure } {
  return fail('input-invalid', { field: 'file', reason })
}

async function toldAsFailure<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work()
  } catch (error) {
    return failureOf(error)
  }
}

/** Throws what is a bug. */
function failureOf(error: unknown): { ok: false; failure: Failure } {
  if (error instanceof UnreadableSegmentFile) return refused(error.problem)
  if (error instanceof OwnFailure) return { ok: false, failure: error.failure }
  const code = systemCodeOf(error)
  if (code === null) throw error
  return storageFailure(code, `The file answered ${code}.`)
}

/** null: it is late, damaged or of another team: whoever merges the file would be told that the file is. */
async function readGood(
  carrier: Pick<Carrier, 'read'>,
  name: SegmentName,
  team: string
): Promise<Uint8Array | null> {
  try {
    const bytes = await carrier.read(name, AbortSignal.timeout(deadline))
    const header = readHeader(name, bytes)
    return typeof header === 'string' || header.team !== team ? null : bytes
  } catch (error) {
    if (isOfOne(error)) return null
    throw error
  }
}

/** What a place fails with; null: nothing. */
async function problemIn(work: () => Promise<void>): Promise<TeamProblem | null> {
  try {
    await work()
    return null
  } catch (error) {
    const isOfPlace =
      error instanceof CarrierFailure || error instanceof OwnFailure || error instanceof DOMException
    if (isOfPlace) return problemOf(error)
    throw error
  }
}
