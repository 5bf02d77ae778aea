import { describe, expect, it } from 'vitest'
import {
  createPerHostQueue,
  type QueueOptions,
  type PerHostQueue
} from '../../../../electron/images/fetch/per-host-queue'

const patient: QueueOptions = { signal: new AbortController().signal, priority: 'now' }

/** Tasks that end when they are told to, and a note of which have begun. */
function bench(queue: PerHostQueue): {
  start: (name: string, options?: Partial<QueueOptions>) => Promise<string | null>
  begun: string[]
  end: (name: string) => void
} {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    start: (name, options = {}) =>
      queue.run(name.slice(0, 1), { ...patient, ...options }, () => {
        begun.push(name)
        return new Promise((resolve) => ends.set(name, () => resolve(name)))
      }),
    end: (name) => ends.get(name)?.()
  }
}

describe('lanes', () => {
  it('let so many in as there are places, in order, and the next when one is free', async () => {
    const { start, begun, end } = bench(createPerHostQueue({ total: 2, perHost: 2, later: 2 }))
    const first = start('a1')
    void start('a2')
    const third = start('a3')
    await expect.poll(() => begun).toEqual(['a1', 'a2'])
    end('a1')
    expect(await first).toBe('a1')
    await expect.poll(() => begun).toEqual(['a1', 'a2', 'a3'])
    end('a3')
    expect(await third).toBe('a3')
  })

  it('do not hold up one host because of another', async () => {
    const { start, begun } = bench(createPerHostQueue({ total: 3, perHost: 1, later: 3 }))
    for (const name of ['a1', 'a2', 'b1', 'b2', 'c1']) void start(name)
    await expect.poll(() => begun).toEqual(['a1', 'b1', 'c1'])
  })

  it('give nothing to who has gone before its turn', async () => {
    const { start, begun, end } = bench(createPerHostQueue({ total: 1, perHost: 1, later: 1 }))
    const gone = new AbortController()
    const first = start('a1')
    const second = start('a2', { signal: gone.signal })
    void start('a3')
    gone.abort()
    expect(await second).toBeNull()
    end('a1')
    await first
    await expect.poll(() => begun).toEqual(['a1', 'a3'])
    expect(await start('a4', { signal: gone.signal })).toBeNull()
  })

  it('let what somebody looks at go before what can wait, and keep a place for it', async () => {
    const { start, begun, end } = bench(createPerHostQueue({ total: 3, perHost: 3, later: 2 }))
    for (const name of ['a1', 'a2', 'a3']) void start(name, { priority: 'later' })
    await expect.poll(() => begun).toEqual(['a1', 'a2'])
    void start('b1')
    void start('b2')
    await expect.poll(() => begun).toEqual(['a1', 'a2', 'b1'])
    end('a1')
    await expect.poll(() => begun).toEqual(['a1', 'a2', 'b1', 'b2'])
    end('b1')
    await expect.poll(() => begun).toEqual(['a1', 'a2', 'b1', 'b2', 'a3'])
  })

  it('let in among what somebody looks at what could wait until then', async () => {
    const { start, begun, end } = bench(createPerHostQueue({ total: 2, perHost: 2, later: 1 }))
    const hurry = new AbortController()
    void start('a1', { priority: 'later' })
    void start('a2')
    const third = start('a3', { priority: 'later' })
    const fourth = start('b1', { priority: 'later', hurry: hurry.signal })
    void start('b2')
    await expect.poll(() => begun).toEqual(['a1', 'a2'])
    hurry.abort()
    end('a2')
    await expect.poll(() => begun).toEqual(['a1', 'a2', 'b2'])
    end('b2')
    await expect.poll(() => begun).toEqual(['a1', 'a2', 'b2', 'b1'])
    end('a1')
    await expect.poll(() => begun).toEqual(['a1', 'a2', 'b2', 'b1', 'a3'])
    for (const name of ['b1', 'a3']) end(name)
    expect(await Promise.all([third, fourth])).toEqual(['a3', 'b1'])
    void start('a4', { priority: 'later' })
    void start('a5', { priority: 'later' })
    void start('a6', { priority: 'later', hurry: hurry.signal })
    await expect.poll(() => begun.slice(5)).toEqual(['a4', 'a6'])
  })

  it('are free again after a task that threw', async () => {
    const queue = createPerHostQueue({ total: 1, perHost: 1, later: 1 })
    await expect(queue.run('a', patient, () => Promise.reject(new Error('bug')))).rejects.toThrow('bug')
    expect(await queue.run('a', patient, () => Promise.resolve(1))).toBe(1)
  })
})
