import { expect, it } from 'vitest'
import { sentences } from '../../../../../renderer/shared/format/sentences'

it('what is read out in a row has one full stop between each two', () => {
  expect(
    sentences(['Oak bowl was out of sight', '', 'Press I again to mark it.', 'Oak bowl, Unreviewed'])
  ).toBe('Oak bowl was out of sight. Press I again to mark it. Oak bowl, Unreviewed')
  expect(sentences(['Gone!', 'Cup'])).toBe('Gone! Cup')
  expect(sentences(['Cup'])).toBe('Cup')
  expect(sentences([])).toBe('')
})
