import { connect } from 'node:net'
import { networkFailure } from '../api/network-failure'
import { fail, ok, type FailureFacts, type Result } from '../contract/failure'

/** Where a connection is opened to. */
export interface Endpoint {
  host: string
  port: number
}

/** Opens a connection, and closes it at once; comes back with the ms that it took. Fails with a network code or `cancelled`. */
export function reach(
  { host, port }: Endpoint,
  facts: FailureFacts,
  patience: number,
  signal: AbortSignal
): Promise<Result<number>> {
  return new Promise((resolve) => {
    const began = performance.now()
    const ending = AbortSignal.any([signal, AbortSignal.timeout(patience)])
    const socket = connect({ host, port, signal: ending })
    socket.once('connect', () => {
      socket.destroy()
      resolve(ok(Math.round(performance.now() - began)))
    })
    socket.once('error', (error) => {
      if (signal.aborted) resolve(fail('cancelled'))
      else if (ending.aborted)
        resolve(fail(facts.proxy === undefined ? 'timeout' : 'proxy-unreachable', facts))
      else resolve(networkFailure(error, facts))
    })
  })
}

/** A endpoint as people read it. */
export function endpointName({ host, port }: Endpoint): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}
