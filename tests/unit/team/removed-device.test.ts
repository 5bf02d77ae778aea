import { describe, expect, it } from 'vitest'
import { tries } from '../../support/property-tries'
import { FaultyPlace } from './faulty-carrier'
import { TestDevice } from './test-device'

/** Ada, Bo and Cy, with a place where all goes well. @param isFounded Ada has created the team, and is its owner; else it has none */
function threeDevices(isFounded = false) {
  let time = Date.UTC(2026, 0, 5, 9)
  const carrier = new FaultyPlace(() => 0.5).carrier()
  const clock = (): number => time
  const ada = TestDevice.join('Ada', clock, isFounded ? null : undefined)
  const join = (name: string): TestDevice => TestDevice.join(name, clock, ada.team)
  const [bo, cy] = [join('Bo'), join('Cy')]
  const exchange = async (...devices: TestDevice[]): Promise<void> => {
    for (const device of devices) {
      time += 60_000
      await device.exchange(carrier)
    }
  }
  const settle = async (...devices: TestDevice[]): Promise<void> => {
    for (let round = 0; round < 6; round++) await exchange(...devices)
  }
  const leave = (device: TestDevice): Promise<void> => {
    time += 60_000
    return device.exchange(carrier, { left: true })
  }
  return { ada, bo, cy, join, exchange, settle, leave }
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

describe('in a team that has an owner', () => {
  it('a device is removed where an owner says so, and nobody else', async () => {
    const { ada, bo, cy, exchange, settle } = threeDevices(true)
    await settle(ada, bo, cy)
    bo.removeDevice(ada.device)
    cy.removeDevice(bo.device)
    await exchange(bo, cy, ada)
    ada.mark('a', 'approved')
    await settle(ada, bo, cy)
    for (const device of [ada, bo, cy]) {
      expect(device.removed()).toEqual({})
      expect(device.decision('a')).toMatchObject({ by: 'Ada' })
    }
    ada.removeDevice(bo.device)
    await exchange(ada, bo, cy)
    bo.mark('b', 'approved')
    await settle(ada, bo, cy)
    for (const device of [ada, bo, cy]) expect(Object.keys(device.removed())).toEqual([bo.device])
    expect([ada.decision('b'), cy.decision('b')]).toEqual([null, null])
    expect(ada.contents()).toEqual(cy.contents())
  })

  it('what its owner says is heard by who joins later, and so is how far others had read', async () => {
    const { ada, bo, cy, join, exchange, settle } = threeDevices(true)
    await settle(ada, bo, cy)
    cy.mark('a', 'approved')
    await exchange(cy, bo)
    // Ada has not read that one.
    ada.removeDevice(cy.device)
    await exchange(ada, bo)
    cy.mark('b', 'approved')
    await exchange(cy)
    await settle(ada, bo, cy)
    const di = join('Di')
    await settle(di, ada, bo)
    for (const device of [ada, bo, di]) {
      expect(device.decision('a')).toMatchObject({ by: 'Cy' })
      expect(device.decision('b')).toBeNull()
      expect(device.removed()).toEqual(ada.removed())
      expect(device.contents()).toEqual(ada.contents())
    }
  })

  it.each([
    ['the one', 0],
    ['the other', 1]
  ])('two owners who remove each other are both removed, whoever reads %s first', async (_, first) => {
    const { ada, bo, cy, join, exchange, settle } = threeDevices(true)
    const di = join('Di')
    ada.say({ owner: { device: bo.device } })
    ada.say({ owner: { device: di.device } })
    await settle(ada, bo, cy, di)
    ada.removeDevice(bo.device)
    bo.removeDevice(ada.device)
    // Each says so before they hear of the other; Cy and Di hear of them in another order.
    const [one, other] = first === 0 ? [ada, bo] : [bo, ada]
    const wordsOf = async (device: TestDevice, reader: TestDevice): Promise<void> => exchange(device, reader)
    await wordsOf(one, cy)
    await wordsOf(other, di)
    await settle(cy, di)
    const eve = join('Eve')
    await settle(eve, cy, di)
    await settle(ada, bo, eve, cy, di)
    for (const device of [ada, bo, cy, di, eve]) {
      expect(Object.keys(device.removed()).sort()).toEqual([ada.device, bo.device].sort())
      expect(device.removed()).toEqual(cy.removed())
    }
    for (const device of [di, eve]) expect(device.contents()).toEqual(cy.contents())
    expect([ada, bo, cy, di].map((device) => device.policy().role)).toEqual([
      'member',
      'member',
      'member',
      'owner'
    ])
  })

  it('everybody may again once no owner is left, whether they were removed or have left', async () => {
    const { ada, bo, cy, join, settle, leave } = threeDevices(true)
    ada.say({ owner: { device: bo.device } })
    await settle(ada, bo, cy)
    ada.removeDevice(bo.device)
    await settle(ada, bo, cy)
    cy.say({ policy: { approvals: 3 } })
    await settle(ada, cy)
    expect(cy.policy()).toEqual({ approvals: 1, role: 'member' })
    await leave(ada)
    const di = join('Di')
    await settle(cy, di)
    for (const device of [cy, di]) expect(device.policy()).toEqual({ approvals: 3, role: 'everybody' })
    cy.removeDevice(di.device)
    await settle(cy, di)
    for (const device of [cy, di]) expect(Object.keys(device.removed())).toContain(di.device)
    expect(di.policy().role).toBe('member')
  })

  it('a removed device does not make others hear more of it by saying how far it has read itself', async () => {
    const { ada, bo, cy, exchange, settle } = threeDevices(true)
    await settle(ada, bo, cy)
    ada.removeDevice(bo.device)
    await exchange(ada)
    for (const product of ['a', 'b', 'c']) {
      bo.mark(product, 'approved')
      await exchange(bo, cy, ada)
    }
    await settle(ada, cy)
    expect([ada.decision('b'), cy.decision('c')]).toEqual([null, null])
    expect(cy.contents()).toEqual(ada.contents())
  })

  it('is the same everywhere, whoever removes whom and reads in whichever order', async () => {
    for (let seed = 1; seed <= tries(12); seed++) {
      let state = seed
      const pick = <T>(items: readonly T[]): T => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0
        const item = items[Math.floor((state / 4294967296) * items.length)]
        if (item === undefined) throw new Error('there is nothing to pick')
        return item
      }
      const { ada, bo, cy, join, exchange, settle } = threeDevices(true)
      const all = [ada, bo, cy, join('Di'), join('Eve')]
      ada.say({ owner: { device: bo.device } })
      ada.say({ owner: { device: cy.device } })
      await exchange(...all, ...all)
      for (let step = 0; step < 40; step++) {
        const device = pick(all)
        const what = pick(['mark', 'mark', 'exchange', 'exchange', 'exchange', 'remove', 'grant'])
        if (what === 'mark') device.mark(pick(['a', 'b', 'c']), pick(['approved', 'ignored']))
        else if (what === 'exchange') await exchange(device)
        else if (step > 20 && what === 'remove') {
          const other = pick(all)
          if (other !== device) device.removeDevice(other.device)
        } else if (what === 'grant') device.say({ owner: { device: pick(all).device } })
      }
      const late = join('Flo')
      await settle(...all, late)
      await settle(...all, late)
      const heard = late.removed()
      const words = `seed ${seed}`
      for (const device of all) expect(device.removed(), words).toEqual(heard)
      // Who was removed has what the others ignore.
      const active = all.filter((each) => !(each.device in heard))
      for (const device of active) expect(device.contents(), words).toEqual(late.contents())
    }
  })
})
