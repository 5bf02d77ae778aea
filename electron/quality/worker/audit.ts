/** Entry of the thread that looks for what the quality rules say. */
import { setPriority } from 'node:os'
import { serve } from '../../database/thread-serve'
import { createAuditSide } from './audit-methods'
import type { AuditMethods } from './protocol'

/** Gives way to the threads that a person waits for. */
const niceness = 5

// Elsewhere it would be the priority of the whole app.
if (process.platform === 'linux') setPriority(niceness)
serve<AuditMethods>(createAuditSide())
