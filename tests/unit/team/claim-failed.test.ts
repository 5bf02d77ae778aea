import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ok, type Result } from '../../../electron/contract/failure'
import { testFolder } from '../../support/folder'
import { openTeamDesk } from './team-desk'

const candidates = (): Promise<Result<string[]>> => Promise.resolve(ok(['a']))

it('a claim says what the exchange before it failed with, at the place or on this computer', async () => {
  const [ada, place] = [openTeamDesk('Ada'), testFolder()]
  await ada.create(place)
  ada.keychain.failure = 'keychain-locked'
  expect(await ada.teams.claim('shop', candidates, 1)).toMatchObject({ failure: { code: 'keychain-locked' } })
  ada.keychain.failure = null
  rmSync(join(place, 'team'), { recursive: true })
  expect(await ada.teams.claim('shop', candidates, 1)).toMatchObject({
    failure: { code: 'input-invalid', facts: { field: 'place', reason: 'not-a-team' } }
  })
  rmSync(place, { recursive: true })
  expect(await ada.teams.claim('shop', candidates, 1)).toMatchObject({
    failure: { code: 'input-invalid', facts: { field: 'place', reason: 'unreachable' } }
  })
})
