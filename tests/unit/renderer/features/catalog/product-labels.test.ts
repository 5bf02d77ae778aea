import { expect, it } from 'vitest'
import { changeLabel } from '../../../../../renderer/features/catalog/product-labels'

it('says what changed of a product, two fields by their names', () => {
  const label = (...changedFields: Parameters<typeof changeLabel>[0]['changedFields']): string =>
    changeLabel({ change: 'changed', changedFields })
  expect(label('price')).toBe('Price')
  expect(label('price', 'image')).toBe('Price, Picture')
  expect(label('price', 'name', 'description', 'image')).toBe('Price, Name +2')
  expect(label()).toBe('Changed')
  expect(changeLabel({ change: 'gone', changedFields: [] })).toBe('Gone')
  expect(changeLabel({ change: null, changedFields: [] })).toBe('')
})
