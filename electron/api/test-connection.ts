import type { ConnectionTest } from '../contract/connection'
import type { TestStep } from '../contract/connection-check'
import { ok, type Failure, type FailureCode, type Result } from '../contract/failure'
import type { PageRequest, StoreClient } from './types'

/** As many as the first page that is shown then has, which it can be taken from; little enough for any store. */
const sampleSize = 25

export type TestRequest = Pick<PageRequest, 'store' | 'credentials' | 'signal' | 'deadline'>

/**
 * Asks the store for one small page, once, and says which step failed. Everything but `cancelled` is inside the
 * answer. `now` gives ms from any start.
 */
export async function testConnection(
  client: Pick<StoreClient, 'fetchPage'>,
  request: TestRequest,
  now: () => number = () => performance.now()
): Promise<Result<ConnectionTest>> {
  const started = now()
  const result = await client.fetchPage({ ...request, page: 1, limit: sampleSize, attempts: 1 })
  if (result.ok) {
    const { form, items, setAside, totalItems } = result.value
    const duration = Math.round(now() - started)
    return ok({
      failed: null,
      sample: { form, items: items.length, setAside: setAside.length, totalItems, duration }
    })
  }
  if (result.failure.code === 'cancelled') return result
  return ok({ failed: { step: stepOf(result.failure), failure: result.failure }, sample: null })
}

const steps = new Map<FailureCode, TestStep>([
  ['address-invalid', 'address'],
  ['name-not-found', 'address'],
  ['redirected', 'address'],
  ['connection-refused', 'network'],
  ['unreachable', 'network'],
  ['offline', 'network'],
  ['timeout', 'network'],
  ['connection-lost', 'network'],
  ['captive-portal', 'network'],
  ['proxy-auth', 'network'],
  ['proxy-unreachable', 'network'],
  ['certificate-untrusted', 'certificate'],
  ['certificate-expired', 'certificate'],
  ['certificate-host', 'certificate'],
  ['not-found', 'path']
])

/** Statuses that say more about where the request went wrong than their code. */
const stepsOfStatus = new Map<number, TestStep>([
  [405, 'path'],
  // Headers too large: the key is what makes them large.
  [431, 'key']
])

function stepOf({ code, facts }: Failure): TestStep {
  if (facts.field === 'userId') return 'user'
  if (facts.field === 'key') return 'key'
  return steps.get(code) ?? stepsOfStatus.get(facts.status ?? 0) ?? 'answer'
}
