import { afterAll, expect, it } from 'vitest'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FaultyPlace, noFaults } from './faulty-carrier'
import { closeSaved, TestDevice } from './test-device'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-overwritten-'))
afterAll(() => {
  closeSaved()
  rmSync(folder, { recursive: true, force: true })
})

it('fault 141: a colleague tells again what a restored device has overwritten with half a segment', async () => {
  let time = Date.UTC(2026, 0, 5, 9)
  const place = new FaultyPlace(() => 0)
  const [ada, bo, cy] = ['Ada', 'Bo', 'Cy'].map((name) => TestDevice.join(name, () => time))
  if (ada === undefined || bo === undefined || cy === undefined) throw new Error('there are three')
  const exchange = async (...devices: TestDevice[]): Promise<void> => {
    for (const device of devices) {
      time += 60_000
      await device.exchange(place.carrier())
    }
  }
  ada.mark('chair', 'approved')
  await exchange(ada)
  const saved = ada.save(folder)
  ada.except('lamp', 'price-missing', 'agreed')
  await exchange(ada, bo)
  ada.restore(saved, true)
  // It has forgotten its second segment, does not see it in the list either, and writes another in its place, of which only the beginning arrives.
  ada.note('chair', 'written again')
  place.faults = { ...noFaults, truncated: 1, hidden: 1, tellsTaken: false }
  await ada.exchange(place.carrier())
  place.faults = noFaults
  for (let round = 0; round < 4; round++) await exchange(ada, bo, cy)
  for (const device of [ada, cy]) expect(device.contents()).toEqual(bo.contents())
  expect(JSON.stringify(cy.contents())).toContain('agreed')
})

it('fault 141: a restored device comes to the same by what it tells again as those who hear it', async () => {
  let time = Date.UTC(2026, 0, 5, 9)
  const carrier = new FaultyPlace(() => 0.5).carrier()
  const [ada, cy, di] = ['Ada', 'Cy', 'Di'].map((name) => TestDevice.join(name, () => time))
  if (ada === undefined || cy === undefined || di === undefined) throw new Error('there are three')
  const exchange = async (...devices: TestDevice[]): Promise<void> => {
    for (const device of devices) {
      time += 60_000
      await device.exchange(carrier)
    }
  }
  di.mark('lamp', 'needs-work')
  await exchange(di)
  cy.mark('lamp', 'ignored')
  await exchange(cy, ada)
  const saved = ada.save(null)
  cy.mark('lamp', 'approved')
  time += 60_000
  di.undo()
  await exchange(di, cy, ada)
  // In the backup Cy has ignored the lamp, by which Ada tells that Di no longer says anything of it.
  ada.restore(saved, false)
  await exchange(ada, cy, di)
  for (const device of [cy, di]) expect(device.contents()).toEqual(ada.contents())
})

it('fault 140: a copied device gives the place again what it said of the whole team, under the id that it had then', async () => {
  let time = Date.UTC(2026, 0, 5, 9)
  const place = new FaultyPlace(() => 0.5)
  const [ada, bo, cy] = ['Ada', 'Bo', 'Cy'].map((name) => TestDevice.join(name, () => time))
  if (ada === undefined || bo === undefined || cy === undefined) throw new Error('there are three')
  const exchange = async (...devices: TestDevice[]): Promise<void> => {
    for (const device of devices) {
      time += 60_000
      await device.exchange(place.carrier())
    }
  }
  ada.say({ policy: { approvals: 2 } })
  const copy = ada.clone(null, true)
  const said = { device: ada.device, sequence: 1 }
  await exchange(ada, bo)
  // In a database it looks for its own only now and then: its first is refused, and its second is there.
  for (const text of ['one', 'two']) {
    time += 60_000
    copy.note('chair', text)
    await copy.exchange(place.quickCarrier(), { isQuick: true })
  }
  await exchange(copy)
  // Bo has read it by then, and Cy comes later.
  await place.carrier().remove?.([said], AbortSignal.timeout(1000))
  await exchange(ada)
  for (const device of [copy, ada]) expect(device.device).not.toBe(said.device)
  for (let round = 0; round < 3; round++) await exchange(bo, ada, copy, cy)
  for (const device of [ada, copy, cy]) expect(device.contents()).toEqual(bo.contents())
  expect(cy.policy().approvals).toBe(2)
})
