import { describe, expect, it } from 'vitest'
import {
  CarrierFailure,
  type CarrierProblem,
  type PlaceCarrier,
  type SegmentName
} from '../../../../electron/team/carriers/carrier'

/** An empty place that nobody has prepared, as seen from any number of devices. */
export interface CarrierPlace {
  /** Another carrier for the same place. */
  open: () => PlaceCarrier
  /** Takes the place away, as a drive that is unplugged or a server that stops. */
  takeAway: () => Promise<void>
  bringBack: () => Promise<void>
  /** Whether it tells a name that is taken; a server that ignores conditions does not (fault 144). */
  tellsTaken: boolean
  /** Whether a device may take away its own segments. */
  letsRemove: boolean
  end: () => Promise<void>
}

const one: SegmentName = { device: 'a'.repeat(32), sequence: 1 }
const two: SegmentName = { device: 'a'.repeat(32), sequence: 2 }
const other: SegmentName = { device: '0123456789abcdef'.repeat(2), sequence: 1 }

/** What all carriers have in common; their own tests add what only they can do wrong. */
export function describeCarrier(title: string, makePlace: () => Promise<CarrierPlace>): void {
  describe(`${title} carries segments`, () => {
    it('that another device lists and reads as they were written', () =>
      inPlace(async ({ open }) => {
        await open().prepare(signal())
        await open().append(one, bytes('first'), signal())
        await open().append(other, bytes('\0\u00ff not a text'), signal())
        const reader = open()
        expect(sorted(await reader.list(signal()))).toEqual(sorted([one, other]))
        expect(text(await reader.read(one, signal()))).toBe('first')
        expect(await reader.read(other, signal())).toEqual(bytes('\0\u00ff not a text'))
      }))

    it('none, where it was just prepared, however often', () =>
      inPlace(async ({ open }) => {
        await open().prepare(signal())
        await open().append(one, bytes('first'), signal())
        await open().prepare(signal())
        expect(await open().list(signal())).toEqual([one])
      }))

    it('and says that a place is none of a team before it is prepared', () =>
      inPlace(async ({ open }) => {
        expect(await problemOf(open().list(signal()))).toBe('not-a-team')
        expect(await problemOf(open().append(one, bytes('first'), signal()))).toBe('not-a-team')
        expect(await problemOf(open().list(signal()))).toBe('not-a-team')
      }))

    it('and accepts one that is there already, since its answer may have been lost', () =>
      inPlace(async ({ open }) => {
        await open().prepare(signal())
        await open().append(one, bytes('first'), signal())
        await open().append(one, bytes('first'), signal())
        expect(await open().list(signal())).toEqual([one])
      }))

    it('and says so where another has the name (fault 140)', () =>
      inPlace(async ({ open, tellsTaken }) => {
        await open().prepare(signal())
        await open().append(one, bytes('first'), signal())
        const problem = await problemOf(open().append(one, bytes('another'), signal()))
        expect(problem).toBe(tellsTaken ? 'taken' : null)
        expect(text(await open().read(one, signal()))).toBe(tellsTaken ? 'first' : 'another')
      }))

    it('of some hundred kilobytes', () =>
      inPlace(async ({ open }) => {
        const large = new Uint8Array(700_000).map((_, index) => (index * 7919) % 251)
        await open().prepare(signal())
        await open().append(one, large, signal())
        expect(Buffer.from(await open().read(one, signal())).equals(large)).toBe(true)
      }))

    it('and lists them in their order, also from one on, for who has had those before', () =>
      inPlace(async ({ open }) => {
        const carrier = open()
        await carrier.prepare(signal())
        const ten = { ...one, sequence: 10 }
        for (const name of [ten, two, one, other]) await carrier.append(name, bytes('a segment'), signal())
        expect(await carrier.list(signal())).toEqual([other, one, two, ten])
        expect(await carrier.list(signal(), other)).toEqual([one, two, ten])
        expect(await carrier.list(signal(), two)).toEqual([ten])
        expect(await carrier.list(signal(), ten)).toEqual([])
      }))

    it('and says which one is not there', () =>
      inPlace(async ({ open }) => {
        await open().prepare(signal())
        await open().append(one, bytes('first'), signal())
        expect(await problemOf(open().read(two, signal()))).toBe('not-found')
        expect(await problemOf(open().read(other, signal()))).toBe('not-found')
      }))

    it('and lets go of one that a device takes away, or lets nobody', () =>
      inPlace(async ({ open, letsRemove }) => {
        const carrier = open()
        await carrier.prepare(signal())
        for (const name of [one, two]) await carrier.append(name, bytes('a segment'), signal())
        expect(carrier.remove !== undefined).toBe(letsRemove)
        await carrier.remove?.([one], signal())
        await carrier.remove?.([one, other], signal())
        expect(await open().list(signal())).toEqual(letsRemove ? [two] : [one, two])
      }))

    it('and has them all once it is back (fault 139)', () =>
      inPlace(async ({ open, takeAway, bringBack }) => {
        const carrier = open()
        await carrier.prepare(signal())
        await carrier.append(one, bytes('first'), signal())
        await takeAway()
        const away: (CarrierProblem | null)[] = ['unreachable', 'not-a-team']
        expect(away).toContain(await problemOf(carrier.append(two, bytes('second'), signal())))
        expect(away).toContain(await problemOf(carrier.list(signal())))
        await bringBack()
        await carrier.append(two, bytes('second'), signal())
        expect(sorted(await carrier.list(signal()))).toEqual(sorted([one, two]))
      }))

    it('and those of published catalogs in a log of their own, whose device removes what is replaced', () =>
      inPlace(async ({ open }) => {
        expect(await problemOf(open().catalog.list(signal()))).toBe('not-a-team')
        expect(await problemOf(open().catalog.append(one, bytes('early'), signal()))).toBe('not-a-team')
        const [carrier, reader] = [open(), open()]
        await carrier.prepare(signal())
        expect(await reader.catalog.list(signal())).toEqual([])
        await carrier.append(one, bytes('a mark'), signal())
        for (const name of [two, one, other]) await carrier.catalog.append(name, bytes('a part'), signal())
        await carrier.catalog.append(two, bytes('a part'), signal())
        expect(await reader.catalog.list(signal())).toEqual([other, one, two])
        expect(await reader.catalog.list(signal(), one)).toEqual([two])
        expect(await reader.list(signal())).toEqual([one])
        expect(text(await reader.catalog.read(one, signal()))).toBe('a part')
        await carrier.catalog.remove([one, { ...one, sequence: 9 }], signal())
        expect(await reader.catalog.list(signal())).toEqual([other, two])
        expect(await problemOf(reader.catalog.read(one, signal()))).toBe('not-found')
        expect(text(await reader.read(one, signal()))).toBe('a mark')
      }))

    it('and leaves off when it is told to', () =>
      inPlace(async ({ open }) => {
        await open().prepare(signal())
        const aborted = open().append(one, bytes('first'), AbortSignal.abort())
        await expect(aborted).rejects.toMatchObject({ name: 'AbortError' })
        expect(await open().list(signal())).toEqual([])
      }))
  })

  const inPlace = async (work: (place: CarrierPlace) => Promise<void>): Promise<void> => {
    const place = await makePlace()
    const carriers: PlaceCarrier[] = []
    const open = (): PlaceCarrier => {
      const carrier = place.open()
      carriers.push(carrier)
      return carrier
    }
    try {
      await work({ ...place, open })
    } finally {
      await Promise.all(carriers.map((carrier) => carrier.close()))
      await place.end()
    }
  }
}

/** What a call fails with; null: it does not. */
export async function problemOf(call: Promise<unknown>): Promise<CarrierProblem | null> {
  try {
    await call
    return null
  } catch (error) {
    if (error instanceof CarrierFailure) return error.kind
    throw error
  }
}

function sorted(names: readonly SegmentName[]): string[] {
  return names.map(({ device, sequence }) => `${device}/${sequence}`).sort()
}

function signal(): AbortSignal {
  return AbortSignal.timeout(20_000)
}

function bytes(content: string): Uint8Array {
  return new TextEncoder().encode(content)
}

function text(content: Uint8Array): string {
  return new TextDecoder().decode(content)
}
