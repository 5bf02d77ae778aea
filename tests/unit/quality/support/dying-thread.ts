/** Entry of a thread that audits, and dies of it. */
import { createAuditSide } from '../../../../electron/quality/worker/audit-methods'
import type { AuditMethods } from '../../../../electron/quality/worker/protocol'
import { serve } from '../../../../electron/database/thread-serve'

serve<AuditMethods>({ ...createAuditSide(), audit: () => process.exit(1) })
