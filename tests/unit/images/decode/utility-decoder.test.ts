import { EventEmitter } from 'node:events'
import { afterEach, expect, it, vi } from 'vitest'
import { createDecoder, type DecoderDeps } from '../../../../electron/images/decode/decoder'
import { spawnUtilityDecoder, type PictureDecoder } from '../../../../electron/images/decode/decoder-port'

/** As Electron's UtilityProcess, whose events are those of any emitter: 'error' without a listener is thrown where it is emitted. */
class FakeUtility extends EventEmitter {
  /** Of no process. */
  readonly pid = undefined
  readonly stdout = null
  readonly stderr = null
  readonly posted: unknown[] = []
  postMessage(message: unknown): void {
    this.posted.push(message)
  }
  kill(): boolean {
    return true
  }
}

interface Forked {
  decoder: PictureDecoder
  children: FakeUtility[]
  fork: ReturnType<typeof vi.fn>
}

const open: PictureDecoder[] = []
afterEach(() => {
  for (const decoder of open.splice(0)) decoder.close()
  vi.unstubAllEnvs()
})

function decoderOnFakes(log?: DecoderDeps['log']): Forked {
  const children: FakeUtility[] = []
  const fork = vi.fn(() => {
    const child = new FakeUtility()
    children.push(child)
    return child
  })
  const spawn = (): ReturnType<typeof spawnUtilityDecoder> => spawnUtilityDecoder({ fork }, '/decoder.js')
  const decoder = createDecoder({ spawn, ...(log && { log }) })
  open.push(decoder)
  return { decoder, children, fork }
}

it('fault 118: a fatal error of the decoder marks the picture that it had in hand, and is thrown nowhere', async () => {
  const lost: string[] = []
  const { decoder, children } = decoderOnFakes((_, { reason }) => lost.push(reason))
  const decoding = decoder.decode(new Uint8Array(4), ['thumbnail'])
  children[0]?.emit('message', { ready: true })
  await expect.poll(() => children[0]?.posted.length).toBe(1)
  const report = JSON.stringify({ environmentVariables: { KEY: 'canary-of-report' } })
  expect(children[0]?.emit('error', 'FatalError', 'v8::ToLocalChecked', report)).toBe(true)
  children[0]?.emit('exit', 11)
  const result = await decoding
  expect(result).toMatchObject({
    ok: false,
    failure: {
      code: 'picture-decoder-failed',
      facts: { reason: expect.stringContaining('fatal error') as string }
    }
  })
  expect(lost).toEqual(['died of a fatal error (v8::ToLocalChecked)'])
  expect(JSON.stringify(result)).not.toContain('canary')
  // Late, and of a process that is gone already.
  expect(children[0]?.emit('error', 'FatalError', 'v8::ToLocalChecked', report)).toBe(true)
  void decoder.decode(new Uint8Array(4), ['thumbnail'])
  expect(children).toHaveLength(2)
})

it('gets none of the environment, and its flags where Electron looks for them', () => {
  vi.stubEnv('HTTPS_PROXY', 'http://user:canary@proxy.example')
  const { decoder, fork } = decoderOnFakes()
  void decoder.decode(new Uint8Array(4), ['thumbnail'])
  const [file, args, options] = fork.mock.calls[0] ?? []
  expect([file, args]).toEqual(['/decoder.js', []])
  // An empty list would be all of it.
  expect(options).toMatchObject({ env: { SystemRoot: process.env.SystemRoot ?? '' } })
  expect(Object.keys(options.env)).toEqual(['SystemRoot'])
  expect(options.execArgv).toEqual([expect.stringMatching(/^--js-flags=--max-semi-space-size=1 /)])
})
