import { ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import type { Input } from '../../../../electron/contract/channels'
import type { ConnectionTest } from '../../../../electron/contract/connection'
import type { Failure } from '../../../../electron/contract/failure'
import { call } from '../../../bridge'
import { testSteps, type TestStep } from '../../../../electron/contract/connection-check'

export interface ConnectionTestState {
  running: Readonly<Ref<boolean>>
  /** What the last test found; null while nothing is known of what stands in the form now. */
  result: Readonly<ShallowRef<ConnectionTest | null>>
  /** Why the test itself could not be made. */
  failure: Readonly<ShallowRef<Failure | null>>
  run: (input: Input<'connections:test'>) => Promise<void>
  /** Ends a running test and forgets what was found: it no longer speaks of what stands in the form. */
  reset: () => void
}

/** One test of a connection at a time; an answer to a test that was ended or overtaken is dropped. */
export function useConnectionTest(): ConnectionTestState {
  const running = ref(false)
  const result = shallowRef<ConnectionTest | null>(null)
  const failure = shallowRef<Failure | null>(null)
  let latest = 0

  function reset(): void {
    latest += 1
    // The main process forgets what an ended test has read, too.
    if (running.value || result.value !== null) void call('connections:cancel-test', undefined)
    running.value = false
    result.value = null
    failure.value = null
  }

  async function run(input: Input<'connections:test'>): Promise<void> {
    reset()
    const mine = latest
    running.value = true
    const answer = await call('connections:test', input)
    if (mine !== latest) return
    running.value = false
    if (answer.ok) result.value = answer.value
    else if (answer.failure.code !== 'cancelled') failure.value = answer.failure
  }

  return { running, result, failure, run, reset }
}

/** How a step of the test went; `open`: nothing is known of it. */
type StepState = 'ok' | 'failed' | 'open' | 'unneeded'

/** The steps in their order. Everything before the failed one went well, what follows it was not reached. */
export function stepStates(
  { failed }: Pick<ConnectionTest, 'failed'>,
  secure: boolean
): { step: TestStep; state: StepState }[] {
  const reached = failed ? testSteps.indexOf(failed.step) : testSteps.length
  return testSteps.map((step, at) => {
    if (at > reached) return { step, state: 'open' }
    if (at === reached) return { step, state: 'failed' }
    return { step, state: step === 'certificate' && !secure ? 'unneeded' : 'ok' }
  })
}
