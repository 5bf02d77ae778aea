import { describe, expect, it } from 'vitest'
import { inputs, type Channel } from '../../../electron/contract/channels'
import { fail, ok } from '../../../electron/contract/failure'
import type { Handlers } from '../../../electron/contract/bridge'
import { answer, answererOf } from '../../../electron/ipc/calls'
import type { LogFacts } from '../../../electron/log/log'
import { canary, secretsIn } from '../../support/canary'

interface Bench {
  ask: (channel: unknown, input?: unknown) => ReturnType<typeof answer>
  /** Channels whose handler ran, with the input that it got. */
  ran: [Channel, unknown][]
  logged: string[]
  handlers: Handlers
}

/** Every handler answers with null, except those given. */
function bench(given: Partial<Handlers> = {}): Bench {
  const ran: Bench['ran'] = []
  const logged: string[] = []
  const noted = Object.keys(inputs).map((name) => [
    name,
    (input: unknown) => {
      ran.push([name as Channel, input])
      return ok(null)
    }
  ])
  const handlers = { ...(Object.fromEntries(noted) as Handlers), ...given }
  const note = (event: string, facts?: LogFacts): void => {
    const error = facts?.error
    logged.push(`${event} ${JSON.stringify(facts)} ${error instanceof Error ? error.message : ''}`)
  }
  const log = { warn: note, error: note }
  return { ask: (channel, input) => answer(handlers, log, channel, input), ran, logged, handlers }
}

describe('a call from the page', () => {
  it('reaches its handler with the parsed input, and nothing that the schema does not know', async () => {
    const { ask, ran } = bench()
    const input = { id: 'shop-1', name: '  My shop ', extra: 'x', __proto__: { polluted: true } }
    expect(await ask('connections:rename', input)).toEqual(ok(null))
    expect(ran).toEqual([['connections:rename', { id: 'shop-1', name: 'My shop' }]])
  })

  it.each([
    'nope',
    '',
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    null,
    undefined,
    1,
    {},
    ['app:info']
  ])('on a channel that there is not (%j) runs nothing', async (channel) => {
    const { ask, ran } = bench()
    expect(await ask(channel)).toEqual(fail('input-invalid', { field: 'channel' }))
    expect(ran).toEqual([])
  })

  it.each([
    ['app:info', {}, ''],
    ['connections:activate', { id: '../../etc' }, 'id'],
    ['connections:activate', { id: 'UPPER' }, 'id'],
    ['connections:rename', { id: 'a', name: ' ' }, 'name'],
    ['products:page', { connectionId: 'a', page: 0, limit: 25, from: 'store' }, 'page'],
    ['products:page', { connectionId: 'a', page: 1.5, limit: 25, from: 'store' }, 'page'],
    ['products:page', { connectionId: 'a', page: 1, limit: 1001, from: 'store' }, 'limit'],
    ['products:page', { connectionId: 'a', page: 1, limit: 25, from: 'disk' }, 'from'],
    ['pictures:retry', { connectionId: 'a', token: '../x' }, 'token'],
    ['views:save', { connectionId: 'a', view: { page: 1, limit: 25, scrollTop: -1 } }, 'view.scrollTop'],
    ['connections:repair-address', { text: 'x'.repeat(10_001) }, 'text'],
    ['connections:list', 'text', '']
  ])('to %s with bad input %j is refused by the name of the field', async (channel, input, field) => {
    const { ask, ran } = bench()
    expect(await ask(channel, input)).toEqual(fail('input-invalid', { field }))
    expect(ran).toEqual([])
  })

  it('whose handler has a bug is answered with "internal" alone, and the log gets the rest', async () => {
    const { ask, logged } = bench({
      'connections:list': () => {
        throw new Error('thrown at once')
      },
      'demo:open': () => Promise.reject(new Error('thrown later'))
    })
    expect(await ask('connections:list')).toEqual(fail('internal'))
    expect(await ask('demo:open')).toEqual(fail('internal'))
    expect(logged).toEqual([
      expect.stringContaining('thrown at once') as string,
      expect.stringContaining('thrown later') as string
    ])
  })

  it('fault 79: bad input with a key in it comes back in no answer and no line of the log', async () => {
    const { ask, logged } = bench()
    const draft = { name: 'a' }
    const answers = [
      await ask('connections:save', { id: null, draft, credentials: canary, keep: 'keychain' }),
      await ask('connections:test', { id: canary.key, draft, credentials: { key: [canary.key] } }),
      await ask(canary.key, canary)
    ]
    expect(answers.map((result) => result.ok)).toEqual([false, false, false])
    expect(logged).toHaveLength(3)
    expect(secretsIn(JSON.stringify({ answers, logged }))).toEqual([])
  })
})

it('a call from a page that is not ours runs no handler, and is not called bad input', async () => {
  const { handlers, ran } = bench()
  const told: string[] = []
  const nothing = (): void => undefined
  const warn = (event: string): void => void told.push(event)
  const log = { debug: nothing, info: nothing, warn, error: nothing }
  const call = answererOf({ contents: () => null, origin: 'app://vitrine', log }, handlers)
  const caller = { sender: {}, frameName: '1:1', frame: { origin: 'https://evil.example', isMain: true } }
  expect(await call(caller, 'connections:list', undefined)).toMatchObject({
    ok: false,
    failure: { code: 'internal' }
  })
  expect([ran, told]).toEqual([[], ['a call from a foreign page was refused']])
})
