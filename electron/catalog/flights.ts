import type { Result } from '../contract/failure'
import { keyText, type PageKey, type RememberedPage } from './page-memory'

export type Fetch = (key: PageKey, signal: AbortSignal) => Promise<Result<RememberedPage>>

interface Flight {
  key: PageKey
  controller: AbortController
  answer: Promise<Result<RememberedPage>>
}

/** The fetches under way: at most one for a page, shared by all who wait for it. */
export interface Flights {
  /** Joins the fetch of this page, or starts one. */
  join(key: PageKey, fetch: Fetch): Promise<Result<RememberedPage>>
  /** Ends every fetch that `keep` does not want; who waits for it gets `cancelled`. */
  cancel(keep: (key: PageKey) => boolean): void
}

export function createFlights(): Flights {
  const flights = new Map<string, Flight>()

  function start(key: PageKey, fetch: Fetch): Flight {
    const text = keyText(key)
    const controller = new AbortController()
    const answer = fetch(key, controller.signal).finally(() => {
      if (flights.get(text) === flight) flights.delete(text)
    })
    const flight: Flight = { key, controller, answer }
    flights.set(text, flight)
    return flight
  }

  return {
    join: (key, fetch) => (flights.get(keyText(key)) ?? start(key, fetch)).answer,
    cancel(keep) {
      for (const [text, { key, controller }] of flights) {
        if (keep(key)) continue
        // Gone from the list at once: the next question for this page must not join a fetch that is ending.
        flights.delete(text)
        controller.abort()
      }
    }
  }
}
