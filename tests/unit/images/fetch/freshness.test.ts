import { describe, expect, it } from 'vitest'
import {
  freshFor,
  freshByDefault,
  freshAtMost,
  freshAtLeast,
  validatorsIn
} from '../../../../electron/images/fetch/freshness'

const date = 'Fri, 01 Nov 2024 10:00:00 GMT'
const later = 'Sun, 03 Nov 2024 10:00:00 GMT'
const hours = (count: number): number => count * 3_600_000

describe('how long a picture stands', () => {
  it.each([
    ['nothing is said', {}, freshByDefault],
    ['seconds are named', { 'cache-control': 'public, max-age=36000' }, hours(10)],
    ['some of them are over', { 'cache-control': 'max-age=36000', age: '7200' }, hours(8)],
    ['they are quoted', { 'cache-control': 'max-age="36000"' }, hours(10)],
    ['only shared caches are meant', { 'cache-control': 's-maxage=36000' }, freshByDefault],
    ['they are no number', { 'cache-control': 'max-age=soon' }, freshByDefault],
    ['a date is named', { expires: later, date }, hours(48)],
    ['a date is named, and none to compare it with', { expires: later }, freshByDefault],
    ['the date is none', { expires: '0', date }, freshAtLeast],
    ['it is over already', { expires: date, date: later }, freshAtLeast],
    ['seconds are named beside a date', { 'cache-control': 'max-age=36000', expires: date, date }, hours(10)],
    ['it is not to be kept', { 'cache-control': 'private, no-store' }, freshAtLeast],
    ['it is for ever', { 'cache-control': 'max-age=999999999999' }, freshAtMost],
    ['more is over than there was', { 'cache-control': 'max-age=60', age: '999999' }, freshAtLeast]
  ])('when %s', (_, headers, age) => {
    expect(freshFor(headers)).toBe(age)
  })
})

describe('what a server is asked again with', () => {
  it('is its tag and its date as it gave them', () => {
    expect(validatorsIn({ etag: 'W/"a b"', 'last-modified': date })).toEqual({
      etag: 'W/"a b"',
      lastModified: date
    })
  })

  it('is nothing that is long or cannot be seen', () => {
    expect(validatorsIn({ etag: 'x'.repeat(201), 'last-modified': 'caf\u00e9' })).toEqual({
      etag: null,
      lastModified: null
    })
    expect(validatorsIn({ etag: '' })).toEqual({ etag: null, lastModified: null })
  })
})
