import { CarrierFailure, type CatalogLog } from '../team/carriers/carrier'
import { ask, type PublishingThread } from './publish'
import type { PartHeader } from './part'
import type { OpenedList } from './protocol'

/** Parts of a publication with its snapshot, and their bytes, at most: four times what two million products take. */
const mostParts = 2500
const mostBytes = 2_000_000_000

/**
 * Has all parts of a publication here, those that are not kept from the team's place, and puts it together. null: it cannot be used. What was
 * had is kept, so that one that is interrupted goes on where it was. Rejects with `CarrierFailure`, `OwnFailure` or the signal's reason.
 *
 * @param earlier a publication of the device that was taken over before: where the list is still the same it is not put together
 */
export async function takePublication(
  thread: PublishingThread,
  log: CatalogLog,
  { id, root, header, earlier }: { id: string; root: string; header: PartHeader; earlier: number | null },
  signal: AbortSignal
): Promise<{ list: OpenedList; isSame: boolean } | null> {
  const { device, snapshot, sequence: last } = header
  if (last - snapshot >= mostParts) return null
  await ask(thread, 'dropOthers', id, { root, device })
  const kept = new Set((await ask(thread, 'kept', id, { root, device, isOwn: false })).sequences)
  const sequences = [...kept].filter((sequence) => sequence < snapshot || sequence > last)
  await ask(thread, 'drop', id, { root, device, sequences })
  let bytesRead = 0
  for (let sequence = snapshot; sequence <= last; sequence++) {
    if (kept.has(sequence)) continue
    const bytes = await readPart(log, { device, sequence }, signal)
    bytesRead += bytes?.byteLength ?? 0
    if (bytes === null || bytesRead > mostBytes) return null
    const part = await ask(thread, 'take', id, { root, device, sequence, bytes, isKept: true })
    if (typeof part === 'string') return null
  }
  const same =
    earlier === null || earlier < snapshot || earlier >= last
      ? null
      : await ask(thread, 'sameSince', id, { root, device, sequence: last, earlier })
  if (same !== null) return { list: same, isSame: true }
  const opened = await ask(thread, 'open', id, { root, device, sequence: last })
  // One of those that were kept may have been damaged here: all are read again the next time.
  if (opened === null) await ask(thread, 'dropOthers', id, { root, device: null })
  return opened && { list: opened, isSame: false }
}

/** null: it is no part of ours. One that is not there yet rejects. */
async function readPart(
  log: CatalogLog,
  name: { device: string; sequence: number },
  signal: AbortSignal
): Promise<Uint8Array | null> {
  try {
    return await log.read(name, signal)
  } catch (error) {
    if (error instanceof CarrierFailure && error.kind === 'invalid') return null
    throw error
  }
}
