export interface WatchdogDeps {
  /** ms without a sign of life after which a thread counts as stuck. */
  silentFor: number
  /** Asks for a sign of life. */
  ping: () => void
  onSilent: () => void
}

/** Finds out that a thread which has work to do is stuck in it. */
export interface Watchdog {
  /** There is work from now on; nothing happens where there was before. */
  begin(): void
  /** A sign of life came. */
  heard(): void
  /** There is no work any more. */
  end(): void
}

/** So often a sign of life is asked for before a thread is given up. */
const pings = 8

/**
 * Counts pings that were not answered, not time: while the computer sleeps, or this process cannot run, none is sent, and so none is
 * missed.
 */
export function createWatchdog({ silentFor, ping, onSilent }: WatchdogDeps): Watchdog {
  let timer: NodeJS.Timeout | undefined
  let unanswered = 0

  function end(): void {
    clearInterval(timer)
    timer = undefined
  }
  function tick(): void {
    if (++unanswered < pings) {
      ping()
      return
    }
    end()
    onSilent()
  }

  return {
    begin() {
      if (timer !== undefined) return
      unanswered = 0
      timer = setInterval(tick, silentFor / pings).unref()
    },
    heard() {
      unanswered = 0
    },
    end
  }
}
