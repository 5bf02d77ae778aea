import { EventEmitter } from 'node:events'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ArrivalNotice } from '../../../electron/app/types'
import { createViewNotices } from '../../../electron/window/view-notices'
import { wordsIn } from '../../../electron/window/words'

const system = vi.hoisted(() => ({
  isSupported: true,
  made: [] as { options: object; events: EventEmitter }[],
  log: [] as string[]
}))
vi.mock('electron', () => ({
  Notification: class {
    static isSupported = (): boolean => system.isSupported
    readonly events = new EventEmitter()
    readonly #title: string
    constructor(options: { title: string }) {
      this.#title = options.title
      system.made.push({ options, events: this.events })
    }
    on(event: string, listener: (...args: unknown[]) => void): void {
      this.events.on(event, listener)
    }
    show(): void {
      system.log.push(`show ${this.#title}`)
    }
    close(): void {
      system.log.push(`close ${this.#title}`)
    }
  }
}))

let isWanted: boolean
let clicked: unknown[]
let warned: unknown[]
let notify: (notice: ArrivalNotice) => void

beforeEach(() => {
  Object.assign(system, { isSupported: true, made: [], log: [] })
  isWanted = true
  ;[clicked, warned] = [[], []]
  notify = createViewNotices({
    words: () => wordsIn('en'),
    formatCount: (count) => count.toLocaleString('en'),
    isWanted: () => isWanted,
    onClick: (wish) => clicked.push(wish),
    log: { warn: (event, facts) => warned.push([event, facts]) }
  })
})

const notice = (store: string, counts: Record<string, number>): ArrivalNotice => ({
  connectionId: store.toLowerCase(),
  store,
  arrivals: Object.entries(counts).map(([name, count]) => ({ view: name.toLowerCase(), name, count }))
})
const shown = (): object[] => system.made.map(({ options }) => options)

describe('a notification of the system', () => {
  it('is one for all views of a sync, the one with most of it first, where a click leads', () => {
    notify(notice('Shop', { Lamps: 3, Chairs: 1200 }))
    expect(shown()).toEqual([{ title: 'Shop – New in views you watch', body: 'Chairs: 1,200\nLamps: 3' }])
    system.made[0]?.events.emit('click')
    expect(clicked).toEqual([{ connectionId: 'shop', view: 'chairs' }])
  })

  it('names four views', () => {
    notify(notice('Shop', { A: 6, B: 5, C: 4, D: 3, E: 2 }))
    expect(shown()).toEqual([expect.objectContaining({ body: 'A: 6\nB: 5\nC: 4\nD: 3\n…' })])
  })

  it('takes the place of the store’s one before, and of no other', () => {
    notify(notice('Shop', { A: 1 }))
    notify(notice('Other', { A: 1 }))
    notify(notice('Shop', { A: 2 }))
    const title = (store: string): string => `${store} – New in views you watch`
    expect(system.log).toEqual([
      `show ${title('Shop')}`,
      `show ${title('Other')}`,
      `close ${title('Shop')}`,
      `show ${title('Shop')}`
    ])
  })

  it('is not shown where it is not wanted, or where the system has none', () => {
    isWanted = false
    notify(notice('Shop', { A: 1 }))
    isWanted = true
    system.isSupported = false
    notify(notice('Shop', { A: 1 }))
    expect(shown()).toEqual([])
  })

  it('that the system refuses is logged', () => {
    notify(notice('Shop', { A: 1 }))
    system.made[0]?.events.emit('failed', {}, 'disabled')
    expect(warned).toEqual([['a notification could not be shown', { error: 'disabled' }]])
  })
})
