import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PostgresCarrier } from '../../../../../electron/team/carriers/postgres/postgres-carrier'
import { hasPostgres, startPostgres, type PostgresServer } from '../../../../support/servers/postgres'
import { newId, openPostgres } from '../postgres-place'

const { signal } = new AbortController()

/** The server, and two people with a connection each, in a team of their own for each test. */
describe.skipIf(!hasPostgres)('Claims in a database', () => {
  let server: PostgresServer
  let [ada, ben]: PostgresCarrier[] = []
  let team: string

  beforeAll(async () => {
    server = await startPostgres()
    for (const login of ['ada', 'ben']) await server.createLogin(login, 'canary', 'vitrine_owner')
  })
  beforeEach(async () => {
    await close()
    team = newId()
    ;[ada, ben] = ['ada', 'ben'].map((userName) =>
      openPostgres(server, { team, userName, password: 'canary' })
    )
    await ada?.prepare(signal)
  })
  afterAll(async () => {
    await close()
    await server.stop()
  })

  async function close(): Promise<void> {
    await Promise.all([ada?.close(), ben?.close()])
  }
  const claim = (
    who: PostgresCarrier | undefined,
    candidates: string[],
    count: number
  ): Promise<string[]> => {
    if (who === undefined) throw new Error('nobody')
    return who.claim(candidates, count, signal)
  }
  const ids = (count: number): string[] =>
    Array.from({ length: count }, (_, at) => `product ${String(at).padStart(4, '0')}`)
  const isOver = (): Promise<unknown> =>
    server.admin("update vitrine.claims set held_until = now() - interval '1 minute' where team = $1", [team])

  it('are the next candidates that nobody has, in their order', async () => {
    expect(await claim(ada, ['c', 'b', 'a'], 2)).toEqual(['c', 'b'])
    expect(await claim(ben, ['a', 'b', 'c', 'd'], 2)).toEqual(['a', 'd'])
    expect(await claim(ben, ['a', 'b', 'c', 'd'], 2)).toEqual([])
  })

  it('go to one person each, where two take the same at once', async () => {
    const candidates = ids(500)
    for (let round = 0; round < 5; round++) {
      const taken = await Promise.all([claim(ada, candidates, 50), claim(ben, candidates, 50)])
      expect(taken.map((own) => own.length)).toEqual([50, 50])
      expect(new Set(taken.flat()).size).toBe(100)
    }
    const rest = await Promise.all([claim(ada, candidates, 50), claim(ben, candidates.toReversed(), 50)])
    expect(rest).toEqual([[], []])
  })

  it('do not wait for somebody who is just taking some', async () => {
    await claim(ada, ['p1', 'p2'], 2)
    await isOver()
    const other = await server.connectAdmin()
    try {
      await other.query('begin')
      await other.query("select from vitrine.claims where team = $1 and product = 'p1' for update", [team])
      expect(await claim(ben, ['p1', 'p2'], 2)).toEqual(['p2'])
    } finally {
      await other.end()
    }
  })

  it('are free for others when their time is over, and leave nothing behind', async () => {
    expect(await claim(ada, ['p1', 'p2'], 2)).toEqual(['p1', 'p2'])
    await isOver()
    expect(await claim(ben, ['p1'], 1)).toEqual(['p1'])
    expect(await claim(ada, ['p3'], 1)).toEqual(['p3'])
    const left = await server.admin('select product from vitrine.claims where team = $1 order by product', [
      team
    ])
    expect(left.map(({ product }) => product)).toEqual(['p1', 'p3'])
  })
})
