import { expect, it } from 'vitest'
import { testFolder } from '../../support/folder'
import { take } from '../reviews/review-thread'
import { openTeamDesk, type TeamDesk } from './team-desk'

async function startTeam(): Promise<{ kim: TeamDesk; ben: TeamDesk; exchange: () => Promise<void> }> {
  const [kim, ben, place] = [openTeamDesk('Kim'), openTeamDesk('Ben'), testFolder()]
  await kim.create(place)
  await ben.join(place)
  return {
    kim,
    ben,
    async exchange() {
      for (const each of [kim, ben, kim, ben]) {
        for (const { who } of [kim, ben]) who.now += 1000
        await each.exchange()
      }
    }
  }
}

const undo = async ({ reviews }: TeamDesk) => take(await reviews.undo({ connectionId: 'shop', entry: null }))

it('a note that a colleague has written on is not passed over in silence: the first undo says so, the next one goes further back', async () => {
  const { kim, ben, exchange } = await startTeam()
  const marked = take(await kim.mark('approved', 'a')).entry
  kim.who.now += 1000
  take(await kim.note('b', 'Crop it'))
  await exchange()
  take(await ben.note('b', 'Crop it, please'))
  await exchange()
  expect(await undo(kim)).toMatchObject({ by: 'Ben', prevented: { of: 'note', product: { id: 'b' } } })
  expect((await kim.review('b')).note).toBe('Crop it, please')
  expect(await undo(kim)).toMatchObject({ entry: { number: marked }, restored: 1 })
  expect(await undo(kim)).toBeNull()
})

it('an exception that a colleague has changed is told as well', async () => {
  const { kim, ben, exchange } = await startTeam()
  const except = ({ reviews }: TeamDesk, reason: string) =>
    reviews.setException({ connectionId: 'shop', productId: 'a', rule: 'price-missing', reason })
  take(await except(kim, 'on request'))
  await exchange()
  take(await except(ben, 'a gift'))
  await exchange()
  expect(await undo(kim)).toMatchObject({ by: 'Ben', prevented: { of: 'exception' } })
  expect(await undo(kim)).toBeNull()
})

it('what a person did last is taken back first, and what nobody else has changed without a word', async () => {
  const { kim, ben, exchange } = await startTeam()
  take(await kim.note('b', 'Crop it'))
  await exchange()
  take(await ben.note('b', 'Crop it, please'))
  await exchange()
  const marked = take(await kim.mark('ignored', 'b')).entry
  expect(await undo(kim)).toMatchObject({ entry: { number: marked } })
  expect(await undo(kim)).toMatchObject({ by: 'Ben' })
})
