import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFile } from 'node:fs/promises'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fail } from '../../../../electron/contract/failure'
import { createDecoder, type DecoderDeps } from '../../../../electron/images/decode/decoder'
import type {
  DecodeOptions,
  DecoderPort,
  PictureDecoder
} from '../../../../electron/images/decode/decoder-port'
import { testFolder } from '../../../support/folder'
import type { DecodeRequest } from '../../../../electron/images/decode/protocol'
import { forkDecoder, type ForkedDecoder } from '../../../support/hostile-images/forked-decoder'
import { interlacedPng } from '../../../support/hostile-images/large-pictures'
import { jpegFile, svgFile } from '../../../support/hostile-images/picture-files'

let picture: Buffer
/** Decoded as any other; the ports below do something to the process when they see it. */
let badPicture: Buffer
const open: PictureDecoder[] = []
const started: ForkedDecoder[] = []

beforeAll(async () => {
  picture = await jpegFile(64, 64)
  badPicture = Buffer.concat([picture, Buffer.from('bad')])
})

afterEach(() => {
  for (const decoder of open.splice(0)) decoder.close()
  started.splice(0)
})

function decoderOf(spawn: () => DecoderPort, deps: Partial<DecoderDeps> = {}): PictureDecoder {
  const decoder = createDecoder({ spawn, ...deps })
  open.push(decoder)
  return decoder
}

function spawnReal(file?: string): ForkedDecoder {
  const port = forkDecoder(file)
  started.push(port)
  return port
}

/** A real process to which a signal is sent just before it gets the bad picture. */
function spawnStruckBy(signal: NodeJS.Signals): () => DecoderPort {
  return () => {
    const port = spawnReal()
    const post: DecoderPort['post'] = (request) => {
      if (Buffer.from(request.bytes).equals(badPicture)) port.child.kill(signal)
      port.post(request)
    }
    return { ...port, post }
  }
}

/** A real process that stands still as soon as it is to get the bad picture. On Windows none can be stopped: it never gets it. */
function spawnHanging(): DecoderPort {
  if (process.platform !== 'win32') return spawnStruckBy('SIGSTOP')()
  const port = spawnReal()
  const post: DecoderPort['post'] = (request) => {
    if (!Buffer.from(request.bytes).equals(badPicture)) port.post(request)
  }
  return { ...port, post }
}

/** What became of a picture: 'ok' or the failure's code and reason. */
async function outcome(decoder: PictureDecoder, bytes: Uint8Array): Promise<string> {
  const result = await decoder.decode(bytes, ['thumbnail'])
  return result.ok ? 'ok' : `${result.failure.code}: ${result.failure.facts.reason}`
}

describe('the decoder', () => {
  it('decodes in another process, which starts with the first picture and stays', async () => {
    const decoder = decoderOf(() => spawnReal())
    expect(started).toHaveLength(0)
    const results = await Promise.all(
      Array.from({ length: 10 }, () => decoder.decode(picture, ['thumbnail']))
    )
    expect(results.every((result) => result.ok && result.value.width === 64)).toBe(true)
    expect((await decoder.decode(picture, ['preview'])).ok).toBe(true)
    expect(started).toHaveLength(1)
    expect(started[0]?.child.pid).not.toBe(process.pid)
  })

  it('hands back why a picture cannot be decoded, and goes on', async () => {
    const decoder = decoderOf(() => spawnReal())
    expect(await outcome(decoder, svgFile)).toMatch(/^picture-not-a-picture/)
    expect(await outcome(decoder, picture)).toBe('ok')
  })

  it('fault 69: a picture that kills the decoder is marked, the others come, the decoder is back', async () => {
    const lost: string[] = []
    const decoder = decoderOf(spawnStruckBy('SIGKILL'), { log: (_, { reason }) => lost.push(reason) })
    const outcomes = [picture, badPicture, picture, picture, picture].map((bytes) => outcome(decoder, bytes))
    expect(await Promise.all(outcomes)).toEqual([
      'ok',
      'picture-decoder-failed: The decoder died.',
      'ok',
      'ok',
      'ok'
    ])
    expect(lost).toEqual(['died', 'died'])
    expect(await outcome(decoder, picture)).toBe('ok')
  })

  it('fault 69: a picture on which the decoder hangs is marked, the others come, the decoder is back', async () => {
    const decoder = decoderOf(spawnHanging, { deadline: 1000 })
    const outcomes = [picture, picture, badPicture, picture].map((bytes) => outcome(decoder, bytes))
    expect(await Promise.all(outcomes)).toEqual([
      'ok',
      'ok',
      'picture-decoder-failed: The decoder hung.',
      'ok'
    ])
    expect(started.slice(0, -1).every(({ child }) => child.killed)).toBe(true)
    expect(await outcome(decoder, picture)).toBe('ok')
  })

  it('fault 69: a decoder that does not start fails what waits, and is tried again with the next picture', async () => {
    let broken = true
    const decoder = decoderOf(() => {
      const port = spawnReal()
      if (broken) port.child.kill('SIGKILL')
      return port
    })
    const failed = 'internal: The decoder died.'
    expect(await Promise.all([outcome(decoder, picture), outcome(decoder, picture)])).toEqual([
      failed,
      failed
    ])
    broken = false
    expect(await outcome(decoder, picture)).toBe('ok')
  })

  it('fault 69: a decoder that never says it is ready is ended', async () => {
    const silent = join(testFolder(), 'silent.mjs')
    writeFileSync(silent, 'setInterval(() => undefined, 60_000)')
    const decoder = decoderOf(() => spawnReal(silent), { startDeadline: 100 })
    expect(await outcome(decoder, picture)).toBe('internal: The decoder did not start.')
    expect(started[0]?.child.killed).toBe(true)
  })

  it('fault 69: a decoder that answers nonsense is not believed', async () => {
    const decoder = decoderOf(() => {
      const port = spawnReal()
      const onMessage: DecoderPort['onMessage'] = (listener) =>
        port.onMessage((message) => listener(isReady(message) ? message : { id: 1, result: { ok: true } }))
      return { ...port, onMessage }
    })
    expect(await outcome(decoder, picture)).toBe('picture-decoder-failed: The decoder spoke nonsense.')
  })

  it('answers at once who no longer wants a picture, and spends nothing on it', async () => {
    const gone = new AbortController()
    const posted: number[] = []
    const decoder = decoderOf(() => {
      const port = spawnReal()
      const post: DecoderPort['post'] = (request) => {
        posted.push(request.id)
        port.post(request)
      }
      return { ...port, post }
    })
    const unwanted = decoder.decode(picture, ['thumbnail'], { signal: gone.signal })
    const wanted = outcome(decoder, picture)
    gone.abort()
    expect(await unwanted).toEqual(fail('cancelled'))
    expect(await wanted).toBe('ok')
    expect(posted).toHaveLength(1)
    expect(await decoder.decode(picture, ['thumbnail'], { signal: gone.signal })).toEqual(fail('cancelled'))
  })

  it('decodes what somebody looks at before what can wait', async () => {
    const decoder = decoderOf(() => spawnReal(), { inFlight: 1 })
    const order: string[] = []
    const decode = async (priority: 'now' | 'later', name: string): Promise<void> => {
      await decoder.decode(picture, ['thumbnail'], { priority })
      order.push(name)
    }
    await Promise.all([
      decode('later', 'first kept'),
      decode('later', 'second kept'),
      decode('now', 'looked at'),
      decode('now', 'looked at too')
    ])
    expect(order).toEqual(['looked at', 'looked at too', 'first kept', 'second kept'])
  })

  it('decodes what could wait sooner once somebody looks at it', async () => {
    const decoder = decoderOf(() => spawnReal(), { inFlight: 1 })
    const order: string[] = []
    const hurry = new AbortController()
    const decode = async (name: string, options: DecodeOptions = {}): Promise<void> => {
      await decoder.decode(picture, ['thumbnail'], options)
      order.push(name)
    }
    const all = [
      decode('kept', { priority: 'later' }),
      decode('kept until then', { priority: 'later', hurry: hurry.signal }),
      decode('looked at')
    ]
    hurry.abort()
    await Promise.all([...all, decode('kept before', { priority: 'later', hurry: hurry.signal })])
    expect(order).toEqual(['looked at', 'kept until then', 'kept before', 'kept'])
  })

  it('decodes one at a time of what can wait, whatever else there is room for', async () => {
    const inHand = new Set<number>()
    let most = 0
    const decoder = decoderOf(() => {
      const port = spawnReal()
      const post: DecoderPort['post'] = (request) => {
        inHand.add(request.id)
        most = Math.max(most, inHand.size)
        port.post(request)
      }
      const onMessage: DecoderPort['onMessage'] = (listener) =>
        port.onMessage((message) => {
          if (!isReady(message)) inHand.clear()
          listener(message)
        })
      return { ...port, post, onMessage }
    })
    const later = (): Promise<unknown> => decoder.decode(picture, ['thumbnail'], { priority: 'later' })
    await Promise.all([later(), later(), later()])
    expect(most).toBe(1)
  })

  it('fault 117: decodes large pictures one at a time, and nothing beside them', async () => {
    const inHand = new Map<number, DecodeRequest>()
    const crowds: boolean[] = []
    const decoder = decoderOf(() => {
      const port = spawnReal()
      const post: DecoderPort['post'] = (request) => {
        inHand.set(request.id, request)
        crowds.push([...inHand.values()].some(({ isAlone }) => isAlone) && inHand.size > 1)
        port.post(request)
      }
      const onMessage: DecoderPort['onMessage'] = (listener) =>
        port.onMessage((message) => {
          inHand.delete(idOf(message))
          listener(message)
        })
      return { ...port, post, onMessage }
    })
    const large = await interlacedPng(5800)
    const all = [large, picture, large, large, picture, large].map((bytes) => outcome(decoder, bytes))
    expect(await Promise.all(all)).toEqual(all.map(() => 'ok'))
    // Each large one was sent twice, the second time alone.
    expect(crowds).toHaveLength(10)
    expect(crowds).not.toContain(true)
    expect(started).toHaveLength(1)
    // Four at once took 0.5 GB: 4 × 101 MB, and what the process has by itself.
    if (process.platform === 'linux') expect(await peakOf(started[0]?.child.pid)).toBeLessThan(300)
  })

  it('fault 117: a large picture that can wait holds up none that somebody looks at', async () => {
    const decoder = decoderOf(spawnReal)
    const order: string[] = []
    const decode = async (bytes: Buffer, priority: 'now' | 'later', name: string): Promise<void> => {
      expect((await decoder.decode(bytes, ['thumbnail'], { priority })).ok).toBe(true)
      order.push(name)
    }
    const large = await interlacedPng(5800)
    // Known for large, it waits for its turn while the others are in hand.
    const looked = Array.from({ length: 12 }, () => decode(picture, 'now', 'looked at'))
    await Promise.all([...looked, decode(large, 'later', 'large')])
    expect(order.indexOf('large')).toBe(12)
    const both = [decode(large, 'later', 'kept'), decode(large, 'now', 'looked at')]
    await Promise.all(both)
    expect(order.slice(-2)).toEqual(['looked at', 'kept'])
  })

  it('gives back the memory of its process once it has nothing to do, and starts another with the next picture', async () => {
    const lost: string[] = []
    const decoder = decoderOf(() => spawnReal(), { idleFor: 50, log: (_, { reason }) => lost.push(reason) })
    await decoder.decode(picture, ['thumbnail'])
    await new Promise((resolve) => started[0]?.onExit(resolve))
    expect(await outcome(decoder, picture)).toBe('ok')
    expect(started).toHaveLength(2)
    expect(lost).toEqual([])
  })

  it('ends its process and what waits when it is closed', async () => {
    const decoder = decoderOf(() => spawnReal())
    await decoder.decode(picture, ['thumbnail'])
    const ended = new Promise((resolve) => started[0]?.onExit(() => resolve('ended')))
    const waiting = decoder.decode(picture, ['thumbnail'])
    decoder.close()
    expect(await waiting).toEqual(fail('cancelled'))
    expect(await ended).toBe('ended')
    expect(await decoder.decode(picture, ['thumbnail'])).toEqual(fail('cancelled'))
  })
})

function idOf(message: unknown): number {
  return typeof message === 'object' && message !== null && 'id' in message ? Number(message.id) : 0
}

/** Most MB that a process has had in memory, as Linux tells. */
async function peakOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

function isReady(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'ready' in message
}
