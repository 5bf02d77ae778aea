/** Entry of the thread that looks for what the quality rules say. */
import { getPriority, setPriority } from 'node:os'
import { serve } from '../../database/thread-serve'
import { createAuditSide } from './audit-methods'
import type { AuditMethods } from './protocol'

/** Gives way to the threads that a person waits for. */
const niceness = 5

// Elsewhere it would be the priority of the whole app. Who starts the app with less keeps that: to raise it is refused.
if (process.platform === 'linux' && getPriority() < niceness) setPriority(niceness)
serve<AuditMethods>(createAuditSide())
