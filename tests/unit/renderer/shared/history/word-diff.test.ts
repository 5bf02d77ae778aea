import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isChangeCut,
  roomInLine,
  shortened,
  wordDiff,
  type DiffPart
} from '../../../../../renderer/shared/history/word-diff'

const marks = { same: ['', ''], removed: ['[-', '-]'], added: ['{+', '+}'], skipped: ['…', ''] } as const
const drawn = (parts: DiffPart[]): string =>
  parts.map(({ kind, text }) => marks[kind][0] + text + marks[kind][1]).join('')
const diff = (before: string, after: string): string => drawn(wordDiff(before, after))

describe('the difference of two texts', () => {
  it('is told in words, not in letters', () => {
    expect(diff('Oak chair, natural', 'Oak chairs, natural')).toBe('Oak [-chair-]{+chairs+}, natural')
  })

  it('takes neighboring words as one change: nobody reads between two single spaces', () => {
    expect(diff('a big red box', 'a small green box')).toBe('a [-big red-]{+small green+} box')
  })

  it('knows the words of languages that write no spaces', () => {
    expect(diff('東京の古い椅子', '東京の新しい椅子')).toBe('東京の[-古い-]{+新しい+}椅子')
  })

  it('shows spaces that were doubled as a change of their own', () => {
    expect(diff('two  spaces', 'two spaces')).toBe('two[-  -]{+ +}spaces')
  })

  it('has nothing to tell of texts that are the same', () => {
    expect(wordDiff('the same', 'the same')).toEqual([{ kind: 'same', text: 'the same' }])
    expect(wordDiff('', '')).toEqual([])
  })

  it('is all of one where the other is none', () => {
    expect(diff('', 'new text')).toBe('{+new text+}')
    expect(diff('old text', '')).toBe('[-old text-]')
  })

  it('never loses or invents a letter', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'word', ' ', '  ', ',', '\n', '椅子', '👩‍👩‍👧', '\uD83D', 'é'))
      .map((tokens) => tokens.join(''))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = wordDiff(before, after)
        const without = (kind: string): string =>
          parts.map((part) => (part.kind === kind ? '' : part.text)).join('')
        expect(without('added')).toBe(before)
        expect(without('removed')).toBe(after)
      })
    )
  })

  it('tells of long texts that have nothing in common as one replaced by the other, and soon', () => {
    const long = (word: string): string => Array.from({ length: 20_000 }, (_, at) => `${word}${at}`).join(' ')
    const begun = performance.now()
    expect(wordDiff(long('a'), long('b')).map(({ kind }) => kind)).toEqual(['removed', 'added'])
    expect(performance.now() - begun).toBeLessThan(2000)
  })
})

describe('the difference of two long texts', () => {
  const filler = 'lorem ipsum dolor sit amet '.repeat(40)

  it('leaves out what is far from a change, at whole words', () => {
    const parts = shortened(wordDiff(`${filler}old${filler}`, `${filler}new${filler}`))
    expect(parts.map(({ kind }) => kind)).toEqual(['skipped', 'same', 'removed', 'added', 'same', 'skipped'])
    expect(parts[1]?.text).toMatch(/^ (lorem|ipsum|dolor|sit|amet) .* amet $/)
    expect(drawn(parts).length).toBeLessThan(200)
  })

  it('leaves out the middle between two changes', () => {
    const parts = shortened(wordDiff(`one ${filler} two`, `1 ${filler} 2`))
    expect(parts.map(({ kind }) => kind)).toEqual([
      ...['removed', 'added', 'same', 'skipped', 'same', 'removed', 'added']
    ])
  })

  it('is bounded even where all of it changed', () => {
    const parts = shortened(wordDiff('', 'x'.repeat(100_000)))
    expect(drawn(parts).length).toBeLessThan(700)
    expect(parts.at(-1)?.kind).toBe('skipped')
  })

  it('shows both sides in the little room of a line', () => {
    const parts = wordDiff('old '.repeat(100), `${'new '.repeat(99)}new`)
    const room = roomInLine(parts, 40)
    expect(isChangeCut(parts, room)).toBe(true)
    const line = shortened(parts, room)
    expect(line.map(({ kind }) => kind)).toEqual(['removed', 'skipped', 'added', 'skipped'])
    expect(line.map(({ text }) => text).join('').length).toBeLessThan(75)
  })

  it('gives the room of a line to the change that needs it, and says when that is too little', () => {
    const parts = wordDiff('A lamp', `A lamp ${'of brass and glass '.repeat(4)}`)
    expect(isChangeCut(parts, roomInLine(parts, 120))).toBe(false)
    expect(drawn(shortened(parts, roomInLine(parts, 120)))).toBe(drawn(parts))
    expect(isChangeCut(parts, roomInLine(parts, 50))).toBe(true)
    expect(drawn(shortened(parts, roomInLine(parts, 50))).length).toBeLessThan(60)
  })

  it('ends in the gap where only a full stop follows a change that is cut', () => {
    const parts = wordDiff('A short one.', `${'Quite another '.repeat(60)}text.`)
    expect(drawn(parts)).toMatch(/\+\}\.$/)
    expect(shortened(parts).at(-1)?.kind).toBe('skipped')
    expect(shortened(wordDiff('One lamp.', 'Two lamp.')).at(-1)?.text).toBe(' lamp.')
  })

  it('leaves a short text whole', () => {
    const parts = wordDiff('A short text about a chair', 'A short text about a table')
    expect(shortened(parts)).toEqual(parts)
  })

  it('cuts no sign in half', () => {
    const faces = '😀'.repeat(500)
    for (const { text } of shortened(wordDiff(`a${faces}b`, `c${faces}d`))) {
      expect(text.isWellFormed()).toBe(true)
    }
  })
})
