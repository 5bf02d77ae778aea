import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRoot } from '../paths.mjs'
import { isCompiled } from './keytar-source.mjs'
import { processorsOf } from './native-binaries.mjs'

/**
 * On macOS, for a universal app: brings sharp's binaries for the other processor, and makes keytar's binary one for both.
 * Throws where a step fails.
 */
if (process.platform !== 'darwin')
  throw new Error('Only packages for macOS hold binaries for two processors.')

const keytar = inRoot('node_modules', 'keytar', 'build', 'Release', 'keytar.node')
const folder = mkdtempSync(join(tmpdir(), 'vitrine-processors-'))
try {
  for (const cpu of ['x64', 'arm64']) {
    const place = join(folder, cpu)
    cpSync(inRoot('package.json'), join(place, 'package.json'))
    cpSync(inRoot('package-lock.json'), join(place, 'package-lock.json'))
    // npm installs sharp for the processor that it is told of; keytar's script downloads, or compiles, for the same.
    run('npm', ['ci', '--omit=dev', `--cpu=${cpu}`, '--os=darwin', '--no-audit', '--no-fund'], place, cpu)
    if (process.env.VITRINE_KEYTAR === 'compiled' && !isCompiled(join(place, 'node_modules', 'keytar'))) {
      throw new Error(`keytar for ${cpu} was downloaded, not compiled.`)
    }
    cpSync(join(place, 'node_modules', '@img'), inRoot('node_modules', '@img'), { recursive: true })
  }
  const made = ['x64', 'arm64'].map((cpu) =>
    join(folder, cpu, 'node_modules/keytar/build/Release/keytar.node')
  )
  run('lipo', ['-create', ...made, '-output', keytar], folder, process.arch)
  if (processorsOf(keytar).length !== 2) throw new Error('keytar.node is not for both processors.')
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {string} cwd
 * @param {string} cpu
 */
function run(program, args, cwd, cpu) {
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, npm_config_arch: cpu, npm_config_target_arch: cpu }
  // Of keytar's install script: what it would download is in no lockfile.
  if (process.env.VITRINE_KEYTAR === 'compiled') env.npm_config_build_from_source = 'keytar'
  const { status } = spawnSync(program, args, { cwd, env, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed.`)
}
