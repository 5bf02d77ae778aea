import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { ForkOptions, UtilityProcess } from 'electron'
import { app } from './app.ts'
import { StrictEmitter, cancelable, missing, strict } from './strict.ts'

const known = ['env', 'execArgv', 'cwd', 'stdio', 'serviceName'] as const satisfies (keyof ForkOptions)[]

function start(modulePath: string, args: string[], options: ForkOptions): ChildProcess {
  const wrong = Object.keys(options).find((name) => !(known as readonly string[]).includes(name))
  if (wrong) throw missing(`utilityProcess.fork option '${wrong}'`)
  const { env = {}, execArgv = [], cwd, stdio = 'inherit' } = options
  const [, output, error] = typeof stdio === 'string' ? [stdio, stdio, stdio] : stdio
  return fork(modulePath, args, {
    env: environment(env),
    ...(cwd && { cwd }),
    // The shell's own switches bring the module `electron` along; the second file makes `process.parentPort`.
    execArgv: [
      ...process.execArgv,
      '--require',
      join(import.meta.dirname, 'utility.cjs'),
      ...flagsIn(execArgv)
    ],
    serialization: 'advanced',
    stdio: ['ignore', output, error, 'ipc'] as never
  })
}

/** As Electron has it: an empty list stands for all that this process has, an empty value for no variable. */
function environment(wanted: NonNullable<ForkOptions['env']>): NodeJS.ProcessEnv {
  if (Object.keys(wanted).length === 0) return { ...process.env }
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== ''))
}

/** Of flags, Electron gives a utility process only what it finds in `--js-flags`, and passes over all others of V8. */
const flagsIn = (execArgv: string[]): string[] =>
  execArgv.flatMap((argument) => /^--js-flags=(.*)$/.exec(argument)?.[1]?.split(' ') ?? [])

/** Electron's UtilityProcess as a process of Node, with Node's messages between the two. */
class ShellUtility
  extends StrictEmitter
  implements Pick<UtilityProcess, 'kill' | 'pid' | 'postMessage' | 'stdout' | 'stderr'>
{
  private readonly child: ChildProcess
  private killed = false

  constructor(modulePath: string, args: string[], options: ForkOptions) {
    super('UtilityProcess', ['spawn', 'message', 'error', 'exit'])
    const { serviceName = 'Node Utility Process' } = options
    this.child = start(modulePath, args, options)
    this.child.on('spawn', () => this.emit('spawn'))
    this.child.on('message', (message) => this.emit('message', message))
    this.child.on('exit', (exitCode, signal) => {
      const code = exitCode ?? 1
      this.emit('exit', code)
      const reason = this.killed || signal === 'SIGKILL' ? 'killed' : signal ? 'crashed' : 'abnormal-exit'
      const details = { type: 'Utility', reason, exitCode: code, serviceName, name: serviceName }
      if (code !== 0) app.emit('child-process-gone', cancelable({}), details)
    })
  }

  get pid(): number | undefined {
    return this.child.exitCode === null && this.child.signalCode === null ? this.child.pid : undefined
  }

  get stdout(): ChildProcess['stdout'] {
    return this.child.stdout
  }

  get stderr(): ChildProcess['stderr'] {
    return this.child.stderr
  }

  postMessage(message: unknown, transfer: unknown[] = []): void {
    if (transfer.length > 0) throw missing('UtilityProcess.postMessage with ports')
    if (this.child.connected) this.child.send(message as object, () => undefined)
  }

  kill(): boolean {
    this.killed = true
    return this.child.kill()
  }
}

/** Electron's `utilityProcess`. */
export const utilityProcess = strict('utilityProcess', {
  fork: (modulePath: string, args: string[] = [], options: ForkOptions = {}) => {
    if (!app.isReady()) throw new Error('utilityProcess cannot be created before app is ready')
    return strict('UtilityProcess', new ShellUtility(modulePath, args, options))
  }
})
