import { expect, it } from 'vitest'
import { FaultyPlace } from './faulty-carrier'
import { TestDevice } from './test-device'

/** Ada, Bo and Cy, with a place where all goes well. */
function threeDevices() {
  let time = Date.UTC(2026, 0, 5, 9)
  const carrier = new FaultyPlace(() => 0.5).carrier()
  const [ada, bo, cy] = ['Ada', 'Bo', 'Cy'].map((name) => TestDevice.join(name, () => time))
  if (ada === undefined || bo === undefined || cy === undefined) throw new Error('there are three')
  const exchange = async (...devices: TestDevice[]): Promise<void> => {
    for (const device of devices) {
      time += 60_000
      await device.exchange(carrier)
    }
  }
  return { ada, bo, cy, exchange }
}

it('fault 143: takes nothing of what a removed device does later, and keeps what it did', async () => {
  const { ada, bo, cy, exchange } = threeDevices()
  cy.mark('a', 'approved')
  await exchange(cy, ada, bo)
  ada.removeDevice(cy.device)
  await exchange(ada)
  cy.mark('b', 'approved')
  cy.note('a', 'after it was removed')
  await exchange(cy, ada, bo, ada, bo)
  for (const device of [ada, bo]) {
    expect(device.decision('a')).toMatchObject({ by: 'Cy', mark: 1 })
    expect(device.decision('b')).toBeNull()
    expect(device.review('a').note).toBe('')
  }
  expect(ada.contents()).toEqual(bo.contents())
})

it('fault 143: ends alike where some had read more of a removed device than whoever removed it', async () => {
  const { ada, bo, cy, exchange } = threeDevices()
  cy.mark('a', 'approved')
  await exchange(cy, ada, bo)
  cy.mark('b', 'ignored')
  await exchange(cy, bo)
  cy.mark('c', 'ignored')
  await exchange(cy)
  ada.removeDevice(cy.device)
  // Ada reads no more of it, until Bo has heard of it and said how far he had read.
  ada.note('d', 'something to say')
  for (let round = 0; round < 4; round++) await exchange(ada, bo)
  expect(ada.decision('b')).toMatchObject({ by: 'Cy' })
  expect(bo.decision('c')).toEqual(ada.decision('c'))
  expect(ada.contents()).toEqual(bo.contents())
  cy.mark('e', 'approved')
  await exchange(cy, ada, bo)
  expect([ada.decision('e'), bo.decision('e')]).toEqual([null, null])
})
