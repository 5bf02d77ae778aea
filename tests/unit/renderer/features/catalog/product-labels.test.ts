import { expect, it } from 'vitest'
import { changeLabel, changeTone } from '../../../../../renderer/features/catalog/product-labels'

const changed = { change: 'changed' as const, pricePercent: null }

it('says what changed of a product, two fields by their names', () => {
  const label = (...changedFields: Parameters<typeof changeLabel>[0]['changedFields']): string =>
    changeLabel({ ...changed, changedFields }, 'en')
  expect(label('price')).toBe('Price')
  expect(label('price', 'image')).toBe('Price, Picture')
  expect(label('price', 'name', 'description', 'image')).toBe('Price, Name +2')
  expect(label()).toBe('Changed')
  expect(changeLabel({ ...changed, change: 'gone', changedFields: [] }, 'en')).toBe('Gone')
  expect(changeLabel({ ...changed, change: null, changedFields: [] }, 'en')).toBe('')
})

it('says by how much a price changed, and warns where that is much', () => {
  const label = (pricePercent: number, locale: string): string =>
    changeLabel({ ...changed, changedFields: ['price', 'name'], pricePercent }, locale)
  expect(label(-99.26, 'en')).toBe('−99.3%, Name')
  expect(label(5, 'de')).toMatch(/^\+5\s%, Name$/)
  const tones = [-99.26, 30, 5].map((pricePercent) => changeTone({ ...changed, pricePercent }))
  expect(tones).toEqual(['danger', 'warning', 'neutral'])
  expect(changeTone(changed)).toBe('info')
})
