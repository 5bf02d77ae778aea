/**
 * npm as it was called, so that no other one of the machine is picked; its own Node too, since the one in node_modules may be about to be
 * replaced. The arguments that are put behind it must need no quotes.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @param {NodeJS.Platform} [platform]
 * @returns {[string, ...string[]]}
 */
export function npmCommand(env = process.env, platform = process.platform) {
  const { npm_execpath: script, npm_node_execpath: node } = env
  if (script?.endsWith('.js')) return [node ?? process.execPath, script]
  // There it is a script of the shell, which Node starts in no other way.
  return platform === 'win32' ? [env.ComSpec ?? 'cmd.exe', '/d', '/c', 'npm'] : ['npm']
}
