import { describe, expect, it } from 'vitest'
import { latestOnly } from '../../../../../renderer/shared/data/latest-only-queue'

/** A job that ends when told. */
function job(name: string, log: string[]): { run: () => Promise<void>; end: () => void } {
  let end = (): void => undefined
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  const run = async (): Promise<void> => {
    log.push(name)
    await over
  }
  return { run, end: () => end() }
}

describe('jobs one at a time', () => {
  it('leave out all that came in between but the last', async () => {
    const log: string[] = []
    const inTurn = latestOnly()
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => job(name, log))
    const first = inTurn(a?.run ?? fails)
    const left = [inTurn(b?.run ?? fails), inTurn(c?.run ?? fails)]
    const last = inTurn(d?.run ?? fails)
    expect(log).toEqual(['a'])
    await Promise.all(left)
    a?.end()
    await first
    expect(log).toEqual(['a', 'd'])
    d?.end()
    await last
  })

  it('go on after one that failed', async () => {
    const log: string[] = []
    const inTurn = latestOnly()
    await expect(inTurn(fails)).rejects.toThrow('no')
    const next = job('next', log)
    const done = inTurn(next.run)
    next.end()
    await done
    expect(log).toEqual(['next'])
  })
})

function fails(): Promise<void> {
  return Promise.reject(new Error('no'))
}
