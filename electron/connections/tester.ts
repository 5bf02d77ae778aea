import { testConnection, type TestRequest } from '../api/test-connection'
import type { StoreAddress, StoreClient, StorePage } from '../api/types'
import type { ConnectionTest, Credentials, TestStep } from '../contract/connection'
import { fail, ok, type Failure, type Result } from '../contract/failure'
import { checkCredentials } from '../credentials/check'
import { createHash } from 'node:crypto'

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

/** ms that a page waits for its connection to be saved; who takes longer is shown the page of then. */
const patience = 5 * 60_000

/** What a test was made of: the form's connection (null: a new one), where it asked, and with what. */
interface Tested {
  id: string | null
  store: StoreAddress
  credentials: Credentials
}

interface KeptPage {
  page: StorePage
  /** When it came: ms since 1970. */
  at: number
}

/** The page that the last test read, until what was tested is saved, or something else is. Keeps no secret. */
interface TestedPage {
  keep(tested: Tested, page: StorePage): void
  /** Whether a page of this form and this address is here: only then the key needs to be looked at. */
  mayFit(tested: Omit<Tested, 'credentials'>): boolean
  /** The page, once, when it was read with exactly that. */
  take(tested: Tested): KeptPage | null
  drop(): void
}

/** `keepFor`: ms. */
export function createTestedPage(keepFor = patience): TestedPage {
  let kept: (KeptPage & { form: string; print: string }) | null = null
  let timer: NodeJS.Timeout | undefined

  function drop(): void {
    clearTimeout(timer)
    kept = null
  }

  return {
    keep(tested, page) {
      drop()
      kept = { page, at: Date.now(), form: formOf(tested), print: printOf(tested) }
      timer = setTimeout(drop, keepFor)
      timer.unref()
    },
    mayFit: (tested) => kept?.form === formOf(tested),
    take(tested) {
      if (kept?.print !== printOf(tested)) return null
      const { page, at } = kept
      drop()
      return { page, at }
    },
    drop
  }
}

function formOf({ id, store: { baseUrl, apiPath } }: Omit<Tested, 'credentials'>): string {
  return JSON.stringify([id, baseUrl, apiPath])
}

/** Tells one key from another without keeping it. */
function printOf({ credentials: { userId, key }, ...form }: Tested): string {
  return createHash('sha256')
    .update(JSON.stringify([formOf(form), userId, key]))
    .digest('base64')
}
