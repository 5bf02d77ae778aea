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
