import { setImmediate } from 'node:timers/promises'
import { CarrierFailure, type Carrier, type SegmentName } from '../../../electron/team/carriers/carrier'

/** What goes wrong, each as a share of the calls: 0 to 1. */
export interface CarrierFaults {
  unreachable: number
  /** Appended, and seen later or in another order. */
  late: number
  /** Said to be stored, and gone. */
  lost: number
  /** Only the beginning of it is there. */
  truncated: number
  /** A listing without some of the names. */
  hidden: number
  /** Whether a name that is taken is told; else the later bytes take its place, as on a server that ignores conditions. */
  tellsTaken: boolean
}

export const noFaults: CarrierFaults = {
  unreachable: 0,
  late: 0,
  lost: 0,
  truncated: 0,
  hidden: 0,
  tellsTaken: true
}

/** A place for segments that does everything wrong that a share, a sync program or a server can (faults 137 to 141, 144). */
export class FaultyPlace {
  faults = noFaults
  /** Segments that were removed. */
  removed = 0
  readonly #stored = new Map<string, Uint8Array>()
  readonly #late: [string, Uint8Array][] = []
  readonly #random: () => number

  /** @param random from 0 to 1 */
  constructor(random: () => number) {
    this.#random = random
  }

  get isEmpty(): boolean {
    return this.#stored.size === 0
  }

  /** What is there, in order: `device/sequence`. */
  names(): string[] {
    return [...this.#stored.keys()].sort()
  }

  /** What was late comes, unless something else has its name. */
  deliver(): void {
    for (const [name, bytes] of this.#late.splice(0).reverse())
      if (!this.#stored.has(name)) this.#stored.set(name, bytes)
  }

  /** A share that was put back from a backup: what was there is gone. */
  forget(share: number): void {
    for (const name of [...this.#stored.keys()]) if (this.#random() < share) this.#stored.delete(name)
  }

  /** One that lists what is new, as a database does: with `noFaults` but for being unreachable. */
  quickCarrier(): Carrier {
    const carrier = this.carrier()
    // A database lets nobody remove anything, and nobody write what another device has signed.
    delete carrier.remove
    delete carrier.letsPassOn
    return {
      ...carrier,
      listNew: (newest) =>
        this.#guarded(() => {
          const known = new Map(newest.map(({ device, sequence }) => [device, sequence]))
          return this.#list().filter(({ device, sequence }) => sequence > (known.get(device) ?? 0))
        })
    }
  }

  carrier(): Carrier {
    return {
      letsPassOn: true,
      prepare: () => Promise.resolve(),
      append: (name, bytes) => this.#guarded(() => this.#append(name, bytes)),
      list: () => this.#guarded(() => this.#list()),
      remove: (names) => this.#guarded(() => names.forEach((name) => this.#remove(name))),
      read: (name) => this.#guarded(() => this.#read(name)),
      watch: () => () => undefined,
      close: () => Promise.resolve()
    }
  }

  async #guarded<T>(work: () => T): Promise<T> {
    const { unreachable } = this.faults
    // As a real place does, lets the event loop come round: without it what zlib and others put off until then, with buffers of 64 KB
    // each, is kept for as long as histories run.
    await setImmediate()
    if (this.#random() < unreachable / 2) throw new CarrierFailure('unreachable', 'before')
    const done = work()
    // The answer got lost.
    if (this.#random() < unreachable / 2) throw new CarrierFailure('unreachable', 'after')
    return done
  }

  #append({ device, sequence }: SegmentName, bytes: Uint8Array): void {
    const name = `${device}/${sequence}`
    const there = this.#stored.get(name)
    if (there !== undefined && Buffer.from(there).equals(bytes)) return
    if (there !== undefined && this.faults.tellsTaken) throw new CarrierFailure('taken', name)
    const { late, lost, truncated } = this.faults
    if (this.#random() < lost) return
    if (this.#random() < late) this.#late.push([name, bytes])
    else if (this.#random() < truncated)
      this.#stored.set(name, bytes.subarray(0, bytes.length * this.#random()))
    else this.#stored.set(name, bytes)
  }

  #remove({ device, sequence }: SegmentName): void {
    this.#stored.delete(`${device}/${sequence}`)
    this.removed++
  }

  #list(): SegmentName[] {
    const names = [...this.#stored.keys()].filter(() => this.#random() >= this.faults.hidden)
    return names
      .map((name) => ({ at: this.#random(), name }))
      .sort((one, other) => one.at - other.at)
      .map(({ name }) => ({ device: name.split('/')[0] ?? '', sequence: Number(name.split('/')[1]) }))
  }

  #read({ device, sequence }: SegmentName): Uint8Array {
    const bytes = this.#stored.get(`${device}/${sequence}`)
    if (bytes === undefined) throw new CarrierFailure('not-found', 'it is not there')
    const isPart = this.#random() < this.faults.truncated
    return isPart ? bytes.subarray(0, bytes.length * this.#random()) : bytes
  }
}
