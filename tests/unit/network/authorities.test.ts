import { X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { inputs } from '../../../electron/contract/channels'
import {
  authorityProblems,
  type AuthorityProblem,
  defaultPreferences
} from '../../../electron/contract/preference-choices'
import { createGuardedFetch } from '../../../electron/images/fetch/image-fetcher'
import { scopeOfStore } from '../../../electron/images/fetch/address-guard'
import { resolveBySystem } from '../../../electron/images/fetch/private-network'
import { makeCertificate, makeExpiredAuthority } from '../../support/certificates'
import { startProxy } from '../../support/faulty-store'
import { testFolder } from '../../support/folder'
import { failureOf, pageOf, startBench } from '../api/fixture'
import { networkBench, type NetworkBench } from './bench'

/** The person chooses a file with this in it. */
function choose(
  bench: NetworkBench,
  content: string | Buffer
): ReturnType<NetworkBench['settings']['addAuthorities']> {
  const path = join(testFolder(), 'company.pem')
  writeFileSync(path, content)
  bench.choose(path)
  return bench.settings.addAuthorities()
}

async function problemOf(content: string | Buffer): Promise<string> {
  const bench = networkBench()
  const failure = failureOf(await choose(bench, content))
  expect(failure).toMatchObject({ code: 'input-invalid', facts: { field: 'file' } })
  expect(bench.settings.authorities()).toEqual([])
  expect(bench.changes()).toBe(0)
  const problem = failure.facts.reason ?? ''
  expect(authorityProblems).toContain(problem as AuthorityProblem)
  return problem
}

describe('a certificate authority that is added', () => {
  it('is shown with its name, its time and its fingerprint, once', async () => {
    const { ca } = await makeCertificate()
    const bench = networkBench()
    const added = await choose(bench, `the company's\n${ca}\n`)
    expect(added).toMatchObject({ ok: true, value: { added: 1, leftOut: 0 } })
    const { fingerprint256, subject } = new X509Certificate(ca)
    const [authority] = bench.settings.state().authorities
    expect(authority).toMatchObject({ fingerprint: fingerprint256, state: 'valid' })
    expect(`CN=${authority?.subject ?? ''}`).toBe(subject)
    expect(authority && authority.validTo - authority.validFrom).toBe(2000 * 86_400_000)
    expect(await choose(bench, ca)).toMatchObject({ ok: true, value: { added: 0 } })
    expect(bench.settings.state().authorities).toHaveLength(1)
  })

  it('may come in DER, as Windows saves it', async () => {
    const { ca } = await makeCertificate()
    const bench = networkBench()
    await choose(bench, new X509Certificate(ca).raw)
    expect(bench.chosen().authorities).toEqual([new X509Certificate(ca).toString()])
  })

  it('may stand among certificates that are none, which are left out and counted', async () => {
    const { ca, cert } = await makeCertificate()
    const bench = networkBench()
    const added = await choose(bench, [cert, ca, await makeExpiredAuthority()].join('\n'))
    expect(added).toMatchObject({ ok: true, value: { added: 1, leftOut: 2 } })
  })

  it('is nothing when no file is chosen', async () => {
    expect(await networkBench().settings.addAuthorities()).toEqual({ ok: true, value: null })
  })

  it.each(['not a certificate at all', '', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'])(
    'fault 6: "%s" is no certificate',
    async (text) => {
      expect(await problemOf(text)).toBe('not-a-certificate')
    }
  )

  it("fault 6: a store's own certificate is refused: it vouches for nobody", async () => {
    expect(await problemOf((await makeCertificate()).cert)).toBe('not-an-authority')
  })

  it('fault 7: one that has expired is refused', async () => {
    expect(await problemOf(await makeExpiredAuthority())).toBe('expired')
  })

  it('a file with a private key is refused whole', async () => {
    const { ca, key } = await makeCertificate()
    expect(await problemOf(`${ca}\n${key}`)).toBe('private-key')
  })

  it('a file that is too large, holds too many, or is not there is refused', async () => {
    const { ca } = await makeCertificate()
    expect(await problemOf(Buffer.alloc(1_000_001, 'a'))).toBe('too-large')
    expect(await problemOf(`${ca}\n`.repeat(51))).toBe('too-many')
    const bench = networkBench()
    bench.choose(join(testFolder(), 'gone.pem'))
    expect(failureOf(await bench.settings.addAuthorities()).facts.reason).toBe('unreadable')
  })
})

describe("an organization's authorities", () => {
  it('are trusted beside those that a person adds, where they are a beginning', async () => {
    const [office, own] = await Promise.all([makeCertificate(), makeCertificate()])
    const bench = networkBench({ managed: { defaults: { authorities: [office.ca] } } })
    await choose(bench, own.ca)
    expect(bench.settings.state().authorities.map(({ isManaged }) => isManaged)).toEqual([true, false])
  })

  it('are the only ones where they are locked: nobody is asked for a file', async () => {
    const { ca } = await makeCertificate()
    const bench = networkBench({ managed: { locked: { authorities: [] } } })
    expect(failureOf(await choose(bench, ca)).code).toBe('setting-locked')
    expect(bench.settings.state()).toMatchObject({ authorities: [], locked: { authorities: true } })
  })

  it('stay the same object until they are others, since each request asks for them', async () => {
    const { ca } = await makeCertificate()
    const bench = networkBench({ authorities: [ca] })
    const before = bench.settings.authorities()
    await bench.settings.setProxy({ mode: 'none', address: '', exceptions: '' })
    expect(bench.settings.authorities()).toBe(before)
  })
})

describe('a page of the app', () => {
  it.each(['authorities', 'proxy'])(
    'fault 79: cannot set %s as it sets other preferences: whom to trust is said in a dialog of the system',
    (key) => {
      const schema = inputs['preferences:set']
      expect(schema.safeParse({ textSize: 125 }).success).toBe(true)
      expect(schema.safeParse({ [key]: defaultPreferences[key as 'proxy'] }).success).toBe(false)
    }
  )
})

describe('what an added authority vouches for', () => {
  it('fault 6: is read at once, and refused again once the authority is taken away', async () => {
    const tls = await makeCertificate()
    const bench = networkBench()
    const { ask, store } = await startBench({ addedAuthorities: () => bench.settings.authorities() }, { tls })
    expect(failureOf(await ask({ attempts: 1 })).code).toBe('certificate-untrusted')
    await choose(bench, tls.ca)
    expect(pageOf(await ask()).items).toHaveLength(25)
    const asked = store.requests.length
    const [authority] = bench.settings.state().authorities
    await bench.settings.removeAuthority(authority?.fingerprint ?? '')
    expect(failureOf(await ask({ attempts: 1 })).code).toBe('certificate-untrusted')
    expect(store.requests).toHaveLength(asked)
  })

  it('fault 8: is nothing but what it has signed, for the host that it names', async () => {
    const [tls, other] = await Promise.all([
      makeCertificate({ hosts: ['other-store.example'] }),
      makeCertificate()
    ])
    const bench = networkBench({ authorities: [other.ca] })
    const { ask } = await startBench({ addedAuthorities: () => bench.settings.authorities() }, { tls })
    expect(failureOf(await ask({ attempts: 1 })).code).toBe('certificate-untrusted')
    await choose(bench, tls.ca)
    expect(failureOf(await ask({ attempts: 1 })).code).toBe('certificate-host')
  })

  it('is reached through a proxy too, also one that is spoken to over TLS', async () => {
    const [tls, proxyTls] = await Promise.all([makeCertificate(), makeCertificate()])
    const proxy = await startProxy({ tls: proxyTls })
    onTestFinished(() => proxy.close())
    const bench = networkBench({ authorities: [tls.ca, proxyTls.ca] })
    const { ask } = await startBench(
      {
        resolveProxy: () => Promise.resolve(`HTTPS ${proxy.address}`),
        addedAuthorities: () => bench.settings.authorities()
      },
      { tls }
    )
    expect(pageOf(await ask()).items).toHaveLength(25)
  })

  it('fault 6: is shown in pictures as well, for as long', async () => {
    const tls = await makeCertificate()
    const bench = networkBench()
    const { store } = await startBench({}, { tls })
    const fetcher = createGuardedFetch({
      resolveProxy: () => Promise.resolve('DIRECT'),
      resolveName: resolveBySystem,
      addedAuthorities: () => bench.settings.authorities()
    })
    onTestFinished(() => fetcher.close())
    const picture = async (): Promise<string> => {
      const url = new URL('/images/1.png', store.baseUrl)
      const got = await fetcher.fetch(url, scopeOfStore(store.baseUrl), {
        signal: new AbortController().signal
      })
      return got.ok ? 'shown' : got.failure.code
    }
    expect(await picture()).toBe('certificate-untrusted')
    await choose(bench, tls.ca)
    expect(await picture()).toBe('shown')
    await bench.settings.removeAuthority(bench.settings.state().authorities[0]?.fingerprint ?? '')
    expect(await picture()).toBe('certificate-untrusted')
  })
})
