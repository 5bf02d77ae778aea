import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { reviewMarks } from '../../../electron/contract/review-state'
import { mergeByFile, shareByFile, type BorrowCarrier } from '../../../electron/team/by-file'
import { CarrierFailure } from '../../../electron/team/carriers/carrier'
import { tries } from '../../support/property-tries'
import { FaultyPlace, noFaults, type CarrierFaults } from './faulty-carrier'
import { closeSaved, TestDevice } from './test-device'

/** More of both by `npm run histories`; one of them again by `VITRINE_TEAM_HISTORIES=1 VITRINE_TEAM_SEED=…`. */
const histories = Number(process.env.VITRINE_TEAM_HISTORIES ?? tries(240))
const usualDevices = 6
/** What was ahead of somebody's clock is read minutes later. */
const leastRounds = 6
/** Whoever goes on under another id tells all again, which others may have to tell in turn. */
const mostRounds = 40
const mostDevices = Number(process.env.VITRINE_TEAM_DEVICES ?? usualDevices)
const firstSeed = Number(process.env.VITRINE_TEAM_SEED ?? Math.floor(Math.random() * 1e9))

const day = 24 * 60 * 60 * 1000
const products = ['a', 'b', 'c', 'd']
const rules = ['price-missing', 'name-short']
const folder = mkdtempSync(join(tmpdir(), 'vitrine-histories-'))
afterAll(() => {
  closeSaved()
  rmSync(folder, { recursive: true, force: true })
})

/** The same numbers for the same seed: 0 to 1. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A team over some days, with what each person was told was saved. */
class History {
  readonly devices: TestDevice[] = []
  readonly place: FaultyPlace
  readonly #random: () => number
  /** The place is a database: it may stop, and does nothing else wrong. */
  readonly #isDatabase: boolean
  readonly #decisions = new Map<string, number>()
  readonly #texts = new Map<string, Set<string>>()
  /** Where profiles are copied to: some histories use files, as the app does; null: memory. */
  readonly #profiles: string | null
  #isRestored = false
  #time = Date.UTC(2026, 0, 5, 9)

  constructor(seed: number) {
    this.#random = randomOf(seed)
    this.place = new FaultyPlace(this.#random)
    this.#profiles = seed % 10 === 0 ? folder : null
    this.#isDatabase = this.#random() < 0.3
    // Small ones find most of what there is to find, and take a hundredth of the time.
    const isLarge = mostDevices > usualDevices && this.#random() < 0.08
    const [least, most] = isLarge ? [usualDevices + 1, mostDevices] : [2, Math.min(mostDevices, usualDevices)]
    const count = Math.floor(least * ((most + 1) / least) ** this.#random())
    for (let index = 0; index < count; index++) {
      const device = TestDevice.join(this.#pick(['Ada', 'Bo', 'Cy', 'Di', 'Eve']), () => this.#time)
      device.skew = Math.floor((this.#random() - 0.5) * day)
      device.mostSegments = 2 + Math.floor(this.#random() * 5)
      this.devices.push(device)
    }
  }

  async run(): Promise<void> {
    const steps = 20 + this.devices.length * 12
    for (let step = 0; step < steps; step++) {
      this.#time += Math.floor(this.#random() * 60 * 60 * 1000)
      this.place.faults = this.#faults()
      const device = this.#pick(this.devices)
      const chance = this.#random()
      if (chance < 0.55) this.#act(device)
      else if (chance < 0.88) await this.#exchange(device)
      else if (chance < 0.9) await this.#carry(device)
      else if (chance < 0.94) this.place.deliver()
      else if (chance < 0.96) this.#forget()
      else if (chance < 0.98) await this.#copy(device)
      else await this.#restore(device)
    }
  }

  /** All is well again: whatever was late comes, and everybody exchanges until nothing is left. */
  async settle(): Promise<void> {
    this.place.faults = noFaults
    this.place.deliver()
    // What clocks that were ahead say is believed by now.
    this.#time += day
    // A copy of a profile is noticed once it has something to tell.
    for (const device of this.devices) device.note(this.#pick(products), `last note ${this.#random()}`)
    // Who comes last reads snapshots, where there are some.
    this.devices.push(TestDevice.join('Flo', () => this.#time))
    for (let [round, quiet] = [0, 0]; round < leastRounds || quiet < 2; round++) {
      if (round === mostRounds) throw new Error('there is always something left to tell')
      const before = this.place.names()
      this.#time += 60_000
      for (const device of this.devices) await device.exchange(this.place.carrier())
      const isQuiet = isDeepStrictEqual(this.place.names(), before)
      quiet = isQuiet && this.devices.every(({ waiting }) => waiting === 0) ? quiet + 1 : 0
    }
  }

  expectAllEqual(): void {
    const [first, ...others] = this.devices.map((device) => device.contents())
    for (const other of others) expect(other).toEqual(first)
    for (const device of this.devices) expect(device.waiting).toBe(0)
    expect(new Set(this.devices.map(({ device }) => device)).size).toBe(this.devices.length)
  }

  /** A product has the mark of somebody who stands by it, and none where nobody has one. */
  expectMarksStand(): void {
    for (const device of this.devices)
      for (const product of products) {
        const { mark, markedBy } = device.review(product)
        const { marks } = device.standing(product)
        const said = marks.find(({ by }) => by === markedBy)?.mark ?? 'unreviewed'
        expect([product, said]).toEqual([product, reviewMarks[mark]])
        if (mark === 0) expect([product, marks]).toEqual([product, []])
      }
  }

  expectNothingLost(): void {
    const [device] = this.devices
    if (device === undefined) return
    for (const [product, at] of this.#decisions) {
      expect(device.decision(product)?.at ?? 0).toBeGreaterThanOrEqual(at)
    }
    for (const [product, ids] of this.#texts) {
      const { texts, replaced } = device.noteIds(product)
      for (const id of ids) expect([...texts, ...replaced]).toContain(id)
    }
  }

  #act(device: TestDevice): void {
    const product = this.#pick(products)
    const chance = this.#random()
    if (chance < 0.5) device.mark(product, this.#pick(reviewMarks))
    else if (chance < 0.7) device.note(product, this.#random() < 0.2 ? '' : `note ${this.#random()}`)
    else if (chance < 0.72) device.say({ policy: { approvals: 1 + Math.floor(this.#random() * 3) } })
    else if (chance < 0.76) device.say({ item: this.#item(device) })
    else if (chance < 0.85)
      device.except(product, this.#pick(rules), this.#pick(['it is so', 'agreed', null]))
    else if (chance < 0.94) device.undo()
    else if (chance < 0.97) device.redo()
    else device.undoOfOther(product)
    this.#remember(device)
  }

  /** The team's rules, a view of somebody's, or a kind of a later version. */
  #item(device: TestDevice): { kind: string; id: string; value: string | null } {
    const kind = this.#pick(['view', 'rules', 'later'])
    const sharer = kind === 'view' ? this.#pick([device, ...this.devices]).device : ''
    const value = this.#random() < 0.25 ? null : JSON.stringify(this.#random())
    return { kind, id: kind === 'view' ? `${sharer}-${this.#pick(['1', '2'])}` : '', value }
  }

  /** What the device has on its disk was acknowledged. */
  #remember(device: TestDevice): void {
    for (const product of products) {
      const at = device.decision(product)?.at ?? 0
      this.#decisions.set(product, Math.max(at, this.#decisions.get(product) ?? 0))
      const { texts, replaced } = device.noteIds(product)
      const ids = this.#texts.get(product) ?? new Set()
      for (const id of [...texts, ...replaced]) ids.add(id)
      this.#texts.set(product, ids)
    }
  }

  async #exchange(device: TestDevice): Promise<void> {
    try {
      const carrier = this.#isDatabase ? this.place.quickCarrier() : this.place.carrier()
      await device.exchange(carrier, { mayWrite: this.#random() < 0.8, isQuick: this.#random() < 0.6 })
    } catch (error) {
      if (!(error instanceof CarrierFailure)) throw error
    }
  }

  /** A file of a device's is merged by another one, which passes on what the place lacks. */
  async #carry(device: TestDevice): Promise<void> {
    const path = join(folder, 'carried')
    const borrow: BorrowCarrier = (work) =>
      work(this.#isDatabase ? this.place.quickCarrier() : this.place.carrier())
    expect(await shareByFile(device.apart(), path, borrow)).toMatchObject({ ok: true })
    const { signal } = new AbortController()
    const merging = { signal, borrow, onProgress: () => undefined }
    expect(await mergeByFile(this.#pick(this.devices).apart(), path, merging)).toMatchObject({ ok: true })
  }

  /** What the place has lost its devices give it again; not those that lost theirs as well. */
  #forget(): void {
    if (!this.#isRestored) this.place.forget(this.#random())
  }

  /** A profile is copied to another computer, or beside itself (fault 140). */
  async #copy(device: TestDevice): Promise<void> {
    if (this.devices.length >= mostDevices + 2) return
    this.devices.push(device.clone(this.#profiles, this.#random() < 0.5))
    await this.#exchange(device)
  }

  /** A backup is put back; what was done since is on the carrier, or was lost with the disk (fault 141). */
  async #restore(device: TestDevice): Promise<void> {
    this.#isRestored = true
    const saved = device.save(this.#profiles)
    this.place.faults = { ...noFaults, tellsTaken: this.place.faults.tellsTaken }
    for (let times = 0; times < 3; times++) {
      this.#act(device)
      await device.exchange(this.place.carrier())
    }
    await device.exchange(this.place.carrier())
    device.restore(saved, this.#random() < 0.5)
  }

  #faults(): CarrierFaults {
    if (this.#random() < 0.3) return noFaults
    if (this.#isDatabase) return { ...noFaults, unreachable: this.#random() / 3 }
    const some = (): number => (this.#random() < 0.5 ? 0 : this.#random() / 3)
    return {
      unreachable: some(),
      late: some(),
      lost: some(),
      truncated: some(),
      hidden: some(),
      tellsTaken: this.#random() < 0.5
    }
  }

  #pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.#random() * items.length)]
    if (item === undefined) throw new Error('there is nothing to pick')
    return item
  }
}

/** Histories of one test: a long run says how far it is. */
const together = 50
const firstSeeds = Array.from(
  { length: Math.ceil(histories / together) },
  (_, index) => firstSeed + index * together
)

describe('A team whose carrier does everything wrong', () => {
  it.each(firstSeeds)(
    'fault 137, 140, 141: has the same reviews everywhere in the end, and has lost nothing (from seed %i on)',
    { timeout: 60_000 + together * 60_000 },
    async (from) => {
      const end = Math.min(from + together, firstSeed + histories)
      for (let seed = from; seed < end; seed++) {
        const history = new History(seed)
        try {
          await history.run()
          await history.settle()
          history.expectAllEqual()
          history.expectMarksStand()
          history.expectNothingLost()
        } catch (error) {
          throw new Error(`VITRINE_TEAM_SEED=${seed} with up to ${mostDevices} devices`, { cause: error })
        } finally {
          closeSaved()
        }
      }
    }
  )
})
