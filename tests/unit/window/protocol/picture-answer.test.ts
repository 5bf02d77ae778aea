import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { fail, ok, type Result } from '../../../../electron/contract/failure'
import type { RasterPicture } from '../../../../electron/images/types'
import { answerPicture } from '../../../../electron/window/protocol/app-answer'

const asked = { connectionId: 'shop', token: 'a'.repeat(43), size: 'tile' as const }
const made = ok<RasterPicture>({ bytes: new Uint8Array([1, 2, 3]), type: 'image/webp' })
const never = new AbortController().signal

/** A picture that is made when the test says so, and the signal that is given to whoever makes it. */
function slow(): {
  answer: Promise<Response>
  end: (raster: Result<RasterPicture>) => void
  signal: () => AbortSignal | undefined
} {
  const { promise, resolve } = Promise.withResolvers<Result<RasterPicture>>()
  let given: AbortSignal | undefined
  const raster = (_id: string, _token: string, _size: string, signal?: AbortSignal): typeof promise => {
    given = signal
    return promise
  }
  return { answer: answerPicture({ raster }, asked, never), end: resolve, signal: () => given }
}

describe('the answer to a request for a picture', () => {
  it('is the picture, or that there is none, where that is known at once', async () => {
    const there = await answerPicture({ raster: () => Promise.resolve(made) }, asked, never)
    expect([there.status, there.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(await there.bytes()).toEqual(new Uint8Array([1, 2, 3]))
    const none = await answerPicture({ raster: () => Promise.resolve(fail('offline')) }, asked, never)
    expect([none.status, none.headers.get('cache-control')]).toEqual([404, 'no-store'])
  })

  it('comes later where the picture does', async () => {
    const picture = slow()
    const answer = await picture.answer
    picture.end(made)
    expect(await answer.bytes()).toEqual(new Uint8Array([1, 2, 3]))
  })

  it('breaks off where a picture that was waited for cannot be had', async () => {
    const picture = slow()
    const answer = await picture.answer
    picture.end(fail('timeout'))
    await expect(answer.bytes()).rejects.toThrow()
  })

  it('that nobody wants anymore ends the work for it', async () => {
    const picture = slow()
    const answer = await picture.answer
    expect(picture.signal()?.aborted).toBe(false)
    await answer.body?.cancel()
    expect(picture.signal()?.aborted).toBe(true)
    // What comes after all is let go.
    picture.end(made)
    await wait(0)
  })

  it('ends the work as well where the request itself is aborted', async () => {
    const gone = new AbortController()
    let given: AbortSignal | undefined
    const raster = (
      _id: string,
      _token: string,
      _size: string,
      signal?: AbortSignal
    ): Promise<typeof made> => {
      given = signal
      return new Promise(() => undefined)
    }
    await answerPicture({ raster }, asked, gone.signal)
    gone.abort()
    expect(given?.aborted).toBe(true)
  })
})
