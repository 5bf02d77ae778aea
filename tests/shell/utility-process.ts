import { type ChildProcess, fork } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import type { Details, ForkOptions, UtilityProcess } from 'electron'
import { app } from './app.ts'
import { cloned } from './codec.ts'
import { StrictEmitter, cancelable, missing, strict } from './strict.ts'
import { checkFork } from './utility-options.ts'

function start(modulePath: string, args: string[], options: ForkOptions): ChildProcess {
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

/** What Electron says of a process that has ended: the code of `exit`, and `child-process-gone` but for a clean end. */
function ending(
  code: number | null,
  signal: NodeJS.Signals | null
): { exitCode: number; gone?: Pick<Details, 'reason' | 'exitCode'> } {
  if (signal !== null) {
    const exitCode = constants.signals[signal]
    const isKilled = signal === 'SIGKILL' || signal === 'SIGTERM'
    return { exitCode, gone: { reason: isKilled ? 'killed' : 'crashed', exitCode } }
  }
  if (code === null || code === 0) return { exitCode: 0 }
  // The number that the system gives a parent, with the code in its second byte.
  return { exitCode: code, gone: { reason: 'abnormal-exit', exitCode: code * 256 } }
}

/** Electron's UtilityProcess as a process of Node, with Node's messages between the two. */
class ShellUtility
  extends StrictEmitter
  implements Pick<UtilityProcess, 'kill' | 'pid' | 'postMessage' | 'stdout' | 'stderr'>
{
  private readonly child: ChildProcess
  private isRunning = false
  private isKilled = false

  constructor(modulePath: string, args: string[], options: ForkOptions) {
    super('UtilityProcess', ['spawn', 'message', 'error', 'exit'])
    const { serviceName = 'Node Utility Process' } = options
    this.child = start(modulePath, args, options)
    this.child.on('spawn', () => {
      this.isRunning = true
      this.emit('spawn')
    })
    this.child.on('message', (message) => {
      const { fatal, data } = message as { fatal?: string[]; data?: unknown }
      if (fatal) this.emit('error', ...fatal)
      else this.emit('message', data)
    })
    this.child.on('exit', (code, signal) => {
      this.isRunning = false
      const { exitCode, gone } = ending(code, signal)
      // Electron does not wait for a process that it was told to end: that one ends well.
      this.emit('exit', this.isKilled ? 0 : exitCode)
      const details = { type: 'Utility', ...gone, serviceName: 'node.mojom.NodeService', name: serviceName }
      if (gone) setImmediate(() => app.emit('child-process-gone', cancelable({}), details))
    })
  }

  get pid(): number | undefined {
    return this.isRunning ? this.child.pid : undefined
  }

  get stdout(): ChildProcess['stdout'] {
    return this.child.stdout
  }

  get stderr(): ChildProcess['stderr'] {
    return this.child.stderr
  }

  postMessage(message: unknown, transfer: unknown[] = []): void {
    if (transfer.length > 0) throw missing('UtilityProcess.postMessage with ports')
    const data = cloned(message)
    if (this.child.connected) this.child.send({ data }, () => undefined)
  }

  kill(): boolean {
    const isFirst = !this.isKilled && this.child.exitCode === null && this.child.signalCode === null
    this.isKilled = true
    return isFirst && this.child.kill()
  }
}

/** Electron's `utilityProcess`. */
export const utilityProcess = strict('utilityProcess', {
  fork: (modulePath: string, args: string[] = [], options: ForkOptions = {}) => {
    if (!app.isReady()) throw new TypeError('utilityProcess cannot be created before app is ready.')
    checkFork(modulePath, args, { ...options })
    return strict('UtilityProcess', new ShellUtility(modulePath, args, options))
  }
})
