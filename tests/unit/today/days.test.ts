import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

const source = `
  const { startOfDay } = await import(process.argv[1])
  const noon = new Date(2026, 9, 30, 12).getTime()
  const starts = [0, 5, 13].map((before) => new Date(startOfDay(noon, before)))
  process.stdout.write(starts.map((date) => date.getDate() + ' at ' + date.getHours()).join())
`

it('days begin at midnight also before the night in which clocks were changed', () => {
  // In a process of its own: the time zone of a thread cannot be changed. Clocks went back on October 25.
  const module = new URL('../../../electron/today/days.ts', import.meta.url).href
  const args = ['--input-type=module', '--eval', source, module]
  const env = { ...process.env, TZ: 'Europe/Berlin' }
  const said = execFileSync(process.execPath, args, { encoding: 'utf8', env })
  expect(said).toBe('30 at 0,25 at 0,17 at 0')
})
