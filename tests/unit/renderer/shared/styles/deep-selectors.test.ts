import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../../../..')

it('no style reaches into a component from within another rule: there Vue asks for an element in between, and nothing matches', () => {
  const files = globSync('renderer/**/*.{vue,css}', { cwd: root })
  expect(files.length).toBeGreaterThan(200)
  const nested = files.filter((file) => /^\s+(?:& )?:deep\(/m.test(readFileSync(join(root, file), 'utf8')))
  expect(nested).toEqual([])
})
