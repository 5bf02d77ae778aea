import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'

const busy = `
  const { keepYoungGenerationSmall } = await import(process.argv[1])
  const { getHeapSpaceStatistics } = await import('node:v8')
  if (process.argv[2] === 'small') keepYoungGenerationSmall()
  const kept = []
  let most = 0
  for (let at = 0; at < 2_000_000; at++) {
    kept[at % 20_000] = { at, text: 'x' + at, list: [at] }
    if (at % 10_000 !== 0) continue
    const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
    most = Math.max(most, space.space_size)
  }
  process.stdout.write(String(most / 1_000_000))
`

/** Megabytes that a process of its own took for what it threw away. */
function megabytes(how: 'small' | 'as it comes'): number {
  const module = new URL('../../../electron/threads/young-generation.ts', import.meta.url).href
  const args = ['--input-type=module', '--eval', busy, module, how]
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

describe('the room for what is soon thrown away', () => {
  it('does not grow under load, as it does by itself', () => {
    expect(megabytes('small')).toBeLessThan(megabytes('as it comes') / 2)
  })
})
