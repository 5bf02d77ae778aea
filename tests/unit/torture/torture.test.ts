import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { killDays } from '../../torture/kills'
import { mergeHistories } from '../../torture/merges'
import { testFolder } from '../../support/folder'
import { bundle } from '../../support/threads'

// The long form is `npm run torture`.

it('fault 88: processes that are killed at any moment lose nothing that they said was saved', async () => {
  const fileOf = await bundle({ 'day-process': 'tests/torture/day-process.ts' })
  const counts = await killDays({ kills: 5, seed: 1 }, fileOf('day-process'), testFolder())
  expect(counts).toMatchObject({ kills: 5, losses: 0, told: [] })
  expect(counts.saved).toBeGreaterThan(0)
}, 180_000)

it('fault 88: a process that ends with an error is a loss, also where it always does', async () => {
  const place = testFolder()
  const file = join(place, 'crash.mjs')
  writeFileSync(file, 'process.exitCode = 1')
  const counts = await killDays({ kills: 2, seed: 1 }, file, place)
  expect(counts).toMatchObject({ kills: 0, losses: 2 })
  expect(counts.told).toHaveLength(2)
})

it('fault 88: a process that says more than it saved is a loss', async () => {
  const place = testFolder()
  const file = join(place, 'liar.mjs')
  writeFileSync(file, "process.stdout.write('\\n'.repeat(12))\nif (process.argv[4] !== '0') for (;;);\n")
  expect(await killDays({ kills: 1, seed: 1 }, file, place)).toMatchObject({ kills: 1, saved: 10, losses: 1 })
})

it('three people who merge each other’s reviews have the same in the end, and nothing of it is lost', async () => {
  const counts = await mergeHistories({ histories: 5, seed: 1 }, testFolder())
  expect(counts).toMatchObject({ histories: 5, losses: 0, disagreements: 0 })
  expect(counts.merges).toBeGreaterThan(20)
})
