import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'

const busy = `
  const [module, how, name, alive] = process.argv.slice(1)
  const { keepHeapsSmall } = await import(module)
  const { getHeapSpaceStatistics } = await import('node:v8')
  if (how === 'small') keepHeapsSmall()
  const kept = []
  let most = 0
  for (let at = 0; at < 3_000_000; at++) {
    kept[at % Number(alive)] = { at, text: 'x' + at, list: [at] }
    if (at % 10_000 !== 0) continue
    const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === name)
    most = Math.max(most, space.space_size)
  }
  process.stdout.write(String(most / 1_000_000))
`

/** Megabytes of such a room that a process of its own took, with so many objects alive at once. */
function megabytes(how: 'small' | 'as it comes', room: string, alive: number): number {
  const module = new URL('../../../electron/threads/small-heaps.ts', import.meta.url).href
  const args = ['--input-type=module', '--eval', busy, module, how, room, String(alive)]
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

describe('the room for objects', () => {
  it('that are soon thrown away does not grow under load, as it does by itself', () => {
    expect(megabytes('small', 'new_space', 20_000)).toBeLessThan(
      megabytes('as it comes', 'new_space', 20_000) / 2
    )
  })

  it('that live on holds less of what was thrown away', () => {
    const [small, usual] = (['small', 'as it comes'] as const).map((how) =>
      megabytes(how, 'old_space', 300_000)
    )
    expect(small).toBeLessThan(0.7 * (usual ?? 0))
  })
})
