import { effectScope } from 'vue'
import { expect, it } from 'vitest'
import { useDetailsKey } from '../../../../../renderer/shared/commands/use-details-key'

/** Presses a key on the page; says how often details were wanted. */
function pressed(...presses: KeyboardEventInit[]): number {
  let times = 0
  const scope = effectScope()
  scope.run(() => useDetailsKey(() => (times += 1)))
  for (const press of presses)
    document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...press }))
  scope.stop()
  return times
}

it('details are shown by the key D, also where the keyboard writes another script on it', () => {
  expect(pressed({ key: 'd', code: 'KeyD' }, { key: 'ي', code: 'KeyD' }, { key: 'd', code: 'KeyE' })).toBe(3)
  expect(pressed({ key: 'D', code: 'KeyD', shiftKey: true }, { key: 'd', code: 'KeyD', ctrlKey: true })).toBe(
    0
  )
})
