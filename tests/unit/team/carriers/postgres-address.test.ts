import { describe, expect, it } from 'vitest'
import { CarrierFailure } from '../../../../electron/team/carriers/carrier'
import { readPostgresAddress } from '../../../../electron/team/carriers/postgres/address'

describe('The address of a database', () => {
  it('is encrypted to another computer, whatever it says of that', () => {
    const where = { host: 'db.example.com', port: 5432, database: 'vitrine', encrypted: true }
    expect(readPostgresAddress(' postgresql://db.example.com/vitrine ')).toEqual(where)
    expect(readPostgresAddress('postgres://db.example.com:5432/vitrine?sslmode=prefer')).toEqual(where)
    expect(readPostgresAddress('postgres://db.example.com/vitrine?sslmode=require')).toEqual(where)
    expect(readPostgresAddress('postgresql://[2001:db8::1]:6432/a%20b')).toEqual({
      host: '2001:db8::1',
      port: 6432,
      database: 'a b',
      encrypted: true
    })
  })

  it.each(['localhost', '127.0.0.1', '127.1.2.3', '[::1]'])('may be plain on %s', (host) => {
    expect(readPostgresAddress(`postgresql://${host}/vitrine`).encrypted).toBe(false)
    expect(readPostgresAddress(`postgresql://${host}/vitrine?sslmode=verify-full`).encrypted).toBe(true)
  })

  it('may be a Unix socket', () => {
    expect(readPostgresAddress('postgresql:///vitrine?host=/var/run/postgresql')).toEqual({
      host: '/var/run/postgresql',
      port: 5432,
      database: 'vitrine',
      encrypted: false
    })
  })

  it.each([
    'postgresql://db.example.com/vitrine?sslmode=disable',
    'postgresql://127.example.com/v?sslmode=disable'
  ])('is refused where the password would travel as it is: %s', (address) =>
    expect(problemOf(address)).toBe('untrusted')
  )

  it.each([
    '',
    'db.example.com',
    'https://db.example.com/vitrine',
    'postgresql://db.example.com',
    'postgresql://db.example.com/',
    'postgresql:///vitrine',
    'postgresql:///vitrine?host=relative',
    'postgresql:///vitrine?host=/tmp&port=x',
    'postgresql://db.example.com:0/vitrine',
    'postgresql://a,b/vitrine',
    'postgresql://db.example.com/vitrine?host=/tmp',
    'postgresql://db.example.com/vitrine?options=-c%20role%3Dpostgres',
    'postgresql://db.example.com/vitrine?sslmode=none',
    'postgresql://db.example.com/vitrine?sslrootcert=/etc/passwd',
    'postgresql://db.example.com/%ff',
    'postgresql://ada:secret@db.example.com/vitrine',
    'postgresql://ada@db.example.com/vitrine'
  ])('is none: %s', (address) => expect(problemOf(address)).toBe('invalid'))

  it('never repeats a password that it was given', () => {
    expect(() => readPostgresAddress('postgresql://ada:secret@db.example.com/vitrine')).toThrow(
      /^(?!.*secret).*$/
    )
  })
})

function problemOf(address: string): string | null {
  try {
    readPostgresAddress(address)
    return null
  } catch (error) {
    if (error instanceof CarrierFailure) return error.kind
    throw error
  }
}
