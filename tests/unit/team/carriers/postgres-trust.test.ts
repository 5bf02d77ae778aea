import { inspect } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { CarrierFailure } from '../../../../electron/team/carriers/carrier'
import type { PostgresCarrier } from '../../../../electron/team/carriers/postgres/postgres-carrier'
import { makeCertificate, makeForOtherHost, type TestCertificate } from '../../../support/certificates'
import { hasPostgres, startPostgres, type PostgresServer } from '../../../support/servers/postgres'
import { freePort } from '../../../support/servers/unprivileged'
import { problemOf } from './carrier-contract'
import { ada, newId, openPostgres, type OpenOptions } from './postgres-place'

const { signal } = new AbortController()

describe.skipIf(!hasPostgres)('A PostgreSQL server over TLS', () => {
  let tls: TestCertificate
  let server: PostgresServer
  const team = newId()
  const opened: PostgresCarrier[] = []

  beforeAll(async () => {
    tls = await makeCertificate({ hosts: ['127.0.0.1'] })
    server = await startPostgres({ tls })
    await server.createLogin(ada.userName, ada.password, 'vitrine_owner')
    await open().prepare(signal)
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await Promise.all(opened.splice(0).map((carrier) => carrier.close()))
  })
  afterAll(() => server.stop())

  const open = (options: Partial<OpenOptions> = {}): PostgresCarrier => {
    const address = `postgresql://127.0.0.1:${server.port}/postgres?sslmode=verify-full`
    const carrier = openPostgres(server, { team, address, authorities: [tls.ca], ...options })
    opened.push(carrier)
    return carrier
  }
  const problem = (options: Partial<OpenOptions>) => problemOf(open(options).list(signal))

  it('is encrypted, as the server sees it', async () => {
    await open().list(signal)
    const rows = await server.admin(
      `select ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'Vitrine'`
    )
    expect(new Set(rows.map(({ ssl }) => ssl))).toEqual(new Set([true]))
  })

  it('fault 145: is not trusted by a foreign certificate', async () => {
    expect(await problem({ authorities: [] })).toBe('untrusted')
    expect(await problem({ authorities: [(await makeCertificate()).ca] })).toBe('untrusted')
  })

  it('is not trusted under a name that is not in its certificate', async () => {
    const address = `postgresql://localhost:${server.port}/postgres?sslmode=require`
    expect(await problem({ address })).toBe('untrusted')
  })

  it('is not trusted by an IP address that is not in its certificate', async () => {
    const other = await makeForOtherHost()
    const elsewhere = await startPostgres({ tls: other })
    try {
      const address = `postgresql://127.0.0.1:${elsewhere.port}/postgres?sslmode=require`
      expect(await problem({ address, authorities: [other.ca] })).toBe('untrusted')
    } finally {
      await elsewhere.stop()
    }
  })

  it('is as little trusted where the environment switches that off', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    vi.stubEnv('PGSSLMODE', 'no-verify')
    expect(await problem({ authorities: [] })).toBe('untrusted')
  })

  it('is told no password where it offers no encryption', async () => {
    const plain = await startPostgres()
    try {
      const address = `postgresql://127.0.0.1:${plain.port}/postgres?sslmode=require`
      expect(await problem({ address })).toBe('untrusted')
    } finally {
      await plain.stop()
    }
  })

  it('fault 145: says that a password is wrong, that nobody is called so, that there is no such database', async () => {
    expect(await problem({ password: 'another' })).toBe('refused')
    expect(await problem({ password: '' })).toBe('refused')
    expect(await problem({ userName: 'nobody_here' })).toBe('refused')
    expect(await problem({ userName: '' })).toBe('refused')
    expect(await problem({ address: `postgresql://127.0.0.1:${server.port}/none` })).toBe('invalid')
  })

  it('takes no password from the environment', async () => {
    vi.stubEnv('PGPASSWORD', ada.password)
    vi.stubEnv('PGUSER', ada.userName)
    expect(await problem({ password: '' })).toBe('refused')
    expect(await problem({ userName: '' })).toBe('refused')
  })

  it('is unreachable where nobody listens', async () => {
    expect(await problem({ address: `postgresql://127.0.0.1:${await freePort()}/postgres` })).toBe(
      'unreachable'
    )
  })

  it('is reached by a Unix socket, too', async () => {
    const address = `postgresql:///postgres?host=${encodeURIComponent(server.folder)}&port=${server.port}`
    expect(await open({ address }).list(signal)).toEqual([])
    expect(await problem({ address, password: 'another' })).toBe('refused')
  })

  it.each([
    ['password', { password: 'canary-of-a-password' }],
    ['no route', { authorities: [] }]
  ])('keeps the password out of what a failure says: %s', async (_, options) => {
    const password = 'canary-of-a-password'
    const failure: unknown = await open({ password, ...options })
      .list(signal)
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(CarrierFailure)
    expect(inspect(failure, { depth: 20, showHidden: true })).not.toContain(password)
  })
})
