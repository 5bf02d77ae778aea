/** Builds the campaigns and the process that they kill into a folder of their own, and runs them. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tortureEntries } from '../../scripts/bundle-entries.mjs'
import { bundleInto } from '../support/bundle.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-torture-'))
try {
  await bundleInto(folder, tortureEntries)
  const child = spawn(process.execPath, [join(folder, 'main.mjs'), ...process.argv.slice(2)], {
    stdio: 'inherit'
  })
  process.exitCode = ((await once(child, 'close')) as [number | null])[0] ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
