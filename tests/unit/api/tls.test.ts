import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeCertificate, makeExpired, makeForOtherHost, makeSelfSigned } from '../../support/certificates'
import { failureOf, pageOf, startBench } from './fixture'

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('a store over https', () => {
  it('is trusted when an authority of this computer vouches for it', async () => {
    const tls = await makeCertificate()
    const { ask } = await startBench({ ca: [tls.ca] }, { tls })
    expect(pageOf(await ask()).items).toHaveLength(25)
  })

  it("with the computer's own authorities refuses one that none of them vouches for", async () => {
    const { ask } = await startBench({}, { tls: await makeCertificate() })
    expect(failureOf(await ask()).code).toBe('certificate-untrusted')
  })

  it('fault 6: a self-signed certificate is refused before anything is sent', async () => {
    const tls = await makeSelfSigned()
    const { ask, store, waits } = await startBench({ ca: [tls.ca] }, { tls })
    const failure = failureOf(await ask())
    expect(failure).toMatchObject({
      code: 'certificate-untrusted',
      facts: { host: `127.0.0.1:${store.port}` }
    })
    expect(store.requests).toEqual([])
    expect(waits).toEqual([])
  })

  it('fault 6: an environment that switches checks off changes nothing', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const tls = await makeSelfSigned()
    const { ask, store } = await startBench({ ca: [tls.ca] }, { tls })
    expect(failureOf(await ask()).code).toBe('certificate-untrusted')
    expect(store.requests).toEqual([])
  })

  it('fault 7: an expired certificate is told as that, since it may be the clock', async () => {
    const tls = await makeExpired()
    const { ask } = await startBench({ ca: [tls.ca] }, { tls })
    expect(failureOf(await ask()).code).toBe('certificate-expired')
  })

  it('fault 7: so is one that is not valid yet', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000)
    const tls = await makeCertificate({
      validFrom: tomorrow,
      validTo: new Date(tomorrow.getTime() + 86_400_000)
    })
    const { ask } = await startBench({ ca: [tls.ca] }, { tls })
    expect(failureOf(await ask()).code).toBe('certificate-expired')
  })

  it('fault 8: a certificate for another host is told as that', async () => {
    const tls = await makeForOtherHost()
    const { ask, store } = await startBench({ ca: [tls.ca] }, { tls })
    expect(failureOf(await ask()).code).toBe('certificate-host')
    expect(store.requests).toEqual([])
  })

  it('is not a store when nobody speaks TLS there', async () => {
    const { ask, store } = await startBench()
    const result = await ask({ store: { ...store, baseUrl: `https://127.0.0.1:${store.port}` } })
    expect(failureOf(result).code).toBe('unreachable')
  })
})
