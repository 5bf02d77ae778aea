import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inRoot } from '../../../scripts/paths.mjs'
import { ownProcess } from '../../../vitest.config'

it('whatever has to run in a process of its own is there, and is not run with the rest because it was moved', () => {
  expect(ownProcess.filter((path) => globSync(path, { cwd: inRoot() }).length === 0)).toEqual([])
})
