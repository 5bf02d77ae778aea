import { fork, type Serializable } from 'node:child_process'
import { bundled } from './bundle-folder'

type Reply<Output> = { value: Output } | { error: string }

/**
 * Runs a measure in a new process, so that memory, event loop and compiled code are its own; its answer is what its
 * `serveMeasure` gave. Rejects with the error's text when that failed or the process died.
 */
export async function inOwnProcess<Output>(name: string, input: Serializable): Promise<Output> {
  const child = fork(bundled(`${name}.js`), { execArgv: ['--expose-gc'], serialization: 'advanced' })
  return await new Promise<Output>((resolve, reject) => {
    child.once('message', (reply: Reply<Output>) => {
      if ('value' in reply) resolve(reply.value)
      else reject(new Error(`${name}: ${reply.error}`))
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => reject(new Error(`${name} ended with ${String(code ?? signal)}.`)))
    child.send(input)
  })
}

/** The other side: runs the measure once, with the input that was sent, answers and ends. */
export function serveMeasure(run: (input: never) => Promise<Serializable>): void {
  const send = (reply: Reply<Serializable>): void => {
    process.send?.(reply, () => process.exit())
  }
  process.once('message', (input) => {
    run(input as never).then(
      (value) => send({ value }),
      (error: unknown) =>
        send({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    )
  })
  process.once('disconnect', () => process.exit())
}

/** The bench's store in its own process (server.ts). */
export interface StoreServer {
  /** As `http://127.0.0.1:40123`. */
  origin: string
  port: number
  /** The most requests that were under way at once since the last question. */
  mostAtOnce(): Promise<number>
  close(): void
}

/** Starts the store with this many products, which takes about 10 µs each, and waits until it listens. */
export async function startServer(count: number): Promise<StoreServer> {
  const child = fork(bundled('server.js'), [String(count)])
  const next = <T>(): Promise<T> =>
    new Promise((resolve, reject) => {
      const died = (): void => reject(new Error("The bench's store ended."))
      child.once('exit', died)
      child.once('message', (message) => {
        child.off('exit', died)
        resolve(message as T)
      })
    })
  const { port } = await next<{ port: number }>()
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    async mostAtOnce() {
      const answer = next<{ mostAtOnce: number }>()
      child.send('most at once')
      return (await answer).mostAtOnce
    },
    close: () => child.disconnect()
  }
}
