import { afterAll, expect, it } from 'vitest'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mergeByFile, shareByFile, type BorrowCarrier } from '../../../electron/team/by-file'
import { CarrierFailure, type Carrier } from '../../../electron/team/carriers/carrier'
import { take } from '../reviews/review-thread'
import { FaultyPlace, noFaults } from './faulty-carrier'
import { closeSaved, TestDevice } from './test-device'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-overwritten-'))
afterAll(() => {
  closeSaved()
  rmSync(folder, { recursive: true, force: true })
})

/** Three people of a team whose devices exchange through a place, a minute apart. */
function startTeam(
  names: readonly [string, string, string],
  place: FaultyPlace
): {
  people: [TestDevice, TestDevice, TestDevice]
  exchange: (...devices: TestDevice[]) => Promise<void>
  later: () => void
} {
  let time = Date.UTC(2026, 0, 5, 9)
  const deviceOf = (name: string): TestDevice => TestDevice.join(name, () => time)
  const later = (): void => void (time += 60_000)
  return {
    people: [deviceOf(names[0]), deviceOf(names[1]), deviceOf(names[2])],
    async exchange(...devices) {
      for (const device of devices) {
        later()
        await device.exchange(place.carrier())
      }
    },
    later
  }
}

it('fault 141: a colleague tells again what a restored device has overwritten with half a segment', async () => {
  const place = new FaultyPlace(() => 0)
  const team = startTeam(['Ada', 'Bo', 'Cy'], place)
  const [ada, bo, cy] = team.people
  ada.mark('chair', 'approved')
  await team.exchange(ada)
  const saved = ada.save(folder)
  ada.except('lamp', 'price-missing', 'agreed')
  await team.exchange(ada, bo)
  ada.restore(saved, true)
  // It has forgotten its second segment, does not see it in the list either, and writes another in its place, of which only the beginning arrives.
  ada.note('chair', 'written again')
  place.faults = { ...noFaults, truncated: 1, hidden: 1, tellsTaken: false }
  await ada.exchange(withoutReading(place.carrier()))
  place.faults = noFaults
  for (let round = 0; round < 4; round++) await team.exchange(ada, bo, cy)
  for (const device of [ada, cy]) expect(device.contents()).toEqual(bo.contents())
  expect(JSON.stringify(cy.contents())).toContain('agreed')
})

/** As a folder that a program keeps in sync, while it has not brought what is there. */
function withoutReading(carrier: Carrier): Carrier {
  return { ...carrier, read: () => Promise.reject(new CarrierFailure('not-found', 'not here yet')) }
}

it('fault 141, 144: a restored device writes over nothing that it has forgotten, also where neither a list nor the answer tells', async () => {
  const place = new FaultyPlace(() => 0)
  const team = startTeam(['Ada', 'Bo', 'Cy'], place)
  const [ada, bo, cy] = team.people
  const saved = ada.save(folder)
  ada.note('lamp', 'read by nobody yet')
  await team.exchange(ada)
  ada.restore(saved, true)
  ada.note('chair', 'written again')
  place.faults = { ...noFaults, hidden: 1, tellsTaken: false }
  await ada.exchange(place.carrier())
  place.faults = noFaults
  for (let round = 0; round < 4; round++) await team.exchange(ada, bo, cy)
  for (const device of [ada, cy]) expect(device.contents()).toEqual(bo.contents())
  for (const text of ['read by nobody yet', 'written again'])
    expect(JSON.stringify(cy.contents())).toContain(text)
})

it('fault 141: a restored device comes to the same by what it tells again as those who hear it', async () => {
  const place = new FaultyPlace(() => 0.5)
  const team = startTeam(['Ada', 'Cy', 'Di'], place)
  const [ada, cy, di] = team.people
  di.mark('lamp', 'needs-work')
  await team.exchange(di)
  cy.mark('lamp', 'ignored')
  await team.exchange(cy, ada)
  const saved = ada.save(null)
  cy.mark('lamp', 'approved')
  team.later()
  di.undo()
  await team.exchange(di, cy, ada)
  // In the backup Cy has ignored the lamp, by which Ada tells that Di no longer says anything of it.
  ada.restore(saved, false)
  // Cy, whose mark Di did not know of, says it again after that.
  for (let round = 0; round < 2; round++) await team.exchange(ada, cy, di)
  for (const device of [cy, di]) expect(device.contents()).toEqual(ada.contents())
})

it('fault 140: a copied device gives the place again what it said of the whole team, under the id that it had then', async () => {
  const place = new FaultyPlace(() => 0.5)
  const team = startTeam(['Ada', 'Bo', 'Cy'], place)
  const [ada, bo, cy] = team.people
  ada.say({ policy: { approvals: 2 } })
  const copy = ada.clone(null, true)
  const said = { device: ada.device, sequence: 1 }
  await team.exchange(ada, bo)
  // In a database it looks for its own only now and then: its first is refused, and its second is there.
  for (const text of ['one', 'two']) {
    team.later()
    copy.note('chair', text)
    await copy.exchange(place.quickCarrier(), { isQuick: true })
  }
  await team.exchange(copy)
  // Bo has read it by then, and Cy comes later.
  await place.carrier().remove?.([said], AbortSignal.timeout(1000))
  await team.exchange(ada)
  for (const device of [copy, ada]) expect(device.device).not.toBe(said.device)
  for (let round = 0; round < 3; round++) await team.exchange(bo, ada, copy, cy)
  for (const device of [ada, copy, cy]) expect(device.contents()).toEqual(bo.contents())
  expect(cy.policy().approvals).toBe(2)
})

it.each(['sees before it writes on', 'has folded by then'])(
  'fault 137, 141: a restored device whose segment is read in half at first notices that it is another, which it %s',
  async (when) => {
    const place = new FaultyPlace(() => 0.5)
    const team = startTeam(['Ada', 'Bo', 'Cy'], place)
    const [ada, bo, cy] = team.people
    ada.mark('chair', 'approved')
    await team.exchange(ada, bo)
    const saved = ada.save(folder)
    ada.note('lamp', 'only at the place')
    await team.exchange(ada)
    ada.restore(saved, true)
    // Without a look at the place it writes another second one, which Bo has from a file.
    ada.note('chair', 'written again')
    await carry(ada, bo)
    const carrier = place.carrier()
    const inHalf: Carrier = {
      ...carrier,
      async read(name, signal) {
        const bytes = await carrier.read(name, signal)
        return name.sequence === 2 ? bytes.subarray(0, bytes.length / 2) : bytes
      }
    }
    if (when === 'has folded by then') ada.mostSegments = 1
    for (let times = 0; times < 2; times++) {
      team.later()
      await ada.exchange(inHalf, { mayWrite: when === 'has folded by then' })
    }
    for (let round = 0; round < 3; round++) await team.exchange(ada, bo, cy)
    for (const device of [ada, cy]) expect(device.contents()).toEqual(bo.contents())
    expect(JSON.stringify(bo.contents())).toContain('only at the place')
  }
)

/** What a device and the file that it writes know, without the team's place, comes to another one. */
async function carry(from: TestDevice, to: TestDevice): Promise<void> {
  const file = join(folder, 'carried')
  const none: BorrowCarrier = () => Promise.resolve()
  take(await shareByFile(from.apart(), file, none))
  const { signal } = new AbortController()
  const merged = await mergeByFile(to.apart(), file, { signal, borrow: null, onProgress: () => undefined })
  if (merged === null) throw new Error('it is a file for a team')
  take(merged)
}
