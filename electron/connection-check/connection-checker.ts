import type { ConnectionReport } from '../contract/connection-check'
import { fail, ok, type Result } from '../contract/failure'
import { createCheckRecorder } from './check-recorder'
import { checkConnection } from './check-connection'
import type { ConnectionCheckDeps } from './types'

/** Looks at connections, one at a time. */
export interface ConnectionChecker {
  /**
   * Comes back with all that was found; what fails is in it. Fails with `connection-unknown`, and with `cancelled` when a later
   * one or `cancel` took its place.
   */
  run(connectionId: string): Promise<Result<ConnectionReport>>
  cancel(): void
}

export interface ConnectionCheckerDeps extends ConnectionCheckDeps {
  /** Told of each step's beginning and end. */
  onChange: (report: ConnectionReport) => void
}

export function createConnectionChecker(deps: ConnectionCheckerDeps): ConnectionChecker {
  const { now = Date.now } = deps
  let current: AbortController | null = null
  return {
    async run(connectionId) {
      current?.abort()
      const store = deps.addressOf(connectionId)
      const host = URL.parse(store?.baseUrl ?? '')?.host
      if (store === null || host === undefined) return fail('connection-unknown')
      const controller = new AbortController()
      current = controller
      const recorder = createCheckRecorder({ connectionId, host, startedAt: now() }, (report) => {
        if (!controller.signal.aborted) deps.onChange(report)
      })
      await checkConnection(deps, { id: connectionId, store }, recorder, controller.signal)
      return controller.signal.aborted ? fail('cancelled') : ok(recorder.finish())
    },
    cancel: () => current?.abort()
  }
}
