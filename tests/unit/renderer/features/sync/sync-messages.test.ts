import { describe, expect, it } from 'vitest'
import type { SyncOutcome, SyncPhase } from '../../../../../electron/contract/sync'
import { syncSchedules } from '../../../../../electron/contract/sync-values'
import {
  countLabel,
  endedMessage,
  lastMessage,
  meaningMessage,
  outcomeMessage,
  phaseMessage,
  rateMessage,
  scheduleMessage,
  waitingMessage
} from '../../../../../renderer/features/sync/sync-messages'
import { running, summary, syncState } from './builders'

const phases: Record<SyncPhase, true> = {
  idle: true,
  fetching: true,
  checking: true,
  finishing: true,
  waiting: true,
  paused: true,
  asking: true
}
const outcomes: Record<SyncOutcome, true> = {
  complete: true,
  partial: true,
  stopped: true,
  failed: true,
  declined: true
}
const everyPhase = Object.keys(phases) as SyncPhase[]
const everyOutcome = Object.keys(outcomes) as SyncOutcome[]
const unfinished = /[{}|!]|sync\.|undefined/

describe('the words of a sync', () => {
  it.each(everyPhase)('say what it does while it is %s', (phase) => {
    expect(phaseMessage(phase)).toMatch(/^\p{Lu}/u)
    expect(phaseMessage(phase)).not.toMatch(unfinished)
  })

  it.each(syncSchedules)('name the schedule %s', (schedule) => {
    expect(scheduleMessage(schedule)).not.toMatch(unfinished)
  })

  it.each(everyOutcome)('say how it ended, and what that means: %s', (outcome) => {
    const ended = summary({ outcome, added: 3, here: 1, total: 1 })
    for (const words of [outcomeMessage(outcome), endedMessage(ended, 'en'), meaningMessage(ended, 'en')]) {
      expect(words).not.toBe('')
      expect(words).not.toMatch(unfinished)
    }
    expect(meaningMessage(ended, 'en')).toMatch(/^\p{Lu}.*\.$/u)
  })

  it.each(everyOutcome.filter((outcome) => outcome !== 'complete'))(
    'promise that nothing was marked as gone by a run that ended as %s',
    (outcome) => {
      expect(meaningMessage(summary({ outcome }), 'en')).toMatch(/nothing was marked as gone/i)
    }
  )
})

describe('how far a sync is', () => {
  it('is told as a part of the total', () => {
    expect(countLabel(running(), 'en')).toBe('4,120 of 4,300 items')
    expect(countLabel(running({ here: 0, total: 1 }), 'en')).toBe('0 of 1 item')
  })

  it('is told in the numbers of the connection', () => {
    expect(countLabel(running(), 'de-DE')).toBe('4.120 of 4.300 items')
  })

  it('fault 36, 37: is no part of a total that has moved', () => {
    expect(countLabel(running({ totalMoved: true }), 'en')).toBe('4,120 items read')
  })

  it('fault 39: is no part of a total that is unknown, or that it has outgrown', () => {
    expect(countLabel(running({ total: null }), 'en')).toBe('4,120 items read')
    expect(countLabel(running({ total: 25 }), 'en')).toBe('4,120 items read')
  })

  it.each([
    [0.2, '1 a second'],
    [7.4, '7 a second'],
    [84.4, '84 a second'],
    [1243, '1,200 a second'],
    [98_600, '99,000 a second']
  ])('has a rate without flicker: %d is %s', (rate, words) => {
    expect(rateMessage(rate, 'en')).toBe(words)
  })
})

describe('a sync that waits', () => {
  const now = new Date(2026, 10, 20, 9, 12).getTime()
  const waits = (changes: Parameters<typeof syncState>[0]): string =>
    waitingMessage(syncState({ phase: 'waiting', ...changes }), now, 'en-GB')

  it('fault 13: says that it goes on when the network is back', () => {
    expect(waits({ because: { code: 'offline', facts: {} }, resumeAt: now + 5000 })).toBe(
      'This computer is offline. Sync continues when the network is back.'
    )
  })

  it('fault 28: counts the seconds', () => {
    const because = { code: 'rate-limited', facts: {} } as const
    expect(waits({ because, resumeAt: now + 11_200 })).toBe('Next try in 12 seconds.')
    expect(waits({ because, resumeAt: now - 1 })).toBe('Next try in 1 second.')
  })

  it('fault 31: names the time of a try that is further away', () => {
    const because = { code: 'server-error', facts: { status: 503 } } as const
    expect(waits({ because, resumeAt: now + 180_000 })).toBe('Next try at 09:15.')
  })

  it('says at least that it goes on by itself', () => {
    expect(waits({})).toBe('It continues automatically.')
  })
})

describe('the end of a sync', () => {
  it('is told in one line, what it brought in its order of interest', () => {
    const ended = summary({ products: 4297, added: 3, changed: 12, gone: 1, returned: 4, setAside: 2 })
    expect(endedMessage(ended, 'en')).toBe(
      'Synced 4,297 products in 12 seconds: 3 new, 12 changed, 1 gone, 4 listed again · 1 ID listed twice, 2 unreadable'
    )
  })

  it('says also of one that did not go well what is no product of its own', () => {
    const ended = summary({ outcome: 'partial', products: 4298, setAside: 0 })
    expect(endedMessage(ended, 'en')).toBe(
      'Synced in part: 4,298 products in 12 seconds · 2 IDs listed twice'
    )
  })

  it('says that nothing changed, save of a first run, which brings everything', () => {
    expect(endedMessage(summary(), 'en')).toBe('Synced 4,300 products in 12 seconds: nothing changed')
    expect(endedMessage(summary({ run: 1 }), 'en')).toBe('Synced 4,300 products in 12 seconds')
  })

  it('fault 22: gives the reason of a failed one', () => {
    const ended = summary({ outcome: 'failed', here: 800, because: { code: 'key-refused', facts: {} } })
    expect(endedMessage(ended, 'en')).toBe('Sync ended early after 800 products. The store refused this key.')
    const atOnce = { ...ended, here: 0 }
    expect(endedMessage(atOnce, 'en')).toBe('The catalog was not synced. The store refused this key.')
  })

  it('fault 34: tells a list that moved from one that could not be read everywhere', () => {
    expect(meaningMessage(summary({ outcome: 'partial' }), 'en')).toContain('kept changing')
    expect(meaningMessage(summary({ outcome: 'partial', here: 4000 }), 'en')).toContain('could not be read')
  })

  it.each([
    ['moving', 'because the list kept changing', 'kept changing'],
    ['unread', 'because parts of it could not be read', 'could not be read'],
    ['short', 'because the store sent less than it reports', 'reports 4,300 items but sent 800'],
    ['repeating', 'because the store sent the same products again', 'the same products again'],
    ['endless', 'because the store’s list never ended', 'never ended: reading stopped after 800 items'],
    [
      'too-big',
      'because it needs too much space on this computer',
      'up to 20 GB and must leave 1 GB of the disk free, so reading stopped after 800 items'
    ]
  ] as const)('fault 34, 38, 39, 115: says why it is partial: %s', (partly, inLine, meaning) => {
    const ended = summary({ outcome: 'partial', here: 800, partly })
    expect(endedMessage(ended, 'en')).toBe(`Synced in part ${inLine}: 800 products in 12 seconds`)
    expect(meaningMessage(ended, 'en')).toContain(meaning)
    expect(meaningMessage(ended, 'en')).toMatch(/nothing was marked as gone/)
  })

  it('is remembered with its age', () => {
    const now = Date.now()
    expect(lastMessage(summary({ startedAt: now - 20_000 }), now, 'en-US')).toBe('just now · complete')
    const old = summary({ outcome: 'partial', startedAt: now - 200_000 })
    expect(lastMessage(old, now, 'en-US')).toBe('3 min. ago · partial')
    expect(lastMessage(old, now, 'ar-EG')).toContain('٣')
  })
})
