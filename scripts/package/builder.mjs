import { inRoot, projectNode, toolFile } from '../paths.mjs'
import { run } from '../processes.mjs'

/**
 * Runs electron-builder with the project's configuration, and with the project's own makers of deb and rpm. Resolves with its exit
 * code.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export function runBuilder(args, env = process.env) {
  const config = ['--config', 'electron-builder.config.mjs', '--publish', 'never']
  return run(projectNode, [toolFile('electron-builder'), ...config, ...args], {
    env: { ...env, CUSTOM_FPM_PATH: inRoot('scripts', 'package', 'fpm.mjs') }
  })
}
