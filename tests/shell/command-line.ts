import type { CommandLine } from 'electron'
import { fileURLToPath } from 'node:url'
import { strict } from './strict.ts'

/** The switches (`--name` or `--name=value`) that were given or appended, in order. */
export const switches = new Map<string, string>()
/** Modules to load before the app (`-r file`), as Electron's own start does; Playwright hooks in with one. */
export const modules: string[] = []
/** The app's folder as given on the command line, `.` if none was. */
export const appArgument = take()

/** Reads the arguments once and leaves in process.argv what Electron leaves: its own path, then all of them. */
function take(): string {
  const args = process.argv.slice(2)
  process.argv.splice(0, 2, fileURLToPath(new URL('bin/electron', import.meta.url)))
  let app: string | undefined
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? ''
    const [, name, value = ''] = /^--([^=]+)=?(.*)$/s.exec(argument) ?? []
    if (name !== undefined) switches.set(name, value)
    else if (argument === '-r') modules.push(args[(index += 1)] ?? '')
    else if (!argument.startsWith('-')) app ??= argument
  }
  return app ?? '.'
}

/** `app.commandLine`; switches appended before the app is ready reach Chromium. */
export const commandLine = strict('app.commandLine', {
  hasSwitch: (name: string) => switches.has(name),
  getSwitchValue: (name: string) => switches.get(name) ?? '',
  appendSwitch: (name: string, value = '') => {
    switches.set(name, value)
  }
} satisfies Partial<CommandLine>)
