import { createHash } from 'node:crypto'
import type { Credentials } from '../contract/connection'
import type { Result } from '../contract/failure'

/** That the store refused the key: nothing is tried by itself until there is another (22, 23). */
export interface Refusal {
  isThere(): boolean
  /** The store refused these; null: it refused what there was before the app started, which is not known any more. */
  note(credentials: Credentials | null): void
  forget(): void
  /** Whether the same is still what would be sent. Forgets the refusal when it is not. */
  isStillTheSame(): Promise<boolean>
}

export function createRefusal(credentialsOf: () => Promise<Result<Credentials>>): Refusal {
  let refused: { print: string | null } | null = null
  return {
    isThere: () => refused !== null,
    note: (credentials) => (refused = { print: credentials && printOf(credentials) }),
    forget: () => (refused = null),
    async isStillTheSame() {
      const credentials = await credentialsOf()
      if (refused === null || !credentials.ok) return refused !== null
      const print = printOf(credentials.value)
      // What was refused before the start is taken to be what there is at the first look.
      if (refused.print !== null && refused.print !== print) refused = null
      else refused.print = print
      return refused !== null
    }
  }
}

/** Tells one key from another without keeping it. */
function printOf({ userId, key }: Credentials): string {
  return createHash('sha256').update(`${userId}\n${key}`).digest('base64')
}
