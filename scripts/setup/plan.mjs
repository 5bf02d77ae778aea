/**
 * What a command lacks on this machine.
 * @typedef {{ system: string[], npm: boolean, electron: boolean }} Missing `system`: Debian names of packages
 */

/** What was given on the command line to have nothing installed. */
export const noInstall = '--no-install'

/**
 * What is about to be installed, and where; nothing where nothing is missing.
 * @param {Missing} missing
 * @returns {string[]} lines
 */
export function announcement({ system, npm, electron }) {
  const parts = [
    ...(system.length > 0 ? [`  in the system, by apt-get: ${system.join(' ')}`] : []),
    ...(npm ? ['  in node_modules: the npm packages, among them Node 24, which runs everything else'] : []),
    ...(electron ? ["  in node_modules: Electron's runtime, about 120 MB, where it can be downloaded"] : [])
  ]
  if (parts.length === 0) return []
  return ['This will be installed, once:', ...parts, `With ${noInstall} the commands are printed instead.`]
}

/**
 * The commands that install what is missing, for a person to run; null where nothing is needed. Electron's runtime is not: without it
 * the Chromium shell opens the app.
 * @param {Missing} missing
 * @returns {string | null}
 */
export function refusal({ system, npm }) {
  const commands = [
    ...(system.length > 0 ? [`  sudo apt-get install -y --no-install-recommends ${system.join(' ')}`] : []),
    ...(npm ? ['  npm ci'] : [])
  ]
  if (commands.length === 0) return null
  return [`Not everything is installed, and ${noInstall} was given. Please run:`, ...commands].join('\n')
}
