/** Entry of the thread that looks for what the quality rules say. */
import { serve } from '../../database/thread-serve'
import { createAuditSide } from './audit-methods'
import type { AuditMethods } from './protocol'

serve<AuditMethods>(createAuditSide(), { background: true })
