import { describe, expect, it } from 'vitest'
import { fail, type Failure, type FailureFacts } from '../../../../../electron/contract/failure'
import type { TeamMember } from '../../../../../electron/contract/team'
import {
  isLastOwner,
  newPlaceFailureMessage,
  refusalMessage
} from '../../../../../renderer/features/team/team-messages'

function ofPlace(facts: FailureFacts): Failure {
  return fail('input-invalid', { field: 'place', ...facts }).failure
}

describe('what is said of a place that somebody has just named', () => {
  it.each([
    ['unreachable', 'The server does not answer.'],
    ['not-found', 'There is no such folder on the server.']
  ])('does not promise that it comes by itself: nobody looks again (%s)', (reason, ofServer) => {
    const said = (kind: 'folder' | 'webdav'): string | undefined =>
      newPlaceFailureMessage(ofPlace({ reason }), kind, '')?.title
    expect([said('folder'), said('webdav')]).toEqual(['This folder cannot be found.', ofServer])
  })

  it('names both stores where it is for another one', () => {
    const failure = ofPlace({ reason: 'other-store', store: 'https://one.example/api' })
    expect(newPlaceFailureMessage(failure, 'folder', 'https://two.example/api')?.advice).toBe(
      'It is for https://one.example/api; the store open here is https://two.example/api. Open that store, or choose another place.'
    )
  })

  it('leaves what is no failure of a place to its usual words', () => {
    expect(newPlaceFailureMessage(fail('offline').failure, 'folder', '')).toBeNull()
  })
})

describe('the last owner of a team', () => {
  const device = {
    id: 'd',
    at: 1,
    isThis: false,
    hasLeft: false,
    isRemoved: false,
    isAhead: false,
    isOwner: false
  }
  const member = (name: string, of: Partial<TeamMember['devices'][number]>): TeamMember => ({
    ...{ name, marked: 0 },
    devices: [{ ...device, ...of }]
  })
  const kim = member('Kim', { isThis: true, isOwner: true })

  it('is known as long as others are there, and none of them is an owner', () => {
    expect(isLastOwner({ members: [kim, member('Ana', {})] })).toBe(true)
    expect(isLastOwner({ members: [kim, member('Ana', { isOwner: true })] })).toBe(false)
    expect(isLastOwner({ members: [kim] })).toBe(false)
    expect(
      isLastOwner({ members: [kim, member('Ana', { hasLeft: true }), member('Bo', { isRemoved: true })] })
    ).toBe(false)
    expect(
      isLastOwner({ members: [member('Kim', { isThis: true }), member('Ana', { isOwner: true })] })
    ).toBe(false)
  })

  it('is told why they cannot leave, and others why they cannot remove', () => {
    const title = (reason: string): string | undefined =>
      refusalMessage(fail('input-invalid', { field: 'team', reason }).failure)?.title
    expect(title('last-owner')).toBe('Make somebody else an owner first.')
    expect(title('not-owner')).toBe('Only an owner of the team space can do this.')
    expect(refusalMessage(ofPlace({ reason: 'full' }))).toBeNull()
  })
})
