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
  globalThis.gc()
  const { space_used_size } = getHeapSpaceStatistics().find(({ space_name }) => space_name === name)
  // They are needed here too, so that they are not collected.
  kept.reverse()
  process.stdout.write(JSON.stringify({ most: most / 1_000_000, alive: space_used_size / 1_000_000 }))
`

/** Megabytes of such a room that a process of its own took at most, with so many objects alive at once, and that of these. */
function megabytes(
  how: 'small' | 'as it comes',
  room: string,
  alive: number
): { most: number; alive: number } {
  const module = new URL('../../../electron/database/v8-flags.ts', import.meta.url).href
  const args = ['--expose-gc', '--input-type=module', '--eval', busy, module, how, room, String(alive)]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as ReturnType<
    typeof megabytes
  >
}

describe('the room for objects', () => {
  it('that are soon thrown away does not grow under load, as it does by itself', () => {
    const [small, usual] = (['small', 'as it comes'] as const).map((how) =>
      megabytes(how, 'new_space', 20_000)
    )
    expect(small?.most).toBeLessThan((usual?.most ?? 0) / 2)
  })

  it('that live on takes little more than twice their size, where it would take up to five times that', () => {
    const { most, alive } = megabytes('small', 'old_space', 300_000)
    expect(most).toBeLessThan(2.5 * alive)
  })
})
