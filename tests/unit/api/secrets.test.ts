import debug from 'debug'
import { describe, expect, it } from 'vitest'
import { makeSelfSigned } from '../../support/certificates'
import { canary, secretsIn } from '../../support/canary'
import { closedPort, scenarioNames, startProxy } from '../../support/faulty-store'
import { startBench, type Bench } from './fixture'

function expectNoCanary(told: unknown, { log }: Bench): void {
  const text = `${JSON.stringify(told)}\n${log.join('\n')}`
  expect(secretsIn(text)).toEqual([])
}

describe('the key and the user id', () => {
  it.each(scenarioNames)('fault 79: are in no result and no log line (%s)', async (scenario) => {
    const bench = await startBench()
    bench.store.scenario(scenario)
    const result = await bench.ask({ deadline: 1000, attempts: 2 })
    expectNoCanary(result, bench)
    expect(bench.log.length).toBeGreaterThan(0)
    expect(bench.store.requests[0]?.headers['x-api-key']).toBe(canary.key)
  })

  it('fault 79: are in no failure of the way to the store', async () => {
    const bench = await startBench()
    const told = [
      await bench.ask({ store: { baseUrl: `http://127.0.0.1:${await closedPort()}`, apiPath: '/p' } }),
      await bench.ask({ credentials: { ...canary, key: `${canary.key}\n` } }),
      await bench.ask({ credentials: { ...canary, userId: `${canary.userId}\0` } }),
      await bench.ask({ store: { baseUrl: `https://127.0.0.1:${bench.store.port}`, apiPath: '/p' } })
    ]
    expect(told.map(({ ok }) => ok)).toEqual([false, false, false, false])
    expectNoCanary(told, bench)
  })

  it('fault 79, 6: never reach a server whose certificate is refused', async () => {
    const tls = await makeSelfSigned()
    const bench = await startBench({ ca: [tls.ca] }, { tls })
    expectNoCanary(await bench.ask(), bench)
    expect(bench.store.requests).toEqual([])
  })

  it("fault 79: are not printed by the proxies' agents, whatever DEBUG asks for", async () => {
    debug.enable('*')
    expect(debug.enabled('http-proxy-agent')).toBe(true)
    const proxy = await startProxy()
    const bench = await startBench({ resolveProxy: () => Promise.resolve(`PROXY ${proxy.address}`) })
    await bench.ask()
    expect(debug.enabled('http-proxy-agent')).toBe(false)
    await proxy.close()
  })

  it('fault 79, 11: never reach a proxy that refuses the tunnel', async () => {
    const proxy = await startProxy({ password: 'clerk:secret' })
    const tls = await makeSelfSigned()
    const bench = await startBench({ resolveProxy: () => Promise.resolve(`PROXY ${proxy.address}`) }, { tls })
    expectNoCanary(await bench.ask(), bench)
    expect(JSON.stringify(proxy.requests)).not.toContain('canary')
    await proxy.close()
  })
})
