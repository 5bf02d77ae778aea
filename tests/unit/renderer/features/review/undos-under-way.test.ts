import { beforeEach, expect, it } from 'vitest'
import { sitInMainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'
import { useReviews, useUndosUnderWay } from '../../../../../renderer/features/review'
import { useUndoOrder } from '../../../../../renderer/shared/data/undo-order'

beforeEach(() => {
  sitInMainProcess()
  startStores()
})

const press = (key: string, on: Element = document.body): boolean =>
  on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))

it('an undo that is under way knows whether the person has gone to another product since', async () => {
  const undos = useUndosUnderWay()
  let end = (): void => undefined
  const undo = undos.run(() => new Promise<void>((resolve) => (end = resolve)))
  expect(undos).toMatchObject({ count: 1, hasNavigated: false })
  const text = document.body.appendChild(document.createElement('input'))
  press('ArrowDown', text)
  press('a')
  expect(undos.hasNavigated, 'a key for a text, or for this product').toBe(false)
  press('ArrowDown')
  expect(undos.hasNavigated).toBe(true)
  end()
  await undo
  expect(undos).toMatchObject({ count: 0, hasNavigated: true })
  const failed = undos.run(() => Promise.reject(new Error('no answer')))
  expect(undos).toMatchObject({ count: 1, hasNavigated: false })
  await expect(failed).rejects.toThrow('no answer')
  expect(undos.count).toBe(0)
  const toast = document.body.appendChild(document.createElement('div'))
  toast.dataset.reviewToast = ''
  toast.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  expect(undos.hasNavigated, 'a press on what tells of it, such as the second one of a double click').toBe(
    false
  )
  toast.remove()
  document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  expect(undos.hasNavigated).toBe(true)
  text.remove()
})

it('what has no product to go back to, such as an assignment, is not one of them', async () => {
  const undos = useUndosUnderWay()
  const counts: number[] = []
  const act = (): Promise<boolean> => {
    counts.push(undos.count)
    return Promise.resolve(true)
  }
  useUndoOrder().did('shop', { undo: act, redo: act })
  await useReviews().undoLast('shop')
  await useReviews().redo('shop')
  expect(counts).toEqual([0, 0])
})
