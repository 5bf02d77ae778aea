import { expect, it } from 'vitest'
import { diskFailure } from '../../../../electron/export/worker/writer'

/** What the system says when a call of it fails. */
function refused(syscall: string, code: string): Error {
  return Object.assign(new Error(`${code}: ${syscall}`), { syscall, code })
}

it.each(['EPERM', 'EACCES', 'EBUSY'])(
  'a file that cannot be replaced is told as one that another program has open (%s)',
  (code) => {
    expect(diskFailure(refused('rename', code))).toMatchObject({ failure: { facts: { disk: 'in-use' } } })
  }
)

it('a folder that takes no file is told as one where nothing may be written', () => {
  expect(diskFailure(refused('open', 'EPERM'))).toMatchObject({ failure: { facts: { disk: 'denied' } } })
})
