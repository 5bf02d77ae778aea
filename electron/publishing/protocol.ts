import type { ListFacts } from '../api/published-entry'
import type { Method } from '../database/thread-protocol'
import type { SegmentName } from '../team/carriers/carrier'
import type { DeviceKey, SegmentProblem } from '../team/signed-lines'
import type { PartHeader } from './part'

/** `root`: the folder in which parts of publications are kept, by their device. */
interface InFolder {
  root: string
}

export interface WriteInput extends InFolder, Pick<PartHeader, 'team' | 'store' | 'by' | 'term'> {
  /** The catalog. */
  file: string
  key: DeviceKey
  /** Writes a snapshot, whatever there is to build on. */
  isAnew: boolean
  /** Numbers of parts up to this one are taken. */
  after: number
}

/** A publication that was written. */
export interface Written {
  first: number
  last: number
  snapshot: number
  /** When the list was read, ms since 1970. */
  at: number
  bytes: number
  entries: number
}

/** What is kept of a device's publications. */
export interface Kept {
  sequences: number[]
  /** The last part of the newest whole publication, and its snapshot; null: there is none, or it is another device's. */
  whole: { last: number; snapshot: number; at: number } | null
}

/** A whole publication, as whoever takes it over needs to know it. */
export interface OpenedList extends ListFacts {
  confirmedAt: number | null
}

export interface PublishingMethods {
  write: Method<WriteInput, Written | null>
  /** Writes the last part of a device: it publishes no more. */
  end: Method<Omit<WriteInput, 'file' | 'isAnew'> & { at: number }, SegmentName>
  /** `isOwn`: parts of a publication that was not finished here are removed. */
  kept: Method<InFolder & { device: string; isOwn: boolean }, Kept>
  /** Bytes of a part that is kept. */
  bytes: Method<InFolder & SegmentName, Uint8Array<ArrayBuffer> | null>
  /** Looks at a part that came from the team's place, and keeps it where it can be used. */
  take: Method<InFolder & SegmentName & { bytes: Uint8Array; isKept: boolean }, PartHeader | SegmentProblem>
  drop: Method<InFolder & { device: string; sequences: number[] }, null>
  /** Drops the parts of devices but this one; null: of all. */
  dropOthers: Method<InFolder & { device: string | null }, null>
  /** Puts a publication together; null: it cannot be. It stays in memory until `close`. */
  open: Method<InFolder & SegmentName, OpenedList | null>
  /** What it says of its list, where that is still the one of an earlier publication; null: it is not, or that is not known. */
  sameSince: Method<InFolder & SegmentName & { earlier: number }, OpenedList | null>
  /** Pages of a publication, each as `readPublishedPage` reads it. */
  pages: Method<
    InFolder & SegmentName & { first: number; last: number; limit: number },
    Uint8Array<ArrayBuffer>[]
  >
  close: Method<null, null>
}
