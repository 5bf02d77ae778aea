import { mount } from '@vue/test-utils'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searchTerms } from '../../../../../electron/contract/fold'
import MarkedText, { excerptOf, piecesOf } from '../../../../../renderer/shared/list/highlight'

const hits = (text: string, search: string): string[] =>
  piecesOf(text, searchTerms(search))
    .filter(({ hit }) => hit)
    .map(({ text: piece }) => piece)

describe('what was searched for', () => {
  it('is found whatever its case and accents, and inside of words', () => {
    expect(hits('Émail pot, email blue', 'email')).toEqual(['Émail', 'email'])
    expect(hits('Walnut bowl', 'nut')).toEqual(['nut'])
    expect(hits('景德镇 白瓷花瓶', '花瓶')).toEqual(['花瓶'])
  })

  it('leaves the text as it is, only in pieces', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary', maxLength: 4 }),
        (text, search) => {
          const pieces = piecesOf(text, searchTerms(search))
          expect(pieces.map((piece) => piece.text).join('')).toBe(text)
          expect(pieces.every((piece) => piece.text !== '')).toBe(true)
        }
      )
    )
  })

  it('fault 54, 58: is marked as text, also where text and search look like code', () => {
    const text = '<b>Bold</b> (.*)+ <img src=x>'
    const marked = mount(MarkedText, { props: { text, terms: searchTerms('<b>bold .*') } })
    expect(marked.text()).toBe(text)
    expect(marked.findAll('mark').map((mark) => mark.text())).toContain('Bold')
    expect(marked.find('b, img').exists()).toBe(false)
  })
})

describe('an excerpt', () => {
  const text = `${'Plain words before. '.repeat(8)}A hand-thrown bowl of clay.`

  it('begins shortly before a match that would be out of sight', () => {
    const excerpt = excerptOf(text, searchTerms('bowl'))
    expect(excerpt).toMatch(/^… .{0,30}bowl of clay\.$/)
  })

  it('is not needed where the match is in sight, or nowhere', () => {
    expect(excerptOf(text, searchTerms('plain'))).toBeNull()
    expect(excerptOf(text, searchTerms('nowhere'))).toBeNull()
    expect(excerptOf(text, [])).toBeNull()
  })
})
