import { describe, expect, it } from 'vitest'
import { callerOf, createPageCheck, type Caller } from '../../../electron/ipc/calls'

const contents = { id: 1 }
const origin = 'app://bundle'
const frame = { origin, isMain: true }
const own: Caller = { sender: contents, frameName: '4:1', frame }

describe('the sender of a call', () => {
  it('is ours only as the main frame of our window, on our own origin', () => {
    expect(createPageCheck(() => contents, origin)(own)).toBe(true)
  })

  it.each<[string, Partial<Caller>]>([
    ['another window', { sender: { id: 1 } }],
    ['a frame inside the page', { frame: { origin, isMain: false } }],
    ['another origin', { frame: { origin: 'https://evil.example', isMain: true } }],
    ['another host of our scheme', { frame: { origin: 'app://bundle2', isMain: true } }],
    ['an opaque origin', { frame: { origin: 'null', isMain: true } }],
    ['a frame that is gone, of which nothing is known', { frame: null }]
  ])('%s is refused', (_, changes) => {
    expect(createPageCheck(() => contents, origin)({ ...own, ...changes })).toBe(false)
  })

  it('nobody is ours while there is no window', () => {
    expect(createPageCheck(() => null, origin)({ ...own, sender: null })).toBe(false)
  })

  it('is read at once, since its frame may be gone by the time that it is asked', () => {
    let senderFrame: { origin: string; parent: null } | null = { origin, parent: null }
    const event = {
      sender: contents,
      processId: 4,
      frameId: 1,
      get senderFrame() {
        return senderFrame
      }
    }
    const caller = callerOf(event as never)
    senderFrame = null
    expect(caller).toEqual(own)
    expect(callerOf(event as never)).toEqual({ ...own, frame: null })
  })

  it('fault 123: is ours also when its frame has gone, if that was ours before', () => {
    const isOurs = createPageCheck(() => contents, origin)
    const gone = { ...own, frame: null }
    expect(isOurs(gone)).toBe(false)
    isOurs(own)
    expect(isOurs(gone)).toBe(true)
    // Another frame of the same process, and the same name in another window.
    expect(isOurs({ ...gone, frameName: '4:2' })).toBe(false)
    expect(isOurs({ ...gone, sender: { id: 2 } })).toBe(false)
  })

  it('fault 123: does not become ours by being refused before', () => {
    const isOurs = createPageCheck(() => contents, origin)
    isOurs({ ...own, frame: { origin, isMain: false } })
    isOurs({ ...own, frame: { origin: 'https://evil.example', isMain: true } })
    expect(isOurs({ ...own, frame: null })).toBe(false)
  })

  it('is forgotten after many other pages', () => {
    const isOurs = createPageCheck(() => contents, origin)
    for (let load = 1; load <= 21; load++) isOurs({ ...own, frameName: `4:${load}` })
    expect(isOurs({ ...own, frame: null })).toBe(false)
    expect(isOurs({ ...own, frameName: '4:2', frame: null })).toBe(true)
  })
})
