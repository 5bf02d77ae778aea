import { testSteps, type TestStep } from '../../../electron/contract/test-steps'
import type { ConnectionTest } from '../../../electron/contract/connection'

/** How a step of the test went; `open`: nothing is known of it. */
export type StepState = 'ok' | 'failed' | 'open' | 'unneeded'

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
