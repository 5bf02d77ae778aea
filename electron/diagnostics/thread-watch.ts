import type { Worker } from 'node:worker_threads'
import { withTimeout } from '../async/with-timeout'

/** ms that a thread has for an answer to how it does; it takes one. */
const patience = 300

/** How a thread does, or did. */
export interface ThreadFacts {
  name: string
  /** `silent`: it runs, and did not answer in time. */
  state: 'running' | 'silent' | 'ended'
  /** How often one of this name was started in this run of the app. */
  starts: number
  /** What the last one that ended left with; 0 is an orderly end. */
  lastExit: number | null
  /** Percent of its time in which it was at work; null: it has ended. */
  busy: number | null
  /** MB of its heap in use; null: it did not tell. */
  heap: number | null
}

interface Watched {
  starts: number
  lastExit: number | null
  worker: Worker | null
}

export interface ThreadWatch {
  facts: () => Promise<ThreadFacts[]>
  close: () => void
}

/** Watches all threads that the process starts from now on, whoever starts them. */
export function watchThreads(): ThreadWatch {
  const threads = new Map<string, Watched>()

  function onStart(worker: Worker): void {
    const name = worker.threadName ?? `thread ${worker.threadId}`
    const watched = threads.get(name) ?? { starts: 0, lastExit: null, worker: null }
    threads.set(name, watched)
    watched.starts += 1
    watched.worker = worker
    worker.once('exit', (code) => {
      watched.lastExit = code
      if (watched.worker === worker) watched.worker = null
    })
  }

  process.on('worker', onStart)
  return {
    facts: () => Promise.all([...threads].map(([name, watched]) => factsOf(name, watched))),
    close: () => void process.off('worker', onStart)
  }
}

async function factsOf(name: string, { worker, ...rest }: Watched): Promise<ThreadFacts> {
  if (worker === null) return { name, state: 'ended', ...rest, busy: null, heap: null }
  const busy = Math.round(worker.performance.eventLoopUtilization().utilization * 100)
  const heap = await heapOf(worker)
  return { name, state: heap === null ? 'silent' : 'running', ...rest, busy, heap }
}

/** MB; null where the thread does not answer. */
async function heapOf(worker: Worker): Promise<number | null> {
  try {
    const answer = await withTimeout(worker.getHeapStatistics(), patience, () => null)
    return answer && Math.round(answer.used_heap_size / 1_000_000)
  } catch {
    return null
  }
}
