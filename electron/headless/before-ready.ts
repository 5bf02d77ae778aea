import { writeSync } from 'node:fs'
import { help, type Invocation } from './command-line'
import { ended, exitCodes, lastLines } from './outcome'

type CommandInvocation = Extract<Invocation, { kind: 'command' }>

/** Switches of Chromium's without which it looks for a display, and tells in the output of the command what it does not find. */
const withoutDisplay = ['--ozone-platform=headless', '--disable-gpu', '--log-level=3']

/**
 * What a command line without a window needs before Electron goes on: help and wrong usage end the process here, and on Linux a command
 * leaves the display. Chromium decides for a display before it runs any script, and ends where there is none: so the process becomes
 * another one that was told not to look for it.
 */
export function beforeReady(invocation: Invocation): CommandInvocation {
  if (invocation.kind === 'help') {
    writeSync(1, help)
    process.exit(exitCodes.done)
  }
  if (invocation.kind === 'usage') {
    const { json, text } = lastLines(null, ended('usage', 'usage', invocation.message))
    writeSync(2, `${text}\n`)
    writeSync(1, `${json}\n`)
    process.exit(exitCodes.usage)
  }
  const [program = process.execPath, ...args] = process.argv
  if (process.platform === 'linux' && !args.includes('--ozone-platform=headless'))
    process.execve?.(process.execPath, [program, ...withoutDisplay, ...args], process.env)
  return invocation
}
