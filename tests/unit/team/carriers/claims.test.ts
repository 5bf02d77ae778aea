import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PostgresCarrier } from '../../../../electron/team/carriers/postgres/postgres-carrier'
import { hasPostgres, startPostgres, type PostgresServer } from '../../../support/servers/postgres'
import { newId, openPostgres } from './postgres-place'

const { signal } = new AbortController()
const hour = 3_600_000

describe.skipIf(!hasPostgres)('Claims in a database', () => {
  let server: PostgresServer
  let people: PostgresCarrier[]
  let queue: string
  const team = newId()

  beforeAll(async () => {
    server = await startPostgres()
    people = []
    for (let number = 0; number < 8; number++) {
      await server.createLogin(`p${number}`, 'canary', 'vitrine_owner')
      people.push(openPostgres(server, { team, userName: `p${number}`, password: 'canary' }))
    }
    await people[0]?.prepare(signal)
  })
  beforeEach(() => {
    queue = newId()
  })
  afterAll(async () => {
    await Promise.all(people.map((person) => person.close()))
    await server.stop()
  })

  const claimsOf = (number: number): PostgresCarrier['claims'] => {
    const person = people[number]
    if (person === undefined) throw new Error('nobody')
    return person.claims
  }
  const ids = (count: number): string[] => Array.from({ length: count }, (_, at) => `product ${at}`)

  it('are the next ones, in the order in which they were offered', async () => {
    await claimsOf(0).offer(queue, ids(3), signal)
    await claimsOf(0).offer(queue, ['product 1', 'another'], signal)
    expect(await claimsOf(0).take(queue, 2, hour, signal)).toEqual(['product 0', 'product 1'])
    expect(await claimsOf(1).take(queue, 50, hour, signal)).toEqual(['product 2', 'another'])
    expect(await claimsOf(1).take(queue, 50, hour, signal)).toEqual([])
    expect(await claimsOf(0).held(queue, signal)).toEqual(['product 0', 'product 1'])
  })

  it('go to one person each, however many ask at once', async () => {
    await claimsOf(0).offer(queue, ids(2000), signal)
    const taken = await Promise.all(
      people.map(async (_, number) => {
        const own: string[] = []
        for (;;) {
          const next = await claimsOf(number).take(queue, 50, hour, signal)
          if (next.length === 0) return own
          own.push(...next)
        }
      })
    )
    expect(taken.flat().sort()).toEqual(ids(2000).sort())
    expect(taken.filter((own) => own.length > 0).length).toBeGreaterThan(1)
  })

  it('do not wait for somebody who is just taking some', async () => {
    await claimsOf(0).offer(queue, ids(3), signal)
    const other = await server.connectAdmin()
    try {
      await other.query('begin')
      await other.query('select from vitrine.claims where queue = $1 and place = 1 for update', [queue])
      expect(await claimsOf(1).take(queue, 1, hour, signal)).toEqual(['product 1'])
    } finally {
      await other.end()
    }
  })

  it('are free for others when they were given back, or their time is over', async () => {
    await claimsOf(0).offer(queue, ids(3), signal)
    expect(await claimsOf(0).take(queue, 1, hour, signal)).toEqual(['product 0'])
    expect(await claimsOf(0).take(queue, 1, 0, signal)).toEqual(['product 1'])
    await claimsOf(1).release(queue, ['product 0', 'product 2'], signal)
    expect(await claimsOf(1).take(queue, 5, hour, signal)).toEqual(['product 1', 'product 2'])
    await claimsOf(0).release(queue, ['product 0'], signal)
    expect(await claimsOf(1).take(queue, 5, hour, signal)).toEqual(['product 0'])
  })

  it('leave the queue when they are finished, by whoever has them', async () => {
    await claimsOf(0).offer(queue, ids(2), signal)
    await claimsOf(0).take(queue, 1, hour, signal)
    await claimsOf(1).finish(queue, ids(2), signal)
    expect(await claimsOf(0).held(queue, signal)).toEqual(['product 0'])
    await claimsOf(0).finish(queue, ids(2), signal)
    expect(await claimsOf(0).held(queue, signal)).toEqual([])
    expect(await claimsOf(1).take(queue, 5, hour, signal)).toEqual(['product 1'])
  })
})
