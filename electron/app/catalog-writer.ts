/** Entry of the thread that writes the catalogs. */
import type { WriterMethods } from '../catalog/protocol'
import { createWriter, touchedBuffers } from '../catalog/write/methods'
import { serve } from '../database/thread-serve'

const { methods, idle } = createWriter()
serve<WriterMethods>(methods, { background: true, idle, transfer: touchedBuffers })
