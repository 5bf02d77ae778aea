import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { ok } from '../../../../../electron/contract/failure'
import { unreviewed } from '../../../../../electron/contract/review-state'
import { useOwnTeam } from '../../../../../renderer/shared/data/own-team'
import { sitInMainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'

const disagreeing = [
  { by: 'Ana', mark: 'ignored' as const },
  { by: 'Kim', mark: 'approved' as const }
]
const alone = { review: { ...unreviewed, state: 'ignored' as const } }
const disputed = { review: { ...alone.review, disagreeing } }

/** Reviews under this name in a team; null: there is none. */
async function asReviewer(name: string | null): Promise<ReturnType<typeof useOwnTeam>> {
  const main = sitInMainProcess()
  const own = name === null ? null : { name, approvals: 1, canClaim: false, mayDecide: true }
  main.always('team:self', () => ok(own))
  startStores()
  const team = useOwnTeam()
  expect(team.isRead).toBe(false)
  await flushPromises()
  return team
}

it.each([
  ['Kim', 'approved'],
  ['Ana', 'ignored'],
  ['Bo', 'unreviewed'],
  [null, 'ignored']
])('where people disagree %s sees what they say themself: %s', async (name, own) => {
  const team = await asReviewer(name)
  expect(team.ownStateOf(disputed)).toBe(own)
})

it('what was marked a moment ago is one’s own, and so is what nobody says anything else of', async () => {
  const team = await asReviewer('Kim')
  expect(team.ownStateOf(disputed, 'needs-work')).toBe('needs-work')
  expect(team.ownStateOf(alone)).toBe('ignored')
})

it.each([
  ['approved', 'unreviewed', 'unreviewed'],
  ['approved', 'approved', 'approved'],
  ['needs-work', 'unreviewed', 'unreviewed'],
  ['awaiting-others', 'approved', 'awaiting-others'],
  ['awaiting-you', 'unreviewed', 'awaiting-you'],
  ['changed', 'unreviewed', 'changed'],
  ['approved', undefined, 'approved']
] as const)('of a product that is %s a person who says %s sees %s pressed', async (state, own, pressed) => {
  const product = { review: { ...unreviewed, state, ...(own && { own }) } }
  const team = await asReviewer('Kim')
  expect(team.pressedStateOf(product)).toBe(pressed)
  expect(team.ownStateOf(product), 'in words it is what it is').toBe(state)
})

it('a mark of a moment ago is pressed, also where a colleague’s stood there', async () => {
  const product = { review: { ...unreviewed, state: 'approved' as const, own: 'unreviewed' as const } }
  const team = await asReviewer('Kim')
  expect(team.pressedStateOf(product, 'needs-work')).toBe('needs-work')
  const own = { ...disputed.review, own: 'approved' as const }
  expect(team.pressedStateOf({ review: own })).toBe('approved')
  expect((await asReviewer(null)).pressedStateOf(product)).toBe('approved')
})
