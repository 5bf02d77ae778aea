import { describe, expect, it } from 'vitest'
import { lineOf } from '../../../electron/team/operation'
import { readSegment, versionOf } from '../../../electron/team/segment'
import { FaultyPlace, noFaults } from './faulty-carrier'
import { TestDevice } from './test-device'

const day = 24 * 60 * 60 * 1000

/** Ada folds four segments, Bo none; the names of Ada's segments at the place. */
function adaAndBo(isDatabase = false) {
  let time = Date.UTC(2026, 0, 5, 9)
  let notes = 0
  const place = new FaultyPlace(() => 0.5)
  const carrier = isDatabase ? place.quickCarrier() : place.carrier()
  const join = (name: string): TestDevice => TestDevice.join(name, () => time)
  const [ada, bo] = [join('Ada'), join('Bo')]
  ada.mostSegments = 4
  const exchange = async (...devices: TestDevice[]): Promise<void> => {
    for (const device of devices) {
      time += 60_000
      await device.exchange(carrier)
    }
  }
  /** One segment each. */
  const act = async (times: number): Promise<void> => {
    for (let index = 0; index < times; index++) {
      ada.mark(`p${index % 3}`, index % 2 === 0 ? 'approved' : 'ignored')
      ada.note(`p${notes++}`, `note ${notes}`)
      await exchange(ada)
    }
  }
  const numbers = async (): Promise<number[]> => {
    const names = await place.carrier().list(AbortSignal.timeout(1000))
    return names
      .filter(({ device }) => device === ada.device)
      .map(({ sequence }) => sequence)
      .sort((one, other) => one - other)
  }
  const later = (ms: number): void => void (time += ms)
  return { place, ada, bo, join, exchange, act, numbers, later }
}

describe('A device with many segments', () => {
  it('folds them into a snapshot, and takes them away a day after it was read back', async () => {
    const { ada, place, exchange, act, numbers, later } = adaAndBo()
    await act(7)
    expect(await numbers()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    const bytes = await place.carrier().read({ device: ada.device, sequence: 5 }, AbortSignal.timeout(1000))
    const read = readSegment({ device: ada.device, sequence: 5 }, bytes)
    expect(read).toMatchObject({ header: { folds: { first: 1, through: 4, part: 1, parts: 1 } } })
    later(day)
    await exchange(ada)
    expect(await numbers()).toEqual([5, 6, 7, 8])
  })

  it('leaves nothing out for who comes late, reads on in the middle, or has read all', async () => {
    const { ada, bo, join, exchange, act, later } = adaAndBo()
    await act(3)
    await exchange(bo)
    await act(6)
    later(day)
    await act(12)
    const cy = join('Cy')
    await exchange(cy, bo, ada, cy, bo, ada)
    for (const device of [bo, cy]) expect(device.contents()).toEqual(ada.contents())
    expect(JSON.stringify(cy.contents())).toContain('note 21')
  })

  it('says what earlier versions of Vitrine can read in segments of its own, also in the snapshot', async () => {
    const { ada, place, exchange, act, numbers } = adaAndBo()
    ada.mark('before', 'approved')
    ada.say({ item: { kind: 'view', id: `${ada.device}-1`, value: 'one' } })
    ada.mark('after', 'approved')
    await act(6)
    await exchange(ada)
    const mixed: number[] = []
    const snapshots: number[] = []
    for (const sequence of await numbers()) {
      const name = { device: ada.device, sequence }
      const read = readSegment(name, await place.carrier().read(name, AbortSignal.timeout(1000)))
      if (typeof read === 'string') throw new Error(read)
      const versions = new Set(read.operations.map((operation) => versionOf(lineOf(operation))))
      if (versions.size > 1) mixed.push(sequence)
      if (read.header.folds !== null) snapshots.push(...versions)
    }
    expect(mixed).toEqual([])
    expect(snapshots).toEqual([1, 2])
  })

  it('keeps them where the snapshot did not arrive whole', async () => {
    const { ada, bo, exchange, act, numbers, place, later } = adaAndBo()
    await act(4)
    place.faults = { ...noFaults, truncated: 0.9, hidden: 0 }
    ada.mark('late', 'approved')
    await exchange(ada)
    place.faults = noFaults
    await exchange(ada)
    later(day)
    await exchange(ada)
    expect(await numbers()).toEqual(expect.arrayContaining([1, 2, 3, 4]))
    await exchange(bo, ada, bo)
    expect(bo.contents()).toEqual(ada.contents())
  })

  it('leaves them in a database, where nobody reads them any longer', async () => {
    const { ada, exchange, act, numbers, join, place, later } = adaAndBo(true)
    await act(7)
    later(day)
    await exchange(ada)
    expect((await numbers())[0]).toBe(1)
    const cy = join('Cy')
    const read: number[] = []
    const carrier = place.quickCarrier()
    await cy.exchange({
      ...carrier,
      read: (name, signal) => {
        if (name.device === ada.device) read.push(name.sequence)
        return carrier.read(name, signal)
      }
    })
    // The fourth was on its way when the snapshot was taken that stands for it.
    expect(read.sort()).toEqual([4, 5, 6, 7, 8])
    expect(JSON.stringify(cy.contents())).toContain('note 1"')
  })

  it('folds small snapshots again, and does not tell a large one anew each time', async () => {
    const { ada, act, numbers, later } = adaAndBo()
    await act(60)
    later(day)
    await act(1)
    expect((await numbers()).length).toBeLessThan(12)
    expect(ada.waiting).toBe(0)
  })
})

it('fault 143: what a removed device did stays for who comes later, also where it has folded it since', async () => {
  const { ada, bo, join, exchange, act, place } = adaAndBo()
  await act(3)
  await exchange(bo)
  bo.removeDevice(ada.device)
  await exchange(bo)
  // It folds them, and takes them away, before it hears of it: that comes too late to count.
  const folded = [1, 2, 3].map((sequence) => ({ device: ada.device, sequence }))
  await place.carrier().remove?.(folded, AbortSignal.timeout(1000))
  const cy = join('Cy')
  await exchange(cy, bo, cy, bo)
  expect(cy.contents()).toEqual(bo.contents())
  expect(JSON.stringify(cy.contents())).toContain('note 3')
})
