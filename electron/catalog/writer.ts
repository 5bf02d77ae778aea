/** Entry of the thread that writes the copies. */
import { buffersOf, type WriterMethods, type Wrote } from './protocol'
import { serve } from '../database/thread-serve'
import { createWriter } from './write/methods'

const { methods, idle } = createWriter()
serve<WriterMethods>(methods, { idle, transfer: touchedOf })

/** The lists of written keys are moved, not copied. */
function touchedOf(answer: unknown): ArrayBuffer[] {
  if (typeof answer !== 'object' || answer === null || !('written' in answer)) return []
  const { written } = answer as Wrote<unknown>
  return written === null ? [] : buffersOf(written)
}
