import { describe, expect, it } from 'vitest'
import { retryHeld, retryHeldSync } from '../../../electron/files/held-files'

/** Stands for a file that somebody has open: refuses so many times, with this code. */
function held(times: number, code: string): { work: () => number; tries: () => number } {
  let tries = 0
  return {
    tries: () => tries,
    work() {
      if (++tries <= times) throw Object.assign(new Error(code), { code, syscall: 'rename' })
      return tries
    }
  }
}

const ways = [
  {
    name: 'at once',
    run: async (work: () => number, on: NodeJS.Platform) =>
      Promise.resolve().then(() => retryHeldSync(work, on))
  },
  {
    name: 'without blocking',
    run: (work: () => number, on: NodeJS.Platform) => retryHeld(() => Promise.resolve().then(work), on)
  }
]

describe.each(ways)('a file that somebody has open, $name', ({ run }) => {
  it.each(['EPERM', 'EBUSY', 'EACCES', 'ENOTEMPTY'])(
    'fault 111: is tried again on Windows until it is closed (%s)',
    async (code) => {
      expect(await run(held(3, code).work, 'win32')).toBe(4)
    }
  )

  it('fault 111: is given up after a while, with what the disk said', async () => {
    const file = held(Infinity, 'EBUSY')
    await expect(run(file.work, 'win32')).rejects.toMatchObject({ code: 'EBUSY' })
    expect(file.tries()).toBe(9)
  })

  it('is tried once where the refusal means something else', async () => {
    for (const [code, platform] of [
      ['EPERM', 'linux'],
      ['EACCES', 'darwin'],
      ['ENOENT', 'win32'],
      ['ENOSPC', 'win32']
    ] as const) {
      const file = held(1, code)
      await expect(run(file.work, platform)).rejects.toMatchObject({ code })
      expect(file.tries()).toBe(1)
    }
  })
})
