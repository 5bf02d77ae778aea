import { describe, expect, it } from 'vitest'
import { FaultyPlace } from './faulty-carrier'
import { TestDevice } from './test-device'

/** Two people with a team, and how they exchange what they did. */
function twoPeople(): { kim: TestDevice; ana: TestDevice; exchange: () => Promise<void>; later: () => void } {
  let time = Date.UTC(2026, 4, 1)
  const carrier = new FaultyPlace(() => 0.5).carrier()
  const [kim, ana] = [TestDevice.join('Kim', () => time), TestDevice.join('Ana', () => time)]
  const exchange = async (): Promise<void> => {
    for (const device of [kim, ana, kim, ana]) {
      time += 60_000
      await device.exchange(carrier)
    }
  }
  return { kim, ana, exchange, later: () => (time += 1000) }
}

describe('what a team says of a product', () => {
  it('is disputed while the newest marks of two people differ', async () => {
    const { kim, ana, exchange } = twoPeople()
    kim.mark('lamp', 'approved')
    ana.mark('lamp', 'needs-work', 'blurry')
    kim.mark('chair', 'approved')
    ana.mark('chair', 'approved')
    await exchange()
    for (const device of [kim, ana]) expect(device.disputed()).toEqual(['lamp'])
    expect(kim.standing('lamp').marks.map(({ by, mark, reason }) => [by, mark, reason])).toEqual(
      expect.arrayContaining([
        ['Kim', 'approved', null],
        ['Ana', 'needs-work', 'blurry']
      ])
    )
    ana.mark('lamp', 'approved')
    await exchange()
    for (const device of [kim, ana]) expect(device.disputed()).toEqual([])
  })

  it('is no disagreement of people who saw different content', async () => {
    const { kim, ana, exchange, later } = twoPeople()
    const [before, now] = ['0'.repeat(32), 'f'.repeat(32)]
    kim.mark('lamp', 'needs-work', 'price', before)
    await exchange()
    later()
    ana.mark('lamp', 'approved', null, now)
    await exchange()
    for (const device of [kim, ana]) {
      expect(device.disputed()).toEqual([])
      expect(device.agreement().shared).toBe(0)
      expect(device.standing('lamp').marks.map(({ by, version }) => [by, version])).toEqual([
        ['Ana', 'current'],
        ['Kim', 'earlier']
      ])
    }
    // The catalog says which of them is of what the product is; who has read a newer one has seen what it becomes.
    const versions = (contentFingerprint: string, asOf: number): string[] =>
      kim.standing('lamp', { contentFingerprint, asOf }).marks.map(({ by, version }) => `${by}: ${version}`)
    expect(versions(before, kim.now())).toEqual(['Ana: earlier', 'Kim: current'])
    expect(versions(before, 0)).toEqual(['Ana: newer', 'Kim: current'])
    later()
    kim.mark('lamp', 'needs-work', 'price', now)
    await exchange()
    for (const device of [kim, ana]) expect(device.disputed()).toEqual(['lamp'])
  })

  it('is a disagreement where only one is known to have seen what the other did', async () => {
    const { kim, ana, exchange } = twoPeople()
    kim.mark('lamp', 'approved', null, '0123456789abcdef')
    ana.mark('lamp', 'ignored', null, '0123456789abcdef0123456789abcdef')
    await exchange()
    for (const device of [kim, ana]) expect(device.disputed()).toEqual(['lamp'])
  })

  it('is nobody’s once a mark is cleared: one opinion is left', async () => {
    const { kim, ana, exchange } = twoPeople()
    kim.mark('lamp', 'approved')
    await exchange()
    ana.mark('lamp', 'ignored')
    await exchange()
    expect(kim.disputed()).toEqual(['lamp'])
    ana.mark('lamp', 'unreviewed')
    await exchange()
    expect(kim.disputed()).toEqual([])
  })

  it('is in the log of the product also where an older mark comes after a newer one, in its place in time', async () => {
    const { kim, ana, exchange, later } = twoPeople()
    ana.mark('lamp', 'ignored')
    later()
    kim.mark('lamp', 'needs-work')
    later()
    ana.mark('lamp', 'approved')
    await exchange()
    expect(kim.logOf('lamp')).toEqual(['Ana approved 00:02', 'Kim needs-work 00:01'])
    expect(ana.logOf('lamp')).toEqual(['Ana approved 00:02', 'Kim needs-work 00:01', 'Ana ignored 00:00'])
    expect(ana.logOf('lamp', 2)).toEqual(['Ana approved 00:02', 'Kim needs-work 00:01'])
    for (const device of [kim, ana]) expect(device.review('lamp')).toMatchObject({ markedBy: 'Ana' })
    // It is told once, however often it comes.
    kim.publishAgain()
    await exchange()
    expect(ana.logOf('lamp')).toHaveLength(3)
  })

  it('tells whom it was assigned to last, on every device, and that it is no longer anybody’s', async () => {
    const { kim, ana, exchange, later } = twoPeople()
    kim.assign(['lamp', 'chair'], ['Ana'])
    await exchange()
    expect(ana.standing('lamp').assignedTo).toBe('Ana')
    ana.assign(['lamp'], ['Kim'])
    later()
    ana.assign(['chair'], [])
    await exchange()
    expect([kim.standing('lamp').assignedTo, kim.standing('chair').assignedTo]).toEqual(['Kim', null])
  })

  it('is those people’s again who had it before, where an assignment is undone and nobody has assigned it since', async () => {
    const { kim, ana, exchange, later } = twoPeople()
    const products = ['lamp', 'chair', 'table', 'stool']
    const people = (device: TestDevice): (string | null)[] =>
      products.map((product) => device.standing(product).assignedTo)
    kim.assign(['lamp'], ['Ana'])
    kim.assign(['chair'], ['Lee'])
    later()
    const { number, assigned } = kim.assign(products, ['Kim'])
    expect([assigned, people(kim)]).toEqual([4, ['Kim', 'Kim', 'Kim', 'Kim']])
    await exchange()
    later()
    ana.assign(['stool'], ['Ana'])
    await exchange()
    const undone = kim.undoAssignment(number)
    expect([undone.assigned, people(kim)]).toEqual([3, ['Ana', 'Lee', null, 'Ana']])
    await exchange()
    expect(people(ana)).toEqual(people(kim))
    expect(kim.undoAssignment(number).assigned, 'it is not the last anymore').toBe(0)
    expect(kim.undoAssignment(undone.number).assigned).toBe(3)
    expect(people(kim)).toEqual(['Kim', 'Kim', 'Kim', 'Ana'])
  })

  it('gives each of several people as many products, or one more, the same ones on every computer', () => {
    const { kim, ana } = twoPeople()
    const products = Array.from({ length: 302 }, (_, at) => `product-${at}`)
    kim.assign(products, ['Ana', 'Kim', 'Lee'])
    ana.assign(products.toReversed(), ['Lee', 'Kim', 'Ana'])
    const people = (device: TestDevice, of = products): (string | null)[] =>
      of.map((product) => device.standing(product).assignedTo)
    const counts = (of = products): number[] =>
      ['Ana', 'Kim', 'Lee', 'Max'].map((person) => people(kim, of).filter((each) => each === person).length)
    expect(people(ana)).toEqual(people(kim))
    expect(counts().sort()).toEqual([0, 100, 101, 101])
    for (const count of [1, 2, 3, 4, 5]) {
      const few = products.slice(0, count)
      kim.assign(few, [])
      expect(kim.assign(few, ['Ana', 'Kim']).assigned).toBe(count)
      const [one = 0, other = 0] = counts(few)
      expect([one + other, Math.abs(one - other)]).toEqual([count, count % 2])
    }
  })

  it('leaves people what they have when products are shared out again, as far as all get as many', () => {
    const { kim } = twoPeople()
    const products = Array.from({ length: 12 }, (_, at) => `product-${at}`)
    const of = (person: string): string[] =>
      products.filter((product) => kim.standing(product).assignedTo === person)
    kim.assign(products, ['Ana', 'Kim'])
    expect(kim.assign(products, ['Kim', 'Ana']).assigned).toBe(0)
    const before = [of('Ana'), of('Kim')]
    expect(kim.assign(products, ['Ana', 'Kim', 'Lee']).assigned).toBe(4)
    expect([of('Ana'), of('Kim'), of('Lee')].map(({ length }) => length)).toEqual([4, 4, 4])
    expect(before[0]).toEqual(expect.arrayContaining(of('Ana')))
    expect(before[1]).toEqual(expect.arrayContaining(of('Kim')))
  })

  it('comes back to a device that joins anew', async () => {
    const { kim, ana, exchange } = twoPeople()
    kim.assign(['lamp'], ['Ana'])
    kim.mark('chair', 'approved')
    ana.mark('chair', 'ignored')
    await exchange()
    kim.publishAgain()
    await exchange()
    for (const device of [kim, ana]) {
      expect(device.standing('lamp').assignedTo).toBe('Ana')
      expect(device.disputed()).toEqual(['chair'])
    }
  })
})

describe('the agreement of a team', () => {
  it('is that of the products that two people or more have marked', async () => {
    const { kim, ana, exchange } = twoPeople()
    // The example with two observers in K. Krippendorff, Computing Krippendorff’s Alpha-Reliability (2011), part A.
    const values = { Kim: [0, 1, 0, 0, 0, 0, 0, 0, 1, 0], Ana: [1, 1, 1, 0, 0, 1, 0, 0, 0, 0] }
    for (const [at, value] of values.Kim.entries()) kim.mark(`p${at}`, markOf(value))
    for (const [at, value] of values.Ana.entries()) ana.mark(`p${at}`, markOf(value))
    kim.mark('alone', 'approved')
    await exchange()
    const { shared, agreed, alpha } = ana.agreement()
    expect([shared, agreed]).toEqual([10, 6])
    expect(alpha).toBeCloseTo(0.095, 3)
  })

  it('cannot be told where everybody always chose the same, or nothing was marked twice', async () => {
    const { kim, ana, exchange } = twoPeople()
    expect(kim.agreement()).toEqual({ shared: 0, agreed: 0, alpha: null })
    for (const device of [kim, ana]) device.mark('lamp', 'approved')
    await exchange()
    expect(kim.agreement()).toEqual({ shared: 1, agreed: 1, alpha: null })
  })
})

function markOf(value: number): 'approved' | 'ignored' {
  return value === 1 ? 'approved' : 'ignored'
}
