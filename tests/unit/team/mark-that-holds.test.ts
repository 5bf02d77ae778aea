import { expect, it } from 'vitest'
import { decidedOf, decidedOfAll, keepNewest } from '../../../electron/reviews/team/newest'
import { createTeamInMemory } from '../../../electron/reviews/team/team-file'
import { FaultyPlace } from './faulty-carrier'
import { FoundedTeam } from './founded-team'
import { TestDevice } from './test-device'

const three = (text: string): string[] => [text, text, text]

/** Lee approves the lamp; Ana marks it, which nobody knows yet; Lee takes their mark away. */
async function unknownToLee(away: (lee: TestDevice) => void): Promise<FoundedTeam> {
  const team = new FoundedTeam()
  const { ana, lee } = team
  lee.mark('lamp', 'approved')
  await team.exchange()
  ana.mark('lamp', 'needs-work', 'price')
  team.time += 1000
  away(lee)
  await team.exchange()
  await team.exchange()
  return team
}

const ways = {
  'clears it': (lee: TestDevice) => lee.mark('lamp', 'unreviewed'),
  'takes it back': (lee: TestDevice) => lee.undo()
}

for (const [words, away] of Object.entries(ways))
  it(`a mark stays where a colleague who does not know of it has one and ${words}`, async () => {
    const team = await unknownToLee(away)
    const { kim, ana } = team
    expect(team.shown()).toEqual(three('2 Ana: Ana needs-work'))
    for (const device of team.all) {
      expect(device.contents()).toEqual(kim.contents())
      expect(device.review('lamp').markReason).toBe('price')
      expect(device.waiting).toBe(0)
    }
    // It was hers all the time: her log has it once, and it can be taken back as ever.
    expect(
      ana.toldOf('lamp').filter((told) => told.includes('needs-work') && told.endsWith('Ana'))
    ).toHaveLength(1)
    team.time += 1000
    ana.undo()
    await team.exchange()
    expect(team.shown()).toEqual(three('0: '))
    team.expectAlike()
  })

it('a mark that was made before the colleague’s, and comes late, stays as well', async () => {
  const team = new FoundedTeam()
  const { ana, lee } = team
  ana.mark('lamp', 'needs-work')
  team.time += 1000
  lee.mark('lamp', 'approved')
  team.time += 1000
  lee.undo()
  await team.exchange()
  await team.exchange()
  expect(team.shown()).toEqual(three('2 Ana: Ana needs-work'))
  team.expectAlike()
})

it('what was decided after that holds', async () => {
  const team = new FoundedTeam()
  const { kim, ana, lee } = team
  lee.mark('lamp', 'approved')
  await team.exchange()
  ana.mark('lamp', 'needs-work')
  team.time += 1000
  lee.mark('lamp', 'unreviewed')
  team.time += 1000
  kim.mark('lamp', 'ignored')
  await team.exchange()
  await team.exchange()
  expect(team.shown()).toEqual(three('3 Kim: Ana needs-work, Kim ignored'))
  team.expectAlike()
})

it('what a person takes away on another computer of theirs is not said again', async () => {
  const team = new FoundedTeam()
  const { ana, carrier } = team
  const laptop = TestDevice.join('Ana', () => team.time, team.kim.team)
  ana.mark('lamp', 'needs-work')
  await team.exchange()
  await laptop.exchange(carrier)
  laptop.mark('lamp', 'unreviewed')
  await laptop.exchange(carrier)
  await team.exchange()
  expect(team.shown()).toEqual(three('0: '))
})

it('what an owner takes back is not said again', async () => {
  const team = await unknownToLee(() => undefined)
  team.kim.undoOf('lamp', 'Ana')
  await team.exchange()
  team.time += 1000
  team.lee.mark('lamp', 'unreviewed')
  await team.exchange()
  expect(team.shown()).toEqual(three('0: '))
})

/** Kim and Ana approve the lamp, perhaps after Lee ignored it; each takes theirs away, which the other does not know yet. */
async function bothTakeAway(
  away: readonly ((team: FoundedTeam) => void)[],
  isIgnored = false
): Promise<FoundedTeam> {
  const team = new FoundedTeam()
  const { kim, ana, lee } = team
  if (isIgnored) await team.inTurn(() => lee.mark('lamp', 'ignored'))
  await team.inTurn(
    () => kim.mark('lamp', 'approved'),
    () => ana.mark('lamp', 'approved')
  )
  for (const each of away) {
    team.time += 1000
    each(team)
  }
  await team.exchange()
  await team.exchange()
  return team
}

const undoes = ({ ana }: FoundedTeam): void => ana.undo()
const clears = ({ kim }: FoundedTeam): void => kim.mark('lamp', 'unreviewed')

it.each([
  ['one takes theirs back, the other clears theirs', [undoes, clears]],
  ['one clears theirs, the other takes theirs back', [clears, undoes]],
  ['both clear theirs', [clears, ({ ana }: FoundedTeam) => ana.mark('lamp', 'unreviewed')]],
  ['both take theirs back', [undoes, ({ kim }: FoundedTeam) => kim.undo()]]
])('a product has no mark that nobody holds: %s at once', async (_, away) => {
  const team = await bothTakeAway(away)
  expect(team.shown()).toEqual(three('0: '))
  team.expectAlike()
  for (const device of team.all) expect(device.waiting).toBe(0)
})

it('a product has the mark of a third person where two take theirs away at once', async () => {
  const team = await bothTakeAway([undoes, clears], true)
  expect(team.shown()).toEqual(three('3 Lee: Lee ignored'))
  team.expectAlike()
})

it('reviews that are put back from a backup have the marks that it lacks at once', async () => {
  const team = new FoundedTeam()
  const { kim, ana } = team
  const backup = ana.save(null)
  await team.inTurn(
    () => kim.mark('lamp', 'needs-work'),
    () => ana.mark('chair', 'ignored')
  )
  ana.restore(backup, false)
  ana.collect()
  expect(team.shown()).toEqual(three('2 Kim: Kim needs-work'))
  await team.exchange()
  await team.exchange()
  team.expectAlike()
})

it('what is taken back once a backup is put back counts for the team, also where a note is written after it', async () => {
  const team = new FoundedTeam()
  const { kim, ana } = team
  await team.inTurn(
    () => kim.mark('lamp', 'needs-work'),
    () => ana.mark('lamp', 'approved')
  )
  const backup = ana.save(null)
  await team.inTurn(() => ana.mark('chair', 'ignored'))
  ana.restore(backup, false)
  team.time += 1000
  ana.undo()
  ana.note('lamp', 'see the price')
  await team.exchange()
  await team.exchange()
  expect(team.shown()).toEqual(three('2 Kim: Kim needs-work'))
  team.expectAlike()
})

it('of two marks that stand the newer one holds, once the newest is taken back by who did not know it', async () => {
  const team = new FoundedTeam()
  const { kim, ana, lee } = team
  await team.inTurn(() => kim.mark('lamp', 'needs-work'))
  ana.mark('lamp', 'ignored')
  team.time += 1000
  lee.mark('lamp', 'approved')
  await team.exchange()
  await team.inTurn(() => lee.undo())
  expect(team.shown()).toEqual(three('3 Ana: Ana ignored, Kim needs-work'))
  team.expectAlike()
})

it('a mark that was cleared stays so, where a colleague’s from before that comes late and what came after it is taken back', async () => {
  const team = new FoundedTeam()
  const { kim, ana } = team
  await team.inTurn(() => kim.mark('lamp', 'ignored'))
  ana.mark('lamp', 'approved')
  team.time += 1000
  kim.mark('lamp', 'unreviewed')
  await team.exchange()
  expect(kim.toldOf('lamp')).toContain('mark approved, unreviewed before: Ana')
  await team.inTurn(() => kim.mark('lamp', 'approved'))
  await team.inTurn(() => kim.undo())
  expect(team.shown()).toEqual(three('1 Ana: Ana approved'))
  team.expectAlike()
})

it('a mark that was taken back is said again by redo, also where a colleague has marked the product since', async () => {
  const team = new FoundedTeam()
  const { kim, ana } = team
  await team.inTurn(() => kim.mark('lamp', 'approved'))
  await team.inTurn(() => kim.undo())
  await team.inTurn(() => ana.mark('lamp', 'ignored'))
  await team.inTurn(() => kim.redo())
  expect(team.shown()).toEqual(three('1 Kim: Ana ignored, Kim approved'))
  team.expectAlike()
  await team.inTurn(() => kim.undo())
  expect(team.shown()).toEqual(three('3 Ana: Ana ignored'))
  await team.inTurn(() => kim.redo())
  expect(team.shown()).toEqual(three('1 Kim: Ana ignored, Kim approved'))
  team.expectAlike()
})

it('what a colleague has taken away since a backup cannot be undone in it once more', async () => {
  const team = new FoundedTeam()
  const { kim, ana } = team
  await team.inTurn(
    () => ana.mark('lamp', 'needs-work'),
    () => ana.mark('lamp', 'approved')
  )
  const backup = kim.save(null)
  await team.inTurn(() => ana.mark('lamp', 'unreviewed'))
  kim.restore(backup, false)
  await team.exchange()
  expect(() => kim.undoOf('lamp', 'Ana')).toThrow('nothing to take back')
  await team.exchange()
  expect(team.shown()).toEqual(three('0: '))
  team.expectAlike()
})

it.each([
  ['cleared', false],
  ['taken back', false],
  ['cleared', true],
  ['taken back', true]
] as const)(
  'a mark that was %s since a backup does not come back by what is undone after that was put back, nor beneath a colleague’s: %s',
  async (way, isBeneath) => {
    const team = new FoundedTeam()
    const { kim, ana } = team
    await team.inTurn(() => ana.mark('lamp', 'approved'))
    if (isBeneath) await team.inTurn(() => kim.mark('lamp', 'ignored'))
    const backup = ana.save(null)
    await team.inTurn(() => (way === 'cleared' ? ana.mark('lamp', 'unreviewed') : ana.undoOf('lamp', 'Ana')))
    ana.restore(backup, false)
    await team.exchange()
    // Her log tells what the backup did not know of.
    expect(ana.toldOf('lamp')[0]).toBe('mark unreviewed, null before: Ana')
    await team.inTurn(() => ana.mark('lamp', 'needs-work'))
    await team.inTurn(() => ana.undo())
    expect(team.shown()).toEqual(three(isBeneath ? '3 Kim: Kim ignored' : '0: '))
    team.expectAlike()
  }
)

it('notes that a restored backup lacks are there with the next exchange, also where that asks only for what is new', async () => {
  const place = new FaultyPlace(() => 0.5)
  const team = new FoundedTeam(place)
  const { kim, ana } = team
  await team.inTurn(() => kim.note('lamp', 'Crop it'))
  const backup = ana.save(null)
  await team.inTurn(
    () => kim.note('lamp', 'Crop it well'),
    () => ana.note('chair', 'No legs')
  )
  ana.restore(backup, false)
  await ana.exchange(place.quickCarrier(), { isQuick: true })
  expect(ana.review('lamp').note).toBe('Crop it well')
  expect(ana.review('chair').note).toBe('No legs')
  await team.exchange()
  team.expectAlike()
})

it('what is decided of several products is what is decided of each, whatever their ids are', () => {
  const team = createTeamInMemory()
  const products = ['lamp', 'l\0mp', '"lamp\\', 'Lampe №1 💡', 'half \ud83d', 'unknown']
  for (const [counter, product] of products.slice(0, -1).entries())
    for (const rule of ['price-missing', 'name-short']) {
      const act = { exception: { rule, reason: 'it is so', by: 'Kim' } }
      keepNewest(team, { by: 'Kim', product, act, clock: { wall: 1, counter, device: 'kim' } })
    }
  const known = decidedOfAll(team, products)
  for (const product of products) {
    expect(known(product)).toMatchObject(decidedOf(team, product))
    expect(known(product)).toHaveLength(product === 'unknown' ? 0 : 2)
  }
  team.db.close()
})
