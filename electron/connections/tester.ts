import { testConnection, type TestRequest } from '../api/test-connection'
import type { StoreAddress, StoreClient, StorePage } from '../api/types'
import type { ConnectionTest, Credentials } from '../contract/connection'
import type { TestStep } from '../contract/connection-check'
import { fail, ok, type Failure, type Result } from '../contract/failure'
import { checkCredentials } from '../credentials/check'
import { createHash } from 'node:crypto'

/** The result of a test, and the page that it read with which credentials; null if it read none. */
export interface TestRun {
  test: ConnectionTest
  read: { page: StorePage; credentials: Credentials } | null
}

/** Runs at most one test of a connection at a time. */
export interface Tester {
  /** Fails only with `cancelled`: by a later test, or by `cancel`. */
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

/** Runs a test and returns the page that it read. */
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

/** Settles when the signal is aborted: the keychain may take long. */
function cancelledBy(signal: AbortSignal): Promise<Result<never>> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(fail('cancelled')), { once: true })
  })
}

/** A test that failed before it used the network. */
export function failedAt(step: TestStep, failure: Failure): ConnectionTest {
  return { failed: { step, failure }, sample: null }
}

function stepOf(failure: Failure): TestStep {
  return failure.facts.field === 'userId' ? 'user' : 'key'
}

/** ms for which a page is kept until its connection is saved; after that it would be out of date. */
const patience = 5 * 60_000

/** What was tested: the form's connection (null: a new one), address and credentials. */
interface Tested {
  id: string | null
  store: StoreAddress
  credentials: Credentials
}

interface KeptPage {
  page: StorePage
  /** When it was read, in ms since 1970. */
  at: number
}

/** The page that the last test read, until what was tested, or anything else, is saved. Keeps no secret. */
interface TestedPage {
  keep(tested: Tested, page: StorePage): void
  /** Whether there is a page for this form and address: only then the key has to be read. */
  mayFit(tested: Omit<Tested, 'credentials'>): boolean
  /** Returns the page once, if it was read with exactly these values. */
  take(tested: Tested): KeptPage | null
  drop(): void
}

/** `keepFor`: ms. */
export function createTestedPage(keepFor = patience): TestedPage {
  let current: (KeptPage & { form: string; print: string }) | null = null
  let timer: NodeJS.Timeout | undefined

  function drop(): void {
    clearTimeout(timer)
    current = null
  }

  return {
    keep(tested, page) {
      drop()
      current = { page, at: Date.now(), form: formOf(tested), print: printOf(tested) }
      timer = setTimeout(drop, keepFor)
      timer.unref()
    },
    mayFit: (tested) => current?.form === formOf(tested),
    take(tested) {
      if (current?.print !== printOf(tested)) return null
      const { page, at } = current
      drop()
      return { page, at }
    },
    drop
  }
}

function formOf({ id, store: { baseUrl, apiPath } }: Omit<Tested, 'credentials'>): string {
  return JSON.stringify([id, baseUrl, apiPath])
}

/** Distinguishes keys without storing them. */
function printOf({ credentials: { userId, key }, ...form }: Tested): string {
  return createHash('sha256')
    .update(JSON.stringify([formOf(form), userId, key]))
    .digest('base64')
}
