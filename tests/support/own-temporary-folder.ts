import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Gives a run of tests a temporary folder of its own, which goes away with it. What a test process leaves there for its whole
 * life cannot go away with that: the runner ends it without its `exit` event.
 */
export default function ownTemporaryFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-run-'))
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
