import { describe, expect, it } from 'vitest'
import type { PrefetchPhase } from '../../../../../../electron/contract/picture'
import {
  countLabel,
  estimateMessage,
  stageHelp,
  stageOf,
  stageMessage
} from '../../../../../../renderer/features/pictures/storage/storage-messages'
import { prefetchState } from './builders'

const phases: Record<PrefetchPhase, true> = {
  idle: true,
  gathering: true,
  waiting: true,
  paused: true,
  full: true
}

describe('the words of a download', () => {
  it.each(Object.keys(phases) as PrefetchPhase[])('say what it does while it is %s', (phase) => {
    const state = prefetchState({ phase, done: 3 })
    expect(stageMessage(state)).toMatch(/^\p{Lu}[^{}|!]*$/u)
    expect(stageHelp(state)).not.toMatch(/[{}|!]|undefined/)
  })

  it('tell what is complete from what rests for now', () => {
    expect(stageOf(prefetchState())).toBe('done')
    expect(stageOf(prefetchState({ done: 1239 }))).toBe('rest')
    expect(stageOf(prefetchState({ done: 0, total: null }))).toBe('soon')
    expect(stageOf(prefetchState({ done: 0, total: 0 }))).toBe('done')
  })

  it('fault 13: say why it waits, and that it goes on by itself', () => {
    const because = { code: 'offline', facts: {} } as const
    expect(stageHelp(prefetchState({ phase: 'waiting', because }))).toBe(
      'This computer is offline. It continues automatically.'
    )
    expect(stageHelp(prefetchState({ phase: 'waiting' }))).toBe('It continues automatically.')
  })

  it('count what was seen to, with the total where it is known', () => {
    expect(countLabel(prefetchState({ done: 1020 }), 'en')).toBe('1,020 of 1,240 pictures')
    expect(countLabel(prefetchState({ done: 0, total: 1 }), 'en')).toBe('0 of 1 picture')
    expect(countLabel(prefetchState({ done: 1020, total: null }), 'de')).toBe('1.020 pictures')
    expect(countLabel(prefetchState({ done: 1, total: null }), 'en')).toBe('1 picture')
  })
})

describe('the room that pictures will take', () => {
  it('grows with the catalog, and with what is kept of it', () => {
    const words = (keep: 'thumbnails' | 'previews', pictures: number): string =>
      estimateMessage(keep, pictures, 1e12, 'en')
    expect(words('thumbnails', 1240)).toMatch(/^About [\d.]+ MB\.$/)
    expect(words('thumbnails', 100_000)).not.toBe(words('thumbnails', 1240))
    expect(words('previews', 1240)).not.toBe(words('thumbnails', 1240))
  })

  it('is said to be more than the limit where it is', () => {
    expect(estimateMessage('previews', 1_000_000, 1e9, 'en')).toContain('more than the limit')
    expect(estimateMessage('thumbnails', 10, 1e9, 'en')).not.toContain('limit')
  })

  it('is not guessed where nobody knows how many pictures there are', () => {
    expect(estimateMessage('previews', null, 1e9, 'en')).toBe('')
    expect(estimateMessage('previews', 0, 1e9, 'en')).toBe('')
    expect(estimateMessage('none', 1240, 1e9, 'en')).toBe('')
    expect(estimateMessage('previews', 1240, null, 'en')).toBe('')
  })
})
