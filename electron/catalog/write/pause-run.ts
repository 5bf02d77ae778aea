import { ok, type Result } from '../../contract/failure'
import type { CutOff, Pausing } from '../types'
import type { OpenCatalog } from './state'
import { notUnderWay } from './runs'
import { memoryOf, write } from './transaction'

/** Keeps whether the person has paused the run: it begins so where the app starts again. */
export function pauseRun(copy: OpenCatalog, { run, paused, at }: Pausing): Result<null> {
  const memory = memoryOf(copy)
  if (memory.run?.number !== run) return notUnderWay(run)
  const pausedRun = paused ? run : null
  if (memory.facts.pausedRun !== pausedRun) {
    write(copy, at, (writing) => (writing.memory.facts = { ...writing.memory.facts, pausedRun }))
  }
  return ok(null)
}

/** The run that is to be gone on with; null: there is none. */
export function cutOffRun(copy: OpenCatalog): CutOff | null {
  const { run, facts } = memoryOf(copy)
  return run === null ? null : { isPaused: facts.pausedRun === run.number }
}
