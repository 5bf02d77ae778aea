import { ok } from '../contract/failure'
import type { Diagnostics } from './diagnostics'
import type { HandlersOf } from '../contract/handlers'

export function diagnosticsHandlers({
  diagnostics
}: {
  diagnostics: Diagnostics
}): HandlersOf<'diagnostics'> {
  return {
    'diagnostics:make': async () => ok(await diagnostics.make()),
    'diagnostics:save': () => diagnostics.save(),
    'diagnostics:open-logs': () => diagnostics.openLogs()
  }
}
