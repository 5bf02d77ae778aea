import type { ForkOptions } from 'electron'
import { missing } from './strict.ts'

const known = ['env', 'execArgv', 'cwd', 'stdio', 'serviceName'] as const satisfies (keyof ForkOptions)[]
const ways = ['inherit', 'pipe', 'ignore']

const isText = (value: unknown): boolean => typeof value === 'string'
const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)

function checkStdio(stdio: unknown): void {
  const values = `must be of the following values: ${ways.join(', ')}`
  if (!Array.isArray(stdio)) {
    if (!ways.includes(stdio as string)) throw new Error(`stdio ${values}`)
    return
  }
  const [input, output, error] = stdio as string[]
  if (stdio.length < 3) throw new Error('configuration missing for stdin, stdout or stderr.')
  if (input !== 'ignore') throw new Error('stdin value other than ignore is not supported.')
  if (!ways.includes(output ?? '')) throw new Error(`stdout configuration ${values}`)
  if (!ways.includes(error ?? '')) throw new Error(`stderr configuration ${values}`)
}

/** Throws what `utilityProcess.fork` of Electron throws for these arguments, and for options that the shell does not have. */
export function checkFork(modulePath: unknown, args: unknown, options: Record<string, unknown>): void {
  if (!modulePath) throw new Error('Missing UtilityProcess entry script.')
  if (!areTexts(args)) throw new TypeError('Invalid value for args')
  const wrong = Object.keys(options).find((name) => !(known as readonly string[]).includes(name))
  if (wrong) throw missing(`utilityProcess.fork option '${wrong}'`)
  const { env = {}, execArgv = [], cwd = '', serviceName = '', stdio = 'inherit' } = options
  if (!Array.isArray(execArgv)) throw new TypeError('execArgv must be an array of strings.')
  if (!areTexts(execArgv)) throw new TypeError('Invalid value for execArgv')
  if (!isText(serviceName)) throw new TypeError('serviceName must be a string.')
  if (!isText(cwd)) throw new TypeError('cwd path must be a string.')
  checkStdio(stdio)
  const isEnvironment = typeof env === 'object' && env !== null && Object.values(env).every(isText)
  if (!isEnvironment) throw new TypeError('Invalid value for env')
}
