import { describe, expect, it } from 'vitest'
import { fail, ok, type Result } from '../../../electron/contract/failure'
import { createSingleFlight } from '../../../electron/async/single-flight'

const create = () => createSingleFlight<string, number>((key) => key)

/** Work that ends when it is told to; `signals` holds one for each start. */
function slowWork(): {
  start: (signal: AbortSignal) => Promise<Result<number>>
  signals: AbortSignal[]
  end: (value: number) => void
} {
  const signals: AbortSignal[] = []
  let finish: (result: Result<number>) => void = () => undefined
  return {
    signals,
    start: (signal) => {
      signals.push(signal)
      return new Promise((resolve) => (finish = resolve))
    },
    end: (value) => finish(ok(value))
  }
}

describe('shared work', () => {
  it('runs once for all who ask while it runs, and anew afterwards', async () => {
    const shared = create()
    const { start, signals, end } = slowWork()
    const both = [shared.join('a', undefined, start), shared.join('a', new AbortController().signal, start)]
    end(7)
    expect(await Promise.all(both)).toEqual([ok(7), ok(7)])
    void shared.join('a', undefined, start)
    expect(signals).toHaveLength(2)
  })

  it('goes on while one of them still waits', async () => {
    const shared = create()
    const { start, signals, end } = slowWork()
    const gone = new AbortController()
    const left = shared.join('a', gone.signal, start)
    const staying = shared.join('a', new AbortController().signal, start)
    gone.abort()
    expect(await left).toEqual(fail('cancelled'))
    expect(signals[0]?.aborted).toBe(false)
    end(7)
    expect(await staying).toEqual(ok(7))
  })

  it('is cancelled with the last of them, and who comes then starts anew', async () => {
    const shared = create()
    const { start, signals, end } = slowWork()
    const gone = new AbortController()
    const left = shared.join('a', gone.signal, start)
    gone.abort()
    expect(await left).toEqual(fail('cancelled'))
    expect(signals[0]?.aborted).toBe(true)
    const next = shared.join('a', undefined, start)
    end(8)
    expect(await next).toEqual(ok(8))
  })

  it('is not started for who has gone already', async () => {
    const { start, signals } = slowWork()
    expect(await create().join('a', AbortSignal.abort(), start)).toEqual(fail('cancelled'))
    expect(signals).toEqual([])
  })

  it('can be cancelled by its key', () => {
    const shared = create()
    const { start, signals } = slowWork()
    for (const key of ['a/1', 'a/2', 'b/1']) void shared.join(key, undefined, start)
    shared.cancel((key) => key.startsWith('a/'))
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, false])
  })

  it('hands a bug to everyone who waits', async () => {
    const shared = create()
    const broken = (): Promise<Result<number>> => Promise.reject(new Error('bug'))
    const both = [shared.join('a', undefined, broken), shared.join('a', new AbortController().signal, broken)]
    for (const one of both) await expect(one).rejects.toThrow('bug')
  })
})
