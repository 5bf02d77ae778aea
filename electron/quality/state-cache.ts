import { ok, type Result } from '../contract/failure'
import { unwatched, type Watched } from './audit-state'
import type { AuditThread } from './audit-thread'

/** What is known of each connection's last audit. It is read from the file once, and anew when that is asked for. */
export interface Standings {
  readonly of: (connectionId: string) => Watched
  /** Reads what the last audit found, unless that was done. One that failed is tried again. */
  readonly look: (connectionId: string) => Promise<Result<null>>
  /** Reads it anew. */
  renew(connectionId: string): Promise<Result<null>>
  /** It is known now, and need not be read. */
  settled(connectionId: string): void
  wasLookedAt(connectionId: string): boolean
  drop(connectionId: string): void
}

export function createStandings(thread: Pick<AuditThread, 'look'>): Standings {
  const watched = new Map<string, Watched>()
  const looks = new Map<string, Promise<Result<null>>>()

  function of(id: string): Watched {
    const found = watched.get(id) ?? unwatched()
    watched.set(id, found)
    return found
  }

  async function renew(id: string): Promise<Result<null>> {
    const result = await thread.look(id)
    if (!result.ok) return result
    Object.assign(of(id), result.value)
    return ok(null)
  }

  return {
    of,
    renew,
    look(id) {
      const begun = looks.get(id)
      if (begun !== undefined) return begun
      const first = renew(id)
      looks.set(id, first)
      void first.then((result) => {
        if (!result.ok && looks.get(id) === first) looks.delete(id)
      })
      return first
    },
    settled: (id) => void looks.set(id, Promise.resolve(ok(null))),
    wasLookedAt: (id) => looks.has(id),
    drop(id) {
      watched.delete(id)
      looks.delete(id)
    }
  }
}
