import { afterAll, beforeAll, describe } from 'vitest'
import { hasPostgres, startPostgres, type PostgresServer } from '../../../support/servers/postgres'
import { describeCarrier } from './carrier-contract'
import { ada, postgresPlace } from './postgres-place'

describe.skipIf(!hasPostgres)('PostgreSQL', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
    await server.createLogin(ada.userName, ada.password, 'vitrine_owner')
  })
  afterAll(() => server.stop())

  describeCarrier('A database', () => Promise.resolve(postgresPlace(server)))
})
