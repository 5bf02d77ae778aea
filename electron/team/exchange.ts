import type { Failure, Result } from '../contract/failure'
import type { TeamPlace } from '../contract/team'
import { CarrierFailure, mostListed, type Carrier, type SegmentName } from './carriers/carrier'
import { readHeader, type DeviceKey } from './segment'
import type { ListedNames, Sealing, Survey, TakenSegment, TeamBook } from './types'

export interface ExchangeDeps<Used = Carrier> {
  book: TeamBook
  carrier: Used
  /** This device's key; null: it is not in the keychain, as where the profile was copied from another computer. */
  key: (device: string) => Promise<Result<DeviceKey | null>>
  /** Makes another and keeps it. */
  newKey: () => Promise<Result<DeviceKey>>
  reviewer: () => string
  /** ms since 1970. */
  now: () => number
}

export interface ExchangeOptions {
  signal: AbortSignal
  /** Whether what waits may be written now: each writing is another segment. */
  mayWrite: boolean
  /** This device leaves the team with what it writes. */
  left?: boolean
  /** This device goes on at another place, and says so with what it writes. */
  movedTo?: TeamPlace
  /** Writes what waits and reads what came since, where the carrier can list that; what else may have happened is left for another time. */
  isQuick?: boolean
}

/** Ends an exchange: what this device's own files or keychain failed with. */
export class OwnFailure extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.code)
    this.failure = failure
  }
}

/**
 * Exchanges what a store's reviewers did with their team, once: writes what waits, reads what is new. Whatever is left undone in the
 * middle is done the next time. Rejects with a `CarrierFailure`, an `OwnFailure` or the signal's reason.
 */
export async function exchange(
  deps: ExchangeDeps,
  { signal, mayWrite, isQuick = false, ...last }: ExchangeOptions
): Promise<void> {
  const { book, carrier, now } = deps
  while (valueOf(await book.collect(now()))) signal.throwIfAborted()
  // Quick ones are for places alone that refuse a name that is taken: at others a device restored from a backup would overwrite its own
  // segments that it no longer knows of (fault 141).
  const listNew = isQuick ? carrier.listNew?.bind(carrier) : undefined
  const known = listNew === undefined ? null : valueOf(await book.newest())
  const quickKey = known === null ? null : await keyOf(deps)
  const key = quickKey ?? (await lookAfterOwn(deps, signal))
  if (mayWrite) await write(deps, key, signal, last)
  if (quickKey !== null && known !== null && listNew !== undefined) {
    const names = await listNew(known, signal)
    return read(
      deps,
      names.filter(({ device }) => device !== key.device),
      signal
    )
  }
  for await (const listed of pagesOf(carrier, () => signal)) {
    await read(deps, valueOf(await book.survey({ ...listed, at: now() })).read, signal)
  }
}

/**
 * Reads what a carrier has beside what is at the team's place, as a file that somebody was given. Nothing is written to it.
 *
 * @param look called before anything is merged, with what there is to read; what it rejects with leaves all as it was
 * @param onTaken called after each segment
 */
export async function readBeside(
  deps: ExchangeDeps<Pick<Carrier, 'list' | 'read'>>,
  signal: AbortSignal,
  look: (names: readonly SegmentName[]) => Promise<void>,
  onTaken: (taken: TakenSegment) => void
): Promise<{ ignored: number }> {
  const { book, carrier, now } = deps
  while (valueOf(await book.collect(now()))) signal.throwIfAborted()
  const unread: SegmentName[] = []
  let ignored = 0
  for await (const listed of pagesOf(carrier, () => signal)) {
    const survey = async (): Promise<Survey> =>
      valueOf(await book.survey({ ...listed, isPart: true, at: now() }))
    let todo = await survey()
    if (todo.isCloned) {
      await goOnAsAnother(deps)
      todo = await survey()
    }
    unread.push(...todo.read)
    ignored += todo.ignored
  }
  await look(unread)
  await read(deps, unread, signal, onTaken)
  return { ignored }
}

/** Puts all that waits here into segments of this device, which its place gets with the next exchange. */
export async function sealAll(deps: Omit<ExchangeDeps, 'carrier'>): Promise<void> {
  const { book, now, reviewer } = deps
  while (valueOf(await book.collect(now())));
  const key = (await keyOf(deps)) ?? (await goOnAsAnother(deps))
  while (valueOf(await book.seal({ key, by: reviewer(), at: now() })) !== null);
}

/** Appends own segments that the carrier has not, and goes on as another device where this one's id is not its alone. */
async function lookAfterOwn(deps: ExchangeDeps, signal: AbortSignal): Promise<DeviceKey> {
  let key = await keyOf(deps)
  for await (const listed of pagesOf(deps.carrier, () => signal)) {
    const survey = async (): Promise<Survey> => valueOf(await deps.book.survey({ ...listed, at: deps.now() }))
    let todo = await survey()
    if (todo.isCloned || key === null || !(await areOwn(deps, todo.check, signal))) {
      key = await goOnAsAnother(deps)
      todo = await survey()
    }
    for (const name of todo.append) await append(deps, name, signal, key.device)
    await remove(deps, todo.remove, signal)
  }
  if (key === null) throw new Error('nothing was listed')
  return key
}

/** Takes away what a snapshot stands for. Where this may not be done, it stays: nobody reads it. */
async function remove({ carrier }: ExchangeDeps, names: SegmentName[], signal: AbortSignal): Promise<void> {
  try {
    if (names.length > 0) await carrier.remove?.(names, signal)
  } catch (error) {
    if (!(error instanceof CarrierFailure) || error.kind === 'unreachable') throw error
  }
}

/** The names of all segments, page by page. @param signalOf ends one listing */
export async function* pagesOf(
  carrier: Pick<Carrier, 'list'>,
  signalOf: () => AbortSignal
): AsyncGenerator<Pick<ListedNames, 'after' | 'through'> & { names: SegmentName[] }> {
  let after: SegmentName | null = null
  do {
    const names: SegmentName[] = await carrier.list(signalOf(), after ?? undefined)
    const through = names.length < mostListed ? null : (names.at(-1) ?? null)
    yield { names, after, through }
    after = through
  } while (after !== null)
}

async function keyOf({ book, key }: Pick<ExchangeDeps, 'book' | 'key'>): Promise<DeviceKey | null> {
  const membership = valueOf(await book.membership())
  return membership === null ? null : valueOf(await key(membership.device))
}

async function goOnAsAnother({ book, newKey }: Pick<ExchangeDeps, 'book' | 'newKey'>): Promise<DeviceKey> {
  const key = valueOf(await newKey())
  valueOf(await book.renew(key.device))
  return key
}

/** Reads own segments back; false: another device wrote one of them. */
async function areOwn(
  { book, carrier, now }: ExchangeDeps,
  sequences: number[],
  signal: AbortSignal
): Promise<boolean> {
  const device = valueOf(await book.membership())?.device ?? ''
  for (const sequence of sequences) {
    try {
      const bytes = await carrier.read({ device, sequence }, signal)
      if (valueOf(await book.check(sequence, bytes, now())) === 'other') return false
    } catch (error) {
      // It may be late: it is looked at again the next time.
      if (!isOfOne(error)) throw error
    }
  }
  return true
}

/** One segment that is late, or no file, keeps nobody from the others (faults 137, 138). */
export function isOfOne(error: unknown): boolean {
  return error instanceof CarrierFailure && (error.kind === 'not-found' || error.kind === 'invalid')
}

/** @param device the id that this one has now, if the name may be of one that it had before */
async function append(
  { book, carrier }: ExchangeDeps,
  name: SegmentName,
  signal: AbortSignal,
  device = name.device
): Promise<void> {
  const bytes = valueOf(await book.own(name))
  try {
    // Whose it is, reading it back tells, the next time.
    if (carrier.letsPassOn === true && (await isTaken(carrier, name, bytes, signal))) return
    await carrier.append(name, bytes, signal)
  } catch (error) {
    const kind = error instanceof CarrierFailure ? error.kind : null
    if (kind === 'taken') return
    // In a database, the id from before a profile was copied may be another login's.
    if (kind === 'refused' && name.device !== device) return
    throw error
  }
  valueOf(await book.appended(name))
}

/**
 * Whether another segment lies under a name, which the place may not tell and a listing may have left out: a device that was restored from a
 * backup would write over what it has forgotten, and nobody else may have read (faults 141, 144).
 */
async function isTaken(
  carrier: Pick<Carrier, 'read'>,
  name: SegmentName,
  bytes: Uint8Array,
  signal: AbortSignal
): Promise<boolean> {
  try {
    const there = await carrier.read(name, signal)
    return !Buffer.from(there).equals(bytes) && typeof readHeader(name, there) !== 'string'
  } catch (error) {
    if (isOfOne(error)) return false
    throw error
  }
}

async function write(
  deps: ExchangeDeps,
  key: DeviceKey,
  signal: AbortSignal,
  lastWords: Pick<Sealing, 'left' | 'movedTo'>
): Promise<void> {
  const sealing = (): Sealing => ({ key, by: deps.reviewer(), at: deps.now() })
  for (const name of valueOf(await deps.book.fold(sealing()))) await append(deps, name, signal)
  const sealNext = async (words: typeof lastWords): Promise<SegmentName | null> =>
    valueOf(await deps.book.seal({ ...sealing(), ...words }))
  let name = await sealNext({})
  // The next one is made while the carrier writes this one.
  while (name !== null) [name] = await Promise.all([sealNext({}), append(deps, name, signal)])
  if (lastWords.left !== true && lastWords.movedTo === undefined) return
  // They stand in the last: colleagues go by what the newest segment says of its device.
  const last = await sealNext(lastWords)
  if (last !== null) await append(deps, last, signal)
}

/** Takes segments in their order; the next one is fetched while one is taken. What a snapshot stands for is left out. */
async function read(
  { book, carrier, now }: ExchangeDeps<Pick<Carrier, 'read'>>,
  names: readonly SegmentName[],
  signal: AbortSignal,
  onTaken: (taken: TakenSegment) => void = () => undefined
): Promise<void> {
  const folded: FoldedRange[] = []
  const isNeeded = (name: SegmentName): boolean => !folded.some((fold) => isWithin(fold, name))
  const fetch = (name: SegmentName): Promise<Uint8Array> => {
    const bytes = carrier.read(name, signal)
    // Where what comes before it ends all, nobody waits for this one.
    bytes.catch(() => undefined)
    return bytes
  }
  let ahead: Promise<Uint8Array> | null = null
  for (const [at, name] of names.entries()) {
    signal.throwIfAborted()
    const fetched: Promise<Uint8Array> | null = ahead
    ahead = null
    if (!isNeeded(name)) continue
    try {
      const bytes = await (fetched ?? fetch(name))
      const next = names[at + 1]
      if (next !== undefined && isNeeded(next)) ahead = fetch(next)
      const taken = valueOf(await book.take(name, bytes, now()))
      onTaken(taken)
      if (taken.folded !== null) folded.push({ device: name.device, ...taken.folded })
    } catch (error) {
      if (!isOfOne(error)) throw error
    }
  }
}

interface FoldedRange {
  device: string
  first: number
  through: number
}

function isWithin(fold: FoldedRange, { device, sequence }: SegmentName): boolean {
  return device === fold.device && sequence >= fold.first && sequence <= fold.through
}

export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new OwnFailure(result.failure)
  return result.value
}
