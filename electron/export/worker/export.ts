/** Entry of the thread that writes one exported file. */
import { ok, type Result } from '../../contract/failure'
import type { Serving } from '../../database/thread-protocol'
import { serve } from '../../database/thread-serve'
import { diskFailure } from './writer'
import { beginJob, type Job } from './job'
import type { ExportMethods } from './protocol'

let job: Job | null = null
let beginning: Promise<unknown> = Promise.resolve()

function current(): Job {
  if (job === null) throw new Error('nothing is being exported')
  return job
}

/** Turns the disk's errors into failures; SQLite's errors and bugs are thrown on. */
async function withDiskFailures<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work()
  } catch (error) {
    const failure = diskFailure(error)
    if (failure !== null) return failure
    throw error
  }
}

const methods: Serving<ExportMethods> = {
  begin(_, plan) {
    const answer = withDiskFailures(async () => {
      const begun = await beginJob(plan)
      if (!begun.ok) return begun
      job = begun.value
      return ok(job.begun)
    })
    beginning = answer.catch(() => undefined)
    return answer
  },
  async detachReviews() {
    await beginning
    job?.detachReviews()
    return ok(null)
  },
  step: (_, { pictures, facts }) => withDiskFailures(async () => ok(await current().step(pictures, facts))),
  page: (_, { changed }) => ok(current().page(changed)),
  finish: (_, { changed, printed }) =>
    withDiskFailures(async () => ok(await current().finish(changed, printed)))
}

serve(methods, { background: true })
