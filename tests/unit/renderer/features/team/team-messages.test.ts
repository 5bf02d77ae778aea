import { describe, expect, it } from 'vitest'
import { fail, type Failure, type FailureFacts } from '../../../../../electron/contract/failure'
import { newPlaceFailureMessage } from '../../../../../renderer/features/team/team-messages'

function ofPlace(facts: FailureFacts): Failure {
  return fail('input-invalid', { field: 'place', ...facts }).failure
}

describe('what is said of a place that somebody has just named', () => {
  it('does not promise that it comes back: nothing was ever there', () => {
    const said = (kind: 'folder' | 'webdav'): string | undefined =>
      newPlaceFailureMessage(ofPlace({ reason: 'unreachable' }), kind, '')?.title
    expect([said('folder'), said('webdav')]).toEqual([
      'This folder cannot be found.',
      'The server does not answer.'
    ])
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
