import { join } from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import { expect, processesOn, sharedTest as test, test as ownTest } from './fixtures'

const utility = join(import.meta.dirname, '..', 'fixture', 'utility.mjs')

/** What the fixture's utility process is told to do, with what. */
type Act = readonly [act: string, given?: unknown]

/** Runs the fixture's utility process until it ends, by itself or after its answer; returns what was heard, in order. */
function run(shell: ElectronApplication, act: Act, options: object = {}): Promise<unknown[]> {
  return shell.evaluate(
    async ({ app, utilityProcess }, [path, what, given]) => {
      const heard: unknown[] = []
      const name = `fixture ${performance.now()}`
      const child = utilityProcess.fork(path, [], { serviceName: name, stdio: 'ignore', ...given })
      const pid = (): string => `pid ${typeof child.pid}`
      heard.push(pid())
      child.once('spawn', () => heard.push(`spawn, ${pid()}`))
      child.on('error', (type, location, report) => {
        heard.push(`error ${type} ${location} ${typeof JSON.parse(report)}`)
      })
      const gone = new Promise<void>((resolve) => {
        app.on('child-process-gone', (_event, { type, reason, exitCode, serviceName, ...details }) => {
          if (details.name !== name) return
          resolve(void heard.push(`gone ${[type, reason, exitCode, serviceName].join()}`))
        })
      })
      const exit = new Promise<number>((resolve) => {
        child.once('exit', (code) => {
          heard.push(`exit ${code}, ${pid()}, kill ${child.kill()}`)
          resolve(code)
        })
      })
      child.once('message', (answer) => heard.push(answer, `kill ${child.kill()}`))
      child.postMessage(what)
      const isWell = (await exit) === 0
      // Of one that it has ended itself, Electron does not always say that it is gone.
      if (isWell) return heard.filter((line) => !String(line).startsWith('gone '))
      await gone
      return heard
    },
    [utility, act, options] as const
  )
}

const begins = ['pid undefined', 'spawn, pid number']
const told = ['kill true', 'exit 0, pid undefined, kill false']

/** What is heard of a process that answers, and is then ended. */
const answers: [title: string, act: Act, answer: unknown, options?: object][] = [
  ['a date, nothing and null', ['echo', [new Date(5), undefined, null]], { echo: [new Date(5), undefined, null], type: 'utility' }],
  ['an error', ['kind', new TypeError('text')], 'TypeError'],
  ['no flags of V8 as they are, nor a process.send', ['flags'], ['undefined', 'undefined'], { execArgv: ['--expose-gc'] }],
  ['flags of V8 by --js-flags', ['flags'], ['function', 'undefined'], { execArgv: ['--js-flags=--expose-gc'] }],
  ['an environment of its own', ['environment'], ['TEST_ONE'], { env: { TEST_ONE: '1', TEST_TWO: '' } }],
  ['what cannot be cloned: an error', ['uncloneable'], 'Error: An object could not be cloned.']
] // prettier-ignore

for (const [title, act, answer, options] of answers) {
  test(`a utility process gets ${title}`, async ({ shell, page }) => {
    await expect(page).toHaveTitle('Fixture page')
    expect(await run(shell, act, options)).toEqual([...begins, answer, ...told])
  })
}

/** What is heard of a process that ends by itself. */
const endings: [act: Act, ...heard: string[]][] = [
  [['exit', 0], 'exit 0'],
  [['exit', 7], 'exit 7', 'gone Utility,abnormal-exit,1792'],
  [['throw'], 'exit 1', 'gone Utility,abnormal-exit,256'],
  [['abort'], 'exit 6', 'gone Utility,crashed,6'],
  [['kill', 'SIGKILL'], 'exit 9', 'gone Utility,killed,9'],
  [['kill', 'SIGSEGV'], 'exit 11', 'gone Utility,crashed,11'],
  [['die'], 'error FatalError v8::Context::New() object', 'exit 11', 'gone Utility,crashed,11']
]

for (const [act, ...heard] of endings) {
  test(`a utility process that does ${act.join(' ')}: ${heard.join('; ')}`, async ({ shell, page }) => {
    await expect(page).toHaveTitle('Fixture page')
    const whole = heard.map((line) => {
      if (line.startsWith('exit')) return `${line}, pid undefined, kill false`
      return line.startsWith('gone') ? `${line},node.mojom.NodeService` : line
    })
    expect(await run(shell, act)).toEqual([...begins, ...whole])
  })
}

test('bytes of a Buffer come as Uint8Array, in both directions', async ({ shell, page }) => {
  await expect(page).toHaveTitle('Fixture page')
  const kinds = await shell.evaluate(async ({ utilityProcess }, path) => {
    const child = utilityProcess.fork(path, [], { stdio: 'ignore' })
    const answer = (message: unknown): Promise<unknown> => {
      child.postMessage(message)
      return new Promise((resolve) => child.once('message', resolve))
    }
    const there = await answer(['kind', Buffer.from('abc')])
    const back = await answer(['bytes'])
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill()
    await gone
    return [there, Buffer.isBuffer(back), back instanceof Uint8Array && [...back]]
  }, utility)
  expect(kinds).toEqual(['Uint8Array', false, [97, 98, 99]])
})

/** What `fork` refuses, and Electron's words for it. */
const refused: [options: object, error: string][] = [
  [{ execArgv: '--max' }, 'execArgv must be an array of strings.'],
  [{ execArgv: [1] }, 'Invalid value for execArgv'],
  [{ env: 'A=1' }, 'Invalid value for env'],
  [{ env: { A: 1 } }, 'Invalid value for env'],
  [{ cwd: 1 }, 'cwd path must be a string.'],
  [{ serviceName: 1 }, 'serviceName must be a string.'],
  [{ stdio: 'none' }, 'stdio must be of the following values: inherit, pipe, ignore'],
  [{ stdio: ['ignore'] }, 'configuration missing for stdin, stdout or stderr.'],
  [{ stdio: ['pipe', 'pipe', 'pipe'] }, 'stdin value other than ignore is not supported.'],
  [{ stdio: ['ignore', 'none', 'pipe'] }, 'stdout configuration must be of the following values: inherit, pipe, ignore']
] // prettier-ignore

for (const [options, error] of refused) {
  test(`a utility process with ${JSON.stringify(options)} is refused`, async ({ shell, page }) => {
    await expect(page).toHaveTitle('Fixture page')
    await expect(run(shell, ['exit', 0], options)).rejects.toThrow(error)
  })
}

test('a message to a utility process that cannot be cloned is refused', async ({ shell, page }) => {
  await expect(page).toHaveTitle('Fixture page')
  const said = await shell.evaluate(async ({ utilityProcess }, path) => {
    const child = utilityProcess.fork(path, [], { stdio: 'ignore' })
    const gone = new Promise((resolve) => child.once('exit', resolve))
    try {
      child.postMessage(() => 1)
      return 'sent'
    } catch (error) {
      return String(error)
    } finally {
      child.postMessage(['exit', 0])
      await gone
    }
  }, utility)
  expect(said).toBe('Error: An object could not be cloned.')
})

ownTest('a utility process that hangs does not outlive a killed app', async ({ shell, page, profile }) => {
  await expect(page).toHaveTitle('Fixture page')
  await shell.evaluate(
    ({ utilityProcess }, [path, mark]) => {
      const child = utilityProcess.fork(path, [mark], { stdio: 'ignore' })
      return new Promise<void>((resolve) => {
        child.once('message', () => {
          child.postMessage(['hang'])
          resolve()
        })
        child.postMessage(['echo'])
      })
    },
    [utility, profile] as const
  )
  shell.process().kill('SIGKILL')
  await expect.poll(() => processesOn(profile)).toEqual([])
})
