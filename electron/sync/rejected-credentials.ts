import { createHash } from 'node:crypto'
import type { Credentials } from '../contract/connection'
import type { Result } from '../contract/failure'

/** The credentials that the store rejected: no run starts by itself until there are others (faults 22, 23). */
export interface RejectedCredentials {
  exist(): boolean
  /** null: rejected before the app started, so which ones they were is not known. */
  record(credentials: Credentials | null): void
  forget(): void
  /** Whether the rejected ones are still what would be sent. Forgets the rejection if not. */
  areStillUsed(): Promise<boolean>
}

export function createRejectedCredentials(
  credentialsOf: () => Promise<Result<Credentials>>
): RejectedCredentials {
  let rejected: { digest: string | null } | null = null
  return {
    exist: () => rejected !== null,
    record: (credentials) => (rejected = { digest: credentials && digestOf(credentials) }),
    forget: () => (rejected = null),
    async areStillUsed() {
      const credentials = await credentialsOf()
      if (rejected === null || !credentials.ok) return rejected !== null
      const digest = digestOf(credentials.value)
      // What was rejected before the start is taken to be what is found first.
      if (rejected.digest !== null && rejected.digest !== digest) rejected = null
      else rejected.digest = digest
      return rejected !== null
    }
  }
}

/** Tells one key from another without keeping it. */
function digestOf({ userId, key }: Credentials): string {
  return createHash('sha256').update(`${userId}\n${key}`).digest('base64')
}
