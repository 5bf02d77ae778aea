import { DatabaseSync } from 'node:sqlite'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Call, Method, Reply, Serving } from '../../../electron/database/thread-protocol'
import { serve, type ServeOptions } from '../../../electron/database/thread-serve'
import { fail, ok } from '../../../electron/contract/failure'
import { eventually } from '../../support/eventually'

interface Table {
  double: Method<number, number>
  later: Method<number, number>
  refuse: Method<null, number>
  bug: Method<null, number>
  fill: Method<null, number>
  damage: Method<null, number>
  held: Method<null, number>
}

const released = Promise.withResolvers<undefined>()

const methods: Serving<Table> = {
  double: (_, n) => ok(n * 2),
  later: async (_, n) => {
    await Promise.resolve()
    return ok(n)
  },
  refuse: () => fail('cancelled'),
  bug: () => {
    throw new TypeError('a mistake')
  },
  fill: () => {
    const db = new DatabaseSync(':memory:')
    db.exec('PRAGMA max_page_count = 1; CREATE TABLE a (b)')
    return ok(0)
  },
  damage: () => {
    // This file is no database.
    new DatabaseSync(import.meta.filename, { readOnly: true }).prepare('SELECT * FROM sqlite_schema')
    return ok(0)
  },
  held: async () => {
    await released.promise
    return ok(1)
  }
}

type Ask = (method: string, input?: unknown) => Promise<Omit<Reply, 'id'>>

/** The other end of a served port. */
async function served(options: ServeOptions = {}): Promise<Ask> {
  const { port1, port2 } = new MessageChannel()
  onTestFinished(() => port1.close())
  const first = next(port2)
  serve<Table>(methods, options, port1)
  expect(await first).toEqual({ ready: true })
  let calls = 0
  return async (method, input = null) => {
    const call: Call = { id: ++calls, method, connectionId: 'c', input }
    const answer = next(port2)
    port2.postMessage(call)
    const { id, ...reply } = (await answer) as Reply
    expect(id).toBe(call.id)
    return reply
  }
}

function next(port: MessagePort): Promise<unknown> {
  return new Promise((resolve) => port.once('message', resolve))
}

describe('a thread that serves a table of methods', () => {
  it('answers each call under its number, at once or later', async () => {
    const ask = await served()
    expect(await ask('double', 21)).toEqual({ result: ok(42), damaged: false, bug: null })
    expect(await ask('later', 7)).toMatchObject({ result: ok(7) })
    expect(await ask('refuse')).toMatchObject({ result: fail('cancelled') })
  })

  it('fault 80: tells a full disk as a failure of the storage', async () => {
    const ask = await served()
    expect(await ask('fill')).toMatchObject({
      result: { ok: false, failure: { code: 'storage-failed' } },
      damaged: false,
      bug: null
    })
  })

  it('fault 82: says when the database turned out to be damaged', async () => {
    const ask = await served()
    expect(await ask('damage')).toMatchObject({
      result: { failure: { code: 'storage-failed' } },
      damaged: true
    })
  })

  it('answers a bug, and a method that it does not have, as one, with what the log needs', async () => {
    const ask = await served()
    const answer = await ask('bug')
    expect(answer).toMatchObject({
      result: { failure: { code: 'internal', facts: { reason: 'a mistake' } } }
    })
    expect(answer.bug).toContain('thread-serve.test.ts')
    expect(await ask('nothing')).toMatchObject({ result: { failure: { code: 'internal' } } })
    expect(await ask('double', 1)).toMatchObject({ result: ok(2) })
  })

  it('gives a sign of life while a call takes its time', async () => {
    const { port1, port2 } = new MessageChannel()
    onTestFinished(() => port1.close())
    const answers: unknown[] = []
    port2.on('message', (answer) => answers.push(answer))
    serve<Table>(methods, {}, port1)
    const call: Call = { id: 1, method: 'held', connectionId: 'c', input: null }
    port2.postMessage(call)
    port2.postMessage({ ping: true })
    await expect.poll(() => answers).toEqual([{ ready: true }, { ready: true }])
    released.resolve(undefined)
    await expect.poll(() => answers.at(-1)).toMatchObject({ id: 1, result: ok(1) })
  })

  it('does what can wait while nobody asks, step by step, until nothing is left', async () => {
    const done = Promise.withResolvers<number>()
    let steps = 0
    const ask = await served({
      idle: () => {
        steps++
        if (steps === 3) done.resolve(steps)
        return steps < 3
      }
    })
    await ask('double', 1)
    expect(steps).toBe(0)
    // The timer keeps no thread alive; here somebody waits for it.
    const awake = setInterval(() => undefined, 1000)
    expect(await done.promise).toBe(3)
    clearInterval(awake)
  })
})

describe('a thread that nobody calls anymore', () => {
  it('gives back what it threw away', async () => {
    const ask = await served({ collectAfter: 10 })
    const collected: string[] = []
    const registry = new FinalizationRegistry<string>((name) => collected.push(name))
    registry.register({}, 'thrown away')
    await ask('double', 1)
    await eventually(() => expect(collected).toEqual(['thrown away']))
  })
})
