import { describe, expect, it } from 'vitest'
import { moveOf, type AnchoredProduct } from '../../../../../renderer/shared/list/row-moves'

const inSight: AnchoredProduct[] = ['a', 'b', 'c', 'd'].map((id, at) => ({ id, index: 50 + at }))

/** Reads the list again, which has these products from a place on. */
function from(first: number, ids: string): (id: string) => number | null {
  return (id) => (ids.includes(id) ? first + ids.indexOf(id) : null)
}

describe('products that are in sight while their list is read again', () => {
  it('are followed together, with the keyboard on its product', () => {
    expect(moveOf(inSight, from(47, 'abcd'), 52)).toEqual({ by: -3, keyboard: 49 })
    expect(moveOf(inSight, from(61, 'abcd'), null)).toEqual({ by: 11, keyboard: null })
  })

  it('are not followed where one of them goes alone, as by another price', () => {
    const sorted = (id: string): number | null => (id === 'a' ? 70 : from(50, 'bcd')(id))
    expect(moveOf(inSight, sorted, 50)).toEqual({ by: -1, keyboard: 50 })
  })

  it('leave the first ones where they are when one goes from between them', () => {
    expect(moveOf(inSight, from(50, 'abd'), 52)).toEqual({ by: 0, keyboard: 52 })
  })

  it('hand the keyboard on to the next product, at the end to the one before', () => {
    expect(moveOf(inSight, from(40, 'abd'), 52)).toEqual({ by: -10, keyboard: 42 })
    expect(moveOf(inSight, from(40, 'abc'), 53)).toEqual({ by: -10, keyboard: 42 })
  })

  it('move a keyboard along that is out of sight', () => {
    expect(moveOf(inSight, from(47, 'abcd'), 10)).toEqual({ by: -3, keyboard: 7 })
  })

  it('are followed nowhere when none of them is known', () => {
    expect(moveOf(inSight, () => null, 51)).toBeNull()
  })
})
