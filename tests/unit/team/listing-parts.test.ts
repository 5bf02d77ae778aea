import { expect, it } from 'vitest'
import { newestSegments, survey } from '../../../electron/reviews/team/survey'
import { createTeamInMemory, writeFact, type TeamFile } from '../../../electron/reviews/team/team-file'
import type { SegmentName } from '../../../electron/team/carriers/carrier'

const own = 'b'.repeat(32)
const colleague = 'd'.repeat(32)
const name = (device: string, sequence: number): SegmentName => ({ device, sequence })

/** Of a device that has written three segments, and read one. */
function teamFile(): TeamFile {
  const team = createTeamInMemory()
  const place = { kind: 'folder' as const, path: '/' }
  const store = { baseUrl: 'https://shop.example', apiPath: '/api' }
  writeFact(team, 'membership', { team: 'c'.repeat(32), device: own, place, store })
  const put = team.db.prepare(
    'INSERT INTO segment (device, sequence, merged, bytes, confirmed) VALUES (?, ?, 1, ?, 1)'
  )
  for (const sequence of [1, 2, 3]) put.run(own, sequence, new Uint8Array([sequence]))
  put.run(colleague, 1, null)
  return team
}

it('a listing in parts lets nothing be sent again that is in another part', () => {
  const team = teamFile()
  const first = survey(team, { names: [name(own, 1)], after: null, through: name(own, 1), at: 0 })
  expect(first.append).toEqual([])
  const second = survey(team, {
    names: [name(own, 2), name(colleague, 2)],
    after: name(own, 1),
    through: null,
    at: 0
  })
  expect(second.append).toEqual([name(own, 3)])
  expect(second.read).toEqual([name(colleague, 2)])
})

it('a segment under its own id that a device has not written is no colleague’s to be read (fault 140)', () => {
  const listed = { names: [name(own, 4), name(colleague, 1)], after: null, through: null, at: 0 }
  expect(survey(teamFile(), listed)).toMatchObject({ isCloned: true, read: [] })
})

it('the newest known segment of each device is what others are asked for', () => {
  expect(newestSegments(teamFile())).toEqual([name(own, 3), name(colleague, 1)])
})
