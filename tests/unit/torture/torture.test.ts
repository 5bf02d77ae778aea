import { expect, it } from 'vitest'
import { killDays } from '../../torture/kills'
import { mergeHistories } from '../../torture/merges'
import { testFolder } from '../../support/folder'
import { bundle } from '../../support/threads'

// The long form is `npm run torture`.

it('fault 88: processes that are killed at any moment lose nothing that they said was saved', async () => {
  const fileOf = await bundle({ 'day-process': 'tests/torture/day-process.ts' })
  const counts = await killDays({ kills: 5, seed: 1 }, fileOf('day-process'), testFolder())
  expect(counts).toMatchObject({ kills: 5, losses: 0 })
  expect(counts.saved).toBeGreaterThan(0)
})

it('three people who merge each other’s reviews have the same in the end, and nothing of it is lost', async () => {
  const counts = await mergeHistories({ histories: 5, seed: 1 }, testFolder())
  expect(counts).toMatchObject({ histories: 5, losses: 0, disagreements: 0 })
  expect(counts.merges).toBeGreaterThan(20)
})
