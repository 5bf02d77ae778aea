import { describe, expect, it } from 'vitest'
import { createLanes, type Lanes } from '../../../electron/images/lanes'

/** Tasks that end when they are told to, and a note of which have begun. */
function bench(lanes: Lanes): {
  start: (name: string, signal?: AbortSignal) => Promise<string | null>
  begun: string[]
  end: (name: string) => void
} {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    start: (name, signal = new AbortController().signal) =>
      lanes.run(name.slice(0, 1), signal, () => {
        begun.push(name)
        return new Promise((resolve) => ends.set(name, () => resolve(name)))
      }),
    end: (name) => ends.get(name)?.()
  }
}

describe('lanes', () => {
  it('let so many in as there are places, in order, and the next when one is free', async () => {
    const { start, begun, end } = bench(createLanes({ total: 2, perLane: 2 }))
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
    const { start, begun } = bench(createLanes({ total: 3, perLane: 1 }))
    for (const name of ['a1', 'a2', 'b1', 'b2', 'c1']) void start(name)
    await expect.poll(() => begun).toEqual(['a1', 'b1', 'c1'])
  })

  it('give nothing to who has gone before its turn', async () => {
    const { start, begun, end } = bench(createLanes({ total: 1, perLane: 1 }))
    const gone = new AbortController()
    const first = start('a1')
    const second = start('a2', gone.signal)
    void start('a3')
    gone.abort()
    expect(await second).toBeNull()
    end('a1')
    await first
    await expect.poll(() => begun).toEqual(['a1', 'a3'])
    expect(await start('a4', gone.signal)).toBeNull()
  })

  it('are free again after a task that threw', async () => {
    const lanes = createLanes({ total: 1, perLane: 1 })
    const { signal } = new AbortController()
    await expect(lanes.run('a', signal, () => Promise.reject(new Error('bug')))).rejects.toThrow('bug')
    expect(await lanes.run('a', signal, () => Promise.resolve(1))).toBe(1)
  })
})
