import { statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { HeadlessCommand, Outcome } from '../../../electron/headless'
import { done } from '../../../electron/headless/outcome'
import { askOpenApp, serveCommands, socketPath } from '../../../electron/headless/socket'
import { testFolder } from '../../support/folder'

const command: HeadlessCommand = { name: 'sync', store: 'Corner shop' }
const never = new AbortController().signal
const nothing = (): void => undefined

function place(): string {
  const path = socketPath(testFolder())
  if (path === null) throw new Error('the path of the folder is too long')
  return path
}

function serve(path: string, run: Parameters<typeof serveCommands>[1]): () => void {
  const end = serveCommands(path, run, (error) => {
    throw error
  })
  onTestFinished(end)
  return end
}

it('a command is done by the app that is open, which says how far it is and what came of it', async () => {
  const path = place()
  const asked: HeadlessCommand[] = []
  serve(path, (given, report) => {
    asked.push(given)
    report({ phase: 'fetching', done: 1, total: 2 })
    return Promise.resolve(done({ products: 2 }))
  })
  const told: unknown[] = []
  const outcome = await askOpenApp(path, command, (progress) => void told.push(progress), never)
  expect(outcome).toEqual(done({ products: 2 }))
  expect(asked).toEqual([command])
  expect(told).toEqual([{ phase: 'fetching', done: 1, total: 2 }])
})

it('nobody is asked where no app is open, also where one that was killed left its socket', async () => {
  const path = place()
  expect(await askOpenApp(path, command, nothing, never)).toBeNull()
  if (process.platform === 'win32') return
  writeFileSync(path, '')
  expect(await askOpenApp(path, command, nothing, never)).toBeNull()
  serve(path, () => Promise.resolve(done({})))
  expect(await askOpenApp(path, command, nothing, never)).toEqual(done({}))
})

it.skipIf(process.platform === 'win32')('the socket is its owner’s alone', () => {
  const path = place()
  serve(path, () => Promise.resolve(done({})))
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

it('a command that is ended ends in the app, too', async () => {
  const path = place()
  const { promise: ended, resolve } = Promise.withResolvers<Outcome>()
  const begun = Promise.withResolvers<undefined>()
  serve(path, (_command, _report, signal) => {
    signal.addEventListener('abort', () => resolve(done({})))
    begun.resolve(undefined)
    return ended
  })
  const stop = new AbortController()
  const asking = askOpenApp(path, command, nothing, stop.signal)
  await begun.promise
  stop.abort()
  expect(await asking).toMatchObject({ status: 'failed', error: { code: 'cancelled' } })
  await ended
})

it('an app that is closed meanwhile is busy: the command may be given again', async () => {
  const path = place()
  const begun = Promise.withResolvers<undefined>()
  const end = serve(path, () => {
    begun.resolve(undefined)
    return new Promise(() => undefined)
  })
  const asking = askOpenApp(path, command, nothing, never)
  await begun.promise
  end()
  expect(await asking).toMatchObject({ status: 'busy', error: { code: 'app-quit' } })
})

it.each([
  ['is no command', 'good morning'],
  ['is of another version', JSON.stringify({ version: 99, command })],
  ['asks for what there is not', JSON.stringify({ version: 1, command: { name: 'forget', store: 'A' } })]
])('a line that %s is answered, and nothing is done', async (_what, line) => {
  const path = place()
  serve(path, () => Promise.reject(new Error('it was done')))
  const { promise, resolve } = Promise.withResolvers<string>()
  const socket = connect(path, () => socket.write(`${line}\n`))
  socket.setEncoding('utf8').on('data', (text: string) => resolve(text))
  expect(JSON.parse(await promise)).toMatchObject({
    outcome: { status: 'failed', error: { code: 'other-version' } }
  })
})

it('the path of a socket is in the profile, as far as the system takes paths of that length', () => {
  const folder = testFolder()
  expect(socketPath(folder, 'linux')).toBe(join(folder, 'commands.sock'))
  expect(socketPath(`/${'long/'.repeat(30)}`, 'darwin')).toBeNull()
  expect(socketPath('C:\\Users\\Ann', 'win32')).toBe(socketPath('c:\\users\\ann', 'win32'))
  expect(socketPath('C:\\Users\\Ann', 'win32')).toMatch(/^\\\\\.\\pipe\\vitrine-[0-9a-f]{32}$/)
})
