import { buildApp } from './build.mjs'
import { runBuilder } from './package/builder.mjs'
import { writeChecksums } from './package/checksums.mjs'
import { isCompiled } from './package/keytar-source.mjs'
import { missingBinaries } from './package/native-binaries.mjs'
import { inRoot, projectNode } from './paths.mjs'
import { run } from './processes.mjs'
import { command, commandArgs, ready } from './setup.mjs'
import { canDownloadRuntime, electronFolder } from './setup/electron-runtime.mjs'

/** @typedef {'darwin' | 'linux' | 'win32'} Platform */

const packagesFolder = inRoot('dist')

/**
 * Packages for this system: on macOS for both processors in one, elsewhere for this computer's own, or `--x64` or
 * `--arm64`. `--dir` leaves out the installers. The rest of the arguments is electron-builder's. Electron's runtime is the folder in
 * `ELECTRON_RUNTIME`, or downloaded.
 */
await command(async () => {
  await ready(commandArgs.includes('--dir') ? ['build'] : ['build', 'packages'])
  const problem = await obstacle()
  if (problem !== null) {
    console.log(problem)
    return 1
  }
  console.log('Building…')
  await buildApp()
  const args = process.platform === 'darwin' ? ['--universal', ...commandArgs] : commandArgs
  const code = await runBuilder(args)
  if (code !== 0) return code
  const system = `${process.platform}-${processors().join('-')}`
  if (!commandArgs.includes('--dir')) {
    const listed = await run(projectNode, [inRoot('scripts', 'package', 'sbom.ts'), packagesFolder, system])
    if (listed !== 0) return listed
  }
  await writeChecksums(packagesFolder, system)
  console.log(`Packages: ${packagesFolder}`)
  return 0
})

/** What stands in the way of packages here, in words; null: nothing that is known. */
async function obstacle() {
  const { platform } = process
  if (platform !== 'darwin' && platform !== 'linux' && platform !== 'win32') {
    return `Packages are made on Windows, macOS and Linux, not on ${platform}.`
  }
  const missing = missingBinaries(platform, processors())
  if (missing.length > 0) {
    return `The packages need native binaries that are not installed:\n${missing.map((name) => `  ${name}`).join('\n')}\ndocs/releasing.md says how to get them.`
  }
  if (process.env.VITRINE_KEYTAR === 'compiled' && !isCompiled()) {
    return "keytar's binary was downloaded, and is to be compiled: install with npm_config_build_from_source=keytar."
  }
  if (process.env.ELECTRON_RUNTIME) {
    electronFolder()
    return null
  }
  if (await canDownloadRuntime()) return null
  return [
    "Electron's runtime goes into every package, and cannot be downloaded here: its host does not answer.",
    'Set ELECTRON_MIRROR to a mirror of its releases, ELECTRON_RUNTIME to a folder with an unpacked one,',
    'or make the packages on another computer.',
    'What goes into app.asar is tested without it, in npm test.'
  ].join('\n')
}

/** @returns {string[]} the processors that the packages are for */
function processors() {
  if (process.platform === 'darwin') return ['x64', 'arm64']
  const named = ['x64', 'arm64'].filter((arch) => commandArgs.includes(`--${arch}`))
  return named.length > 0 ? named : [process.arch]
}
