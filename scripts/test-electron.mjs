import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildForTests } from './build.mjs'
import { startSession } from './session.mjs'
import { command, commandArgs, ready, withDisplay } from './setup.mjs'
import { electronFolder, noElectron } from './setup/electron-runtime.mjs'
import { endToEnd, line, stage } from './test-stages.mjs'

/**
 * Runs every end-to-end spec in a real Electron, and those of the Chromium shell that say what Electron does: the folder in
 * `ELECTRON_RUNTIME`, or the runtime that npm installed. Exits with 2 where there is neither. What it writes goes into the system's temporary folder, so that a user who may not write the project's folder
 * can run it too. Further arguments are Playwright's: `npm run test:electron -- export`.
 */
await command(async () => {
  const folder = electronFolder()
  if (folder === null) {
    console.log(noElectron('test:electron'))
    return 2
  }
  await ready(['build', 'session'])
  await withDisplay()
  await buildForTests()
  process.env.ELECTRON_OVERRIDE_DIST_PATH = folder
  const results = mkdtempSync(join(tmpdir(), 'vitrine-electron-'))
  const session = await startSession()
  let failed = 1
  try {
    const env = { ...session.env, VITRINE_TESTS: 'all' }
    const args = ['--project=app', '--project=shell', `--output=${join(results, 'left')}`, ...commandArgs]
    const counts = await stage(`End-to-end tests in Electron, ${folder}`, () =>
      endToEnd(env, join(results, 'report.json'), args)
    )
    console.log(`\n${line(counts)}`)
    failed = counts.failed
  } finally {
    await session.end()
    if (failed === 0) rmSync(results, { recursive: true, force: true })
    else console.log(`What the failed tests left: ${results}`)
  }
  return failed === 0 ? 0 : 1
})
