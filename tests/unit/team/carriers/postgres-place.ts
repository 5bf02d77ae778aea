import { randomBytes } from 'node:crypto'
import type { CarrierPlace } from './carrier-contract'
import type { PostgresServer } from '../../../support/servers/postgres'
import {
  createPostgresCarrier,
  type PostgresCarrier
} from '../../../../electron/team/carriers/postgres/postgres-carrier'
import { createPostgresSession } from '../../../../electron/team/carriers/postgres/session'

export const ada = { userName: 'ada', password: 'ada-canary-2f6c81' }

export interface OpenOptions {
  userName?: string
  password?: string
  /** Of a database; the server's own on this computer when not given. */
  address?: string
  authorities?: readonly string[]
  team: string
}

/** A carrier of a login; Ada's when none is given. */
export function openPostgres(server: PostgresServer, options: OpenOptions): PostgresCarrier {
  const { authorities = [], address = `postgresql://127.0.0.1:${server.port}/postgres`, team } = options
  const { userName, password } = { ...ada, ...options }
  const addedAuthorities = (): readonly string[] => authorities
  return createPostgresCarrier(createPostgresSession({ address, userName, password, addedAuthorities }), team)
}

export const newId = (): string => randomBytes(16).toString('hex')

/** A new team's place in the database, which nobody has prepared. */
export function postgresPlace(server: PostgresServer): CarrierPlace {
  const team = newId()
  return {
    open: () => openPostgres(server, { team }),
    takeAway: () => server.kill(),
    bringBack: () => server.start(),
    tellsTaken: true,
    letsRemove: false,
    end: () => Promise.resolve()
  }
}
