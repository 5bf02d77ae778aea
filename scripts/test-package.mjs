import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildForTests } from './build.mjs'
import { runBuilder } from './package/builder.mjs'
import { inRoot, root } from './paths.mjs'
import { startSession } from './session.mjs'
import { command, commandArgs, ready, withDisplay } from './setup.mjs'
import { electronFolder, noElectron } from './setup/electron-runtime.mjs'
import { missingPackages } from './setup/system-packages.mjs'
import { endToEnd, line, stage } from './test-stages.mjs'

/** @type {import('./setup/system-packages.mjs').Need[]} */
const needs = ['session', 'packages', 'desktop']

/**
 * Makes the app's unpacked folder and its deb around a real Electron, installs each into an empty folder and uses it as a person does.
 * With a folder as argument it takes the packages from there: `npm run test:package -- dist`. Only on Linux. Exits with 2 where
 * something to test with is missing. What it writes goes into the system's temporary folder. With `--set-up` it only installs what it
 * needs of the system, for whoever may not.
 */
await command(async () => {
  if (process.platform !== 'linux') {
    console.log('Packages are installed and started by this on Linux only.')
    return 2
  }
  const setUp = commandArgs.includes('--set-up')
  const given = commandArgs.find((argument) => !argument.startsWith('--'))
  const electron = given === undefined ? electronFolder() : null
  if (!setUp && given === undefined && electron === null) {
    console.log(noElectron('test:package'))
    return 2
  }
  await ready(['build', 'display', ...needs])
  const missing = missingPackages(needs)
  if (missing.length > 0) {
    console.log(`Installed packages cannot be tested without ${missing.join(', ')}.`)
    return 2
  }
  if (setUp) return 0
  await withDisplay()
  const results = mkdtempSync(join(tmpdir(), 'vitrine-test-package-'))
  const packages = given === undefined ? join(results, 'dist') : resolve(root, given)
  if (electron !== null) await makePackages(packages, electron)
  const session = await startSession()
  let failed = 1
  try {
    const env = { ...session.env, VITRINE_PACKAGES: packages }
    const config = inRoot('tests', 'package', 'installed', 'playwright.config.ts')
    const args = [`--config=${config}`, `--output=${join(results, 'left')}`]
    const counts = await stage('Installed packages', () => endToEnd(env, join(results, 'report.json'), args))
    console.log(`\n${line(counts)}`)
    failed = counts.failed
  } finally {
    await session.end()
    rmSync(join(results, 'dist'), { recursive: true, force: true })
    console.log(`Pictures of the screen, and what failed tests left: ${join(results, 'left')}`)
  }
  return failed === 0 ? 0 : 1
})

/**
 * Makes the unpacked app and the deb, which is larger than a released one. Throws where it cannot.
 * @param {string} folder
 * @param {string} electron
 */
async function makePackages(folder, electron) {
  await buildForTests()
  console.log('Making packages…')
  const args = ['--linux', 'deb', '-c.deb.compression=gz', `-c.directories.output=${folder}`]
  const code = await runBuilder(args, { ...process.env, ELECTRON_RUNTIME: electron })
  if (code !== 0) throw new Error('The packages could not be made.')
}
