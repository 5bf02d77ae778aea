import { fail, ok } from '../../contract/failure'
import type { Serving } from '../../database/thread-protocol'
import type { SegmentName } from '../../team/carriers/carrier'
import { readPart, writePart, type PartHeader } from '../part'
import type { PublishingMethods } from '../protocol'
import { bytesOfPart, dropOthers, dropParts, keepPart, keptParts } from './parts-folder'
import { openList, sameSince, type PublishedList } from './published-list'
import { lastWhole, writePublication } from './write-publication'

/** The side of publishing that runs in its thread: what reads and writes whole catalogs. */
export function createPublishingSide(): Serving<PublishingMethods> {
  /** By connection. */
  const open = new Map<string, PublishedList>()

  function opened(id: string, root: string, name: SegmentName): PublishedList | null {
    const known = open.get(id)
    if (known?.header.device === name.device && known.header.sequence === name.sequence) return known
    const list = openList(root, name)
    if (list !== null) open.set(id, list)
    return list
  }

  return {
    async write(_id, input) {
      return ok(await writePublication(input))
    },
    async end(_id, { root, key, team, store, by, term, after, at }) {
      const { device } = key
      const sequence = Math.max(after, keptParts(root, device).at(-1) ?? 0) + 1
      const header: PartHeader = {
        ...{ team, device, sequence, by, at, store, term },
        ...{ previous: null, snapshot: sequence, first: sequence, base: null, list: null, ended: true }
      }
      await keepPart(root, header, writePart(header, [], key).bytes)
      return ok({ device, sequence })
    },
    kept(_id, { root, device, isOwn }) {
      const header = isOwn ? lastWhole(root, device)?.header : undefined
      const whole = header && { last: header.sequence, snapshot: header.snapshot, at: header.at }
      return ok({ sequences: keptParts(root, device), whole: whole ?? null })
    },
    bytes(_id, { root, device, sequence }) {
      const bytes = bytesOfPart(root, { device, sequence })
      return ok(bytes === null ? null : new Uint8Array(bytes))
    },
    async take(_id, { root, device, sequence, bytes, isKept }) {
      const part = readPart({ device, sequence }, bytes)
      if (typeof part === 'string') return ok(part)
      if (isKept) await keepPart(root, part.header, bytes)
      return ok(part.header)
    },
    drop(_id, { root, device, sequences }) {
      dropParts(root, device, sequences)
      return ok(null)
    },
    dropOthers(_id, { root, device }) {
      dropOthers(root, device)
      return ok(null)
    },
    open(id, { root, ...name }) {
      open.delete(id)
      return ok(opened(id, root, name)?.header.list ?? null)
    },
    sameSince: (_id, { root, earlier, ...name }) => ok(sameSince(root, name, earlier)),
    pages(id, { root, device, sequence, first, last, limit }) {
      // The thread may have ended since it was opened: it takes no memory while a person pauses.
      const list = opened(id, root, { device, sequence })
      if (list === null)
        return fail('answer-unknown-form', { reason: 'a part of what was published is gone' })
      const pages: Uint8Array<ArrayBuffer>[] = []
      for (let page = first; page <= last; page++) {
        const lines = list.lines((page - 1) * limit, page * limit)
        pages.push(new TextEncoder().encode(`[${lines.join(',')}]`))
      }
      return ok(pages)
    },
    close(id) {
      open.delete(id)
      return ok(null)
    }
  }
}
