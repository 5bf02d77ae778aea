import { testConnection, type TestRequest } from '../api/test-connection'
import type { StoreAddress, StoreClient, StorePage } from '../api/types'
import type { ConnectionTest, Credentials, TestStep } from '../contract/connection'
import { fail, ok, type Failure, type Result } from '../contract/failure'
import { checkCredentials } from '../credentials/check'

/** What a test found, and the page that it read with which credentials; null when it got none. */
export interface TestRun {
  test: ConnectionTest
  read: { page: StorePage; credentials: Credentials } | null
}

/** Runs at most one test of a connection at a time. */
export interface Tester {
  /** Fails only with `cancelled`: a later test or `cancel` took its place. */
  run(store: StoreAddress, credentials: Promise<Result<Credentials>>): Promise<Result<TestRun>>
  cancel(): void
}

export function createTester(client: Pick<StoreClient, 'fetchPage'>): Tester {
  let current: AbortController | null = null

  return {
    async run(store, entered) {
      current?.abort()
      const controller = new AbortController()
      current = controller
      const known = await Promise.race([entered, cancelledBy(controller.signal)])
      const credentials = known.ok ? checkCredentials(known.value) : known
      if (controller.signal.aborted) return fail('cancelled')
      if (!credentials.ok) {
        return ok({ test: failedAt(stepOf(credentials.failure), credentials.failure), read: null })
      }
      const request = { store, credentials: credentials.value, signal: controller.signal }
      return runOne(client, request)
    },
    cancel: () => current?.abort()
  }
}

/** Runs a test, and holds on to the page that it looks at. */
async function runOne(
  client: Pick<StoreClient, 'fetchPage'>,
  request: TestRequest
): Promise<Result<TestRun>> {
  const { credentials } = request
  let read: TestRun['read'] = null
  const fetchPage: StoreClient['fetchPage'] = async (asked) => {
    const answer = await client.fetchPage(asked)
    if (answer.ok) read = { page: answer.value, credentials }
    return answer
  }
  const test = await testConnection({ fetchPage }, request)
  return test.ok ? ok({ test: test.value, read }) : test
}

/** Settles when the signal is aborted: the keychain that is asked for the key may take its time. */
function cancelledBy(signal: AbortSignal): Promise<Result<never>> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(fail('cancelled')), { once: true })
  })
}

/** A test that did not get as far as the network. */
export function failedAt(step: TestStep, failure: Failure): ConnectionTest {
  return { failed: { step, failure }, sample: null }
}

function stepOf(failure: Failure): TestStep {
  return failure.facts.field === 'userId' ? 'user' : 'key'
}
