import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, it, onTestFinished } from 'vitest'
import { watchThreads } from '../../../electron/diagnostics/thread-watch'

async function startThread(name: string): Promise<Worker> {
  const worker = new Worker('setInterval(() => undefined, 1000)', { eval: true, name })
  onTestFinished(() => void worker.terminate())
  await once(worker, 'online')
  return worker
}

it('a thread is told of by its name: while it runs, when it has ended, and when it was started anew', async () => {
  const watch = watchThreads()
  onTestFinished(watch.close)
  expect(await watch.facts()).toEqual([])

  const first = await startThread('reader')
  await startThread('writer')
  const running = { state: 'running', starts: 1, lastExit: null, busy: expect.any(Number) }
  expect(await watch.facts()).toMatchObject([
    { name: 'reader', ...running, heap: expect.any(Number) },
    { name: 'writer', ...running }
  ])

  await first.terminate()
  const ended = { name: 'reader', state: 'ended', starts: 1, lastExit: 1, busy: null, heap: null }
  expect((await watch.facts())[0]).toEqual(ended)
  await startThread('reader')
  expect((await watch.facts())[0]).toMatchObject({ state: 'running', starts: 2, lastExit: 1 })
})

it('a thread that is started after the watch has ended is nobody’s news', async () => {
  const watch = watchThreads()
  watch.close()
  await startThread('late')
  expect(await watch.facts()).toEqual([])
})
