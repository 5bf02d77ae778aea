import type { Answered, InputOf, MethodName, OutputOf } from '../database/thread-protocol'
import type { Thread } from '../database/thread'
import { CarrierFailure, type CatalogLog } from '../team/carriers/carrier'
import { valueOf } from '../team/exchange'
import type { DeviceKey } from '../team/signed-lines'
import type { Membership } from '../team/types'
import { listParts } from './look'
import type { PublishingMethods, Written } from './protocol'

export type PublishingThread = Pick<Thread<PublishingMethods>, 'call'>

/** Asks the thread. Rejects with an `OwnFailure`. */
export async function ask<Name extends MethodName<PublishingMethods>>(
  thread: PublishingThread,
  method: Name,
  id: string,
  input: InputOf<PublishingMethods, Name>,
  transfer: ArrayBuffer[] = []
): Promise<OutputOf<PublishingMethods, Name>> {
  const answer: Answered<OutputOf<PublishingMethods, Name>> = await thread.call(method, id, input, transfer)
  return valueOf(answer.result)
}

export interface PublishInput {
  id: string
  /** Where parts are kept. */
  root: string
  /** The catalog. */
  file: string
  membership: Membership
  key: DeviceKey
  by: string
  term: number
}

/**
 * Publishes what the last complete sync has read, unless it is published. What an earlier try has written and the place has not yet is
 * sent first, the same bytes: a publication that was interrupted is ended. null: nothing is new. Rejects with `CarrierFailure`,
 * `OwnFailure` or the signal's reason.
 */
export async function publish(
  thread: PublishingThread,
  log: CatalogLog,
  { id, root, file, membership, key, by, term }: PublishInput,
  signal: AbortSignal
): Promise<Written | null> {
  const { device } = key
  const there = (await listParts(log, signal)).get(device) ?? []
  const kept = await ask(thread, 'kept', id, { root, device, isOwn: true })
  const highest = there.at(-1) ?? 0
  // A device that was restored from a backup does not know its last parts (fault 141), and cannot build on them.
  const isForgotten = highest > (kept.sequences.at(-1) ?? 0)
  let isAnew = isForgotten
  if (!isForgotten && kept.whole !== null) {
    isAnew = !(await send(kept.whole.snapshot, kept.whole.last))
  }
  const { team, store } = membership
  const input = { root, file, key, team, store, by, term, isAnew, after: highest }
  const written = await ask(thread, 'write', id, input)
  if (written === null) return null
  if (!(await send(written.first, written.last))) {
    throw new CarrierFailure('taken', 'another device has written under the name of this one')
  }
  await removeReplaced(written)
  return written

  /** Whether the place has these parts now; false: it has others under their names. */
  async function send(first: number, last: number): Promise<boolean> {
    for (let sequence = first; sequence <= last; sequence++) {
      if (there.includes(sequence)) continue
      const bytes = await ask(thread, 'bytes', id, { root, device, sequence })
      if (bytes === null) return false
      try {
        await log.append({ device, sequence }, bytes, signal)
      } catch (error) {
        if (error instanceof CarrierFailure && error.kind === 'taken') return false
        throw error
      }
    }
    return true
  }

  /** What a snapshot replaces goes with the publication after it: somebody may still be reading the one before. */
  async function removeReplaced({ first, snapshot }: Written): Promise<void> {
    const drop = kept.sequences.filter((sequence) => sequence < snapshot)
    if (drop.length > 0) await ask(thread, 'drop', id, { root, device, sequences: drop })
    if (first === snapshot) return
    const replaced = there.filter((sequence) => sequence < snapshot)
    if (replaced.length > 0)
      await log.remove(
        replaced.map((sequence) => ({ device, sequence })),
        signal
      )
  }
}

/** Says at the place that this device publishes no more. Rejects as `publish`. */
export async function endPublishing(
  thread: PublishingThread,
  log: CatalogLog,
  { id, root, membership, key, by, term }: Omit<PublishInput, 'file'>,
  at: number,
  signal: AbortSignal
): Promise<void> {
  const { device } = key
  const there = (await listParts(log, signal)).get(device) ?? []
  if (there.length === 0) return
  const { team, store } = membership
  const input = { root, key, team, store, by, term, after: there.at(-1) ?? 0, at }
  const name = await ask(thread, 'end', id, input)
  const bytes = await ask(thread, 'bytes', id, { root, ...name })
  if (bytes !== null) await log.append(name, bytes, signal)
  // The others have it, or ask the store.
  await log.remove(
    there.map((sequence) => ({ device, sequence })),
    signal
  )
}
