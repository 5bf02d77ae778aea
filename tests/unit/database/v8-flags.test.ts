import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'

const busy = `
  const [module, how, name, alive] = process.argv.slice(1)
  const { setV8Flags } = await import(module)
  const { getHeapSpaceStatistics } = await import('node:v8')
  if (how === 'small') setV8Flags()
  const kept = []
  let most = 0
  for (let at = 0; at < 3_000_000; at++) {
    kept[at % Number(alive)] = { at, text: 'x' + at, list: [at] }
    if (at % 10_000 !== 0) continue
    const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === name)
    most = Math.max(most, space.space_size)
  }
  // They are needed here too, so that they are not collected.
  kept.reverse()
  process.stdout.write(String(most / 1_000_000))
`

/** Megabytes of such a room that a process of its own took at most, with so many objects alive at once. */
function megabytes(how: 'small' | 'as it comes', room: string, alive: number): number {
  const module = new URL('../../../electron/database/v8-flags.ts', import.meta.url).href
  const args = ['--input-type=module', '--eval', busy, module, how, room, String(alive)]
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

describe('the room for objects', () => {
  it('that are soon thrown away does not grow under load, as it does by itself', () => {
    const [small, usual] = (['small', 'as it comes'] as const).map((how) =>
      megabytes(how, 'new_space', 20_000)
    )
    expect(small).toBeLessThan((usual ?? 0) / 2)
  })

  // On a quiet computer less than half of it, 2.3 and 5.5 times their size; the slower V8 collects beside other work, the more.
  it('that live on stays well below what it takes by itself', () => {
    const [small, usual] = (['small', 'as it comes'] as const).map((how) =>
      megabytes(how, 'old_space', 300_000)
    )
    expect(small).toBeLessThan((usual ?? 0) * 0.75)
  })
})
