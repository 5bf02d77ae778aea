import { afterEach, describe, expect, it } from 'vitest'
import { exportFileName } from '../../../electron/export/exports'
import { dayInName, timeInName } from '../../../electron/files/file-name'

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

describe('the date in the name of a file', () => {
  it.each([
    ['Europe/Berlin', '2026-07-02', '2026-07-02T00-30-05'],
    ['Pacific/Kiritimati', '2026-07-02', '2026-07-02T12-30-05'],
    ['America/Los_Angeles', '2026-07-01', '2026-07-01T15-30-05']
  ])('is that of the computer’s own clock: %s', (here, day, time) => {
    process.env.TZ = here
    const at = Date.UTC(2026, 6, 1, 22, 30, 5)
    expect(dayInName(at)).toBe(day)
    expect(timeInName(at)).toBe(time)
    expect(exportFileName('Kirkton', 'csv', at)).toBe(`Kirkton ${day}.csv`)
  })
})
