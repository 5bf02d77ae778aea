import { expect, it } from 'vitest'
import { createKeyedMutex, createMutex } from '../../../electron/async/locks'

const later = <T>(value: T): Promise<T> => new Promise((resolve) => setImmediate(() => resolve(value)))
const failing = (error: Error) => async (): Promise<never> => {
  await later(null)
  throw error
}

it('work for one key runs one at a time, in order, and other keys do not wait for it', async () => {
  const mutex = createKeyedMutex()
  const done: string[] = []
  const held = Promise.withResolvers<undefined>()
  const work = (name: string) => async (): Promise<void> => void done.push(await later(name))
  const first = mutex.run('a', () => held.promise)
  const second = mutex.run('a', work('second'))
  const third = mutex.run('a', work('third'))
  await mutex.run('b', work('other'))
  expect(done).toEqual(['other'])
  held.resolve(undefined)
  await Promise.all([first, second, third])
  expect(done).toEqual(['other', 'second', 'third'])
  expect(mutex.isLocked('a')).toBe(false)
})

it('work that fails stops nothing behind it, and its error is its own caller’s alone', async () => {
  const mutex = createMutex()
  const bug = new Error('a bug')
  const failed = mutex.run(failing(bug))
  const after = mutex.run(() => later('done'))
  await expect(failed).rejects.toBe(bug)
  expect(await after).toBe('done')
  expect(await mutex.run(() => later('again'))).toBe('again')
})

it('whoever waits until nothing is running hears of no error', async () => {
  const mutex = createKeyedMutex()
  const failed = ['a', 'b'].map((key) => mutex.run(key, failing(new Error(key))))
  const ends = Promise.allSettled(failed)
  await Promise.all([mutex.settled('a'), mutex.allSettled()])
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await mutex.settled('nobody')
})
