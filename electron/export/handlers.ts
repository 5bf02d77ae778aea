import { ok } from '../contract/failure'
import type { Exports } from './exports'
import type { HandlersOf } from '../contract/handlers'

export function exportHandlers({ exports }: { exports: Exports }): HandlersOf<'export'> {
  return {
    'export:choices': () => ok(exports.choices()),
    'export:start': (asked) => exports.start(asked),
    'export:state': () => ok(exports.state()),
    'export:cancel': async () => ok(await exports.cancel()),
    'export:show': () => exports.show()
  }
}
