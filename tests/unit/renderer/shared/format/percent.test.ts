import { expect, it } from 'vitest'
import { formatPercent } from '../../../../../renderer/shared/format/number'

it('a percentage is as exact as its size deserves, without its sign', () => {
  expect([0.0234, 0.5, 4.25, -12.5, 100, 1234.5].map((percent) => formatPercent(percent, 'en-US'))).toEqual([
    ...['0.02%', '0.5%', '4.3%', '12.5%', '100%', '1,235%']
  ])
})
