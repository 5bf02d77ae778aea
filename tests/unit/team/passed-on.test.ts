import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { CarrierFailure, type Carrier } from '../../../electron/team/carriers/carrier'
import { mergeByFile, shareByFile } from '../../../electron/team/by-file'
import { testFolder } from '../../support/folder'
import { take } from '../reviews/review-thread'
import { FaultyPlace } from './faulty-carrier'
import { closeSaved, TestDevice } from './test-device'

const day = 24 * 60 * 60 * 1000
afterAll(closeSaved)

/** Ada without the place, whose file others merge where it is. */
describe('What is passed on of a file', () => {
  function three() {
    let time = Date.UTC(2026, 0, 5, 9)
    const place = new FaultyPlace(() => 0.5)
    const [ada, bo, cy] = ['Ada', 'Bo', 'Cy'].map((name) => TestDevice.join(name, () => time)) as [
      TestDevice,
      TestDevice,
      TestDevice
    ]
    const exchange = async (...devices: TestDevice[]): Promise<void> => {
      for (const device of devices) {
        time += 60_000
        await device.exchange(place.carrier())
      }
    }
    const file = join(testFolder(), 'file')
    /** @param carrier of the place; null: it cannot be reached */
    const share = async (from: TestDevice, carrier: Carrier | null = null): Promise<void> => {
      const away = new CarrierFailure('unreachable', 'it is away')
      const borrow = (work: (carrier: Carrier) => Promise<void>): Promise<void> =>
        carrier === null ? Promise.reject(away) : work(carrier)
      take(await shareByFile(from.apart(), file, borrow))
    }
    const merge = async (to: TestDevice, carrier: Carrier = place.carrier()): Promise<void> => {
      const { signal } = new AbortController()
      const borrow = (work: (carrier: Carrier) => Promise<void>): Promise<void> => work(carrier)
      const merged = await mergeByFile(to.apart(), file, { signal, borrow, onProgress: () => undefined })
      if (merged === null) throw new Error('it is a file for a team')
      take(merged)
    }
    const wait = (ms: number): void => void (time += ms)
    return { ada, bo, cy, place, exchange, share, merge, wait }
  }

  it('fault 141: tells a device that was restored that it wrote more than it knows', async () => {
    const { ada, bo, cy, exchange, share, merge } = three()
    await exchange(ada, bo, cy)
    const [before, saved] = [ada.device, ada.save(null)]
    ada.note('chair', 'before the disk broke')
    await share(ada)
    await merge(bo)
    ada.restore(saved, true)
    ada.note('chair', 'written again')
    await exchange(ada, bo, cy, ada, bo)
    expect(ada.device).not.toBe(before)
    for (const each of [ada, cy]) expect(each.contents()).toEqual(bo.contents())
    expect(JSON.stringify(cy.contents())).toContain('before the disk broke')
    expect(JSON.stringify(cy.contents())).toContain('written again')
  })

  it('is nothing that a snapshot stands for, whose segments its device has removed from the place', async () => {
    const { ada, bo, cy, place, exchange, share, merge, wait } = three()
    ada.mostSegments = 3
    for (const text of ['one', 'two', 'three']) {
      ada.note('chair', text)
      await exchange(ada)
    }
    await share(ada)
    ada.note('chair', 'with which it folds those before')
    await exchange(ada, ada)
    wait(2 * day)
    await exchange(ada)
    const names = place.names()
    expect(names).not.toContain(`${ada.device}/1`)
    await merge(bo)
    expect(place.names()).toEqual(names)
    await exchange(bo, cy, ada)
    expect(cy.contents()).toEqual(ada.contents())
    expect(bo.contents()).toEqual(ada.contents())
  })

  it('is nothing of a device that has written nothing there, whose folder would be somebody else’s', async () => {
    const { ada, bo, place, exchange, share, merge } = three()
    await exchange(bo)
    ada.note('chair', 'one')
    await share(ada)
    await merge(bo)
    expect(place.names()).toEqual([`${bo.device}/1`])
  })

  it('is left where the place refuses it, and what another device wrote is passed on all the same', async () => {
    const { ada, bo, cy, place, exchange, share, merge } = three()
    await exchange(ada, bo, cy)
    ada.note('chair', 'one')
    cy.note('lamp', 'two')
    const elsewhere = new FaultyPlace(() => 0.5).carrier()
    for (const each of [ada, cy]) await each.exchange(elsewhere)
    await share(ada, elsewhere)
    // Segments are in the order of their devices.
    const [refused = ada, other = ada] = [ada, cy].sort((one, another) =>
      one.device < another.device ? -1 : 1
    )
    const carrier = place.carrier()
    const append: Carrier['append'] = (name, ...segment) =>
      name.device === refused.device
        ? Promise.reject(new CarrierFailure('refused', 'it is read-only'))
        : carrier.append(name, ...segment)
    await merge(bo, { ...carrier, append })
    expect(place.names()).toContain(`${other.device}/2`)
    expect(place.names()).not.toContain(`${refused.device}/2`)
  })

  it('is nothing where the place is a database, in which each writes as their own devices alone', async () => {
    const { ada, bo, place, exchange, share, merge } = three()
    await exchange(ada, bo)
    ada.note('chair', 'one')
    await share(ada)
    await merge(bo, place.quickCarrier())
    expect(place.names()).not.toContain(`${ada.device}/2`)
    expect(JSON.stringify(bo.contents())).toContain('one')
  })
})
