import { describe, expect, it } from 'vitest'
import { pictureTokenPattern } from '../../../electron/contract/picture-values'
import { maxAddressLength } from '../../../electron/images/fetch/address-guard'
import { ImageRegistry, tokenOf } from '../../../electron/images/registry'

describe('the book of pictures', () => {
  it('names a picture by its address, the same each time', () => {
    const book = new ImageRegistry(10)
    const token = book.register('one', 'https://cdn.example/a.jpg')
    expect(token).toMatch(pictureTokenPattern)
    expect(book.register('two', 'https://cdn.example/a.jpg')).toBe(token)
    expect(book.register('one', 'https://cdn.example/b.jpg')).not.toBe(token)
  })

  it('keeps what is known of a picture when it is named again', () => {
    const book = new ImageRegistry(10)
    const record = book.find('one', book.register('one', 'a'))
    expect(book.find('one', book.register('one', 'a'))).toBe(record)
  })

  it('keeps connections apart', () => {
    const book = new ImageRegistry(10)
    const token = book.register('one', 'a')
    expect(book.find('two', token)).toBeUndefined()
    book.forget('one')
    expect(book.find('one', token)).toBeUndefined()
  })

  it('forgets the longest unnamed beyond its limit', () => {
    const book = new ImageRegistry(2)
    for (const address of ['a', 'b', 'a', 'c']) book.register('one', address)
    const known = ['a', 'b', 'c'].filter((address) => book.find('one', tokenOf(address)) !== undefined)
    expect(known).toEqual(['a', 'c'])
  })

  it('does not keep an address without end', () => {
    const book = new ImageRegistry(2)
    const record = book.find('one', book.register('one', 'a'.repeat(1_000_000)))
    expect(record?.address).toHaveLength(maxAddressLength + 1)
  })
})
