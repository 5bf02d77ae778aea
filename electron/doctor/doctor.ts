import type { Checkup } from '../contract/doctor'
import { fail, ok, type Result } from '../contract/failure'
import { createChart } from './chart'
import { checkUp } from './checkup'
import type { CheckupDeps } from './types'

/** Looks at connections, one at a time. */
export interface Doctor {
  /**
   * Comes back with all that was found; what fails is in it. Fails with `connection-unknown`, and with `cancelled` when a later
   * one or `cancel` took its place.
   */
  run(connectionId: string): Promise<Result<Checkup>>
  cancel(): void
}

export interface DoctorDeps extends CheckupDeps {
  /** Told of each step's beginning and end. */
  onChange: (checkup: Checkup) => void
}

export function createDoctor(deps: DoctorDeps): Doctor {
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
      const chart = createChart({ connectionId, host, startedAt: now() }, (checkup) => {
        if (!controller.signal.aborted) deps.onChange(checkup)
      })
      await checkUp(deps, { id: connectionId, store }, chart, controller.signal)
      return controller.signal.aborted ? fail('cancelled') : ok(chart.finish())
    },
    cancel: () => current?.abort()
  }
}
