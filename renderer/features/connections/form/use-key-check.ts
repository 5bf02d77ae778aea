import type { Input } from '../../../../electron/contract/channels'
import type { ConnectionTest } from '../../../../electron/contract/connection'
import type { FailureCode } from '../../../../electron/contract/failure'
import { call } from '../../../bridge'
import { t } from '../../../shared/i18n'
import { failureWords } from '../../../shared/i18n/failure-words'
import type { ConnectionTestState } from './use-connection-test'
import type { FieldErrors } from './validate'

/** Saving waits no longer than this for the store's word, ms: without a network a connection is saved all the same. */
const patience = 5000

/** What the store itself says of a key; what is wrong with it as typed, saving says. */
const refusals: ReadonlySet<FailureCode> = new Set(['key-refused', 'forbidden'])

/**
 * Asks the store about a new connection's key before that is saved, so that a refused one is put right where it stands. Says whether
 * to go on: not where the key was refused, unless a person saves the same once more. What the store sends is its first page.
 */
export function createKeyCheck(parts: {
  content: () => Input<'connections:test'>
  test: ConnectionTestState
  show: (errors: FieldErrors) => boolean
}): () => Promise<boolean> {
  let refused: string | null = null

  return async () => {
    const { running, result } = parts.test
    const content = parts.content()
    const asked = JSON.stringify(content)
    if (running.value || asked === refused) return true
    const found = errorsOf(result.value ?? (await ask(content)))
    refused = found && asked
    return found === null || parts.show(found)
  }
}

/** null: it could not be asked, or did not answer in time. */
async function ask(content: Input<'connections:test'>): Promise<ConnectionTest | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((end) => {
    timer = setTimeout(() => {
      void call('connections:cancel-test', undefined)
      end(null)
    }, patience)
  })
  const answer = await Promise.race([call('connections:test', content), late])
  clearTimeout(timer)
  return answer?.ok === true ? answer.value : null
}

function errorsOf(test: ConnectionTest | null): FieldErrors | null {
  const failed = test?.failed ?? null
  if (failed === null || !refusals.has(failed.failure.code)) return null
  const text = t('connections.error.refused', { because: failureWords(failed.failure).title })
  return failed.step === 'user' ? { userId: text } : { key: text }
}
