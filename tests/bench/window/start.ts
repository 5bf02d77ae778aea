import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { drawingArgs, electronExecutable, sandboxArgs } from './runtime'

/** What an empty window shows: a word, whose painting can be told. */
const emptyPage = '<!doctype html><html lang="en"><title>Empty</title><p>Empty</p></html>'
/** ms after which a start is given up. */
const patience = 60_000
/** ms that the app runs on after its rows were there: it reads what the store has new, and writes what it found. */
const settling = 15_000

const root = process.cwd()

/** ms from the start of the app's process to the rows of its last page, which can be used. */
export function startToRows(profile: string, isSettling = false): Promise<number> {
  return timeOf({
    main: join(root, 'out/main/main.js'),
    mark: 'rows-in-use',
    args: ['--demo', `--user-data-dir=${profile}`],
    stay: isSettling ? settling : 500
  })
}

/** ms from the start of a process of the same runtime to the first paint of a window with one word in it. */
export async function startToEmptyWindow(folder: string): Promise<number> {
  const page = await mkdtemp(join(folder, 'empty-page-'))
  await writeFile(join(page, 'index.html'), emptyPage)
  const profile = await mkdtemp(join(folder, 'empty-'))
  try {
    return await timeOf({
      main: join(root, 'tests/bench/window/app/main.mjs'),
      mark: 'first-contentful-paint',
      args: [`--user-data-dir=${profile}`],
      env: { VITRINE_BENCH_PAGE: page, VITRINE_BENCH_WIDTH: '1280', VITRINE_BENCH_HEIGHT: '800' },
      stay: 0
    })
  } finally {
    for (const made of [page, profile]) await rm(made, { recursive: true, force: true, maxRetries: 5 })
  }
}

interface Start {
  /** The main script. */
  main: string
  /** Of the page's timeline. */
  mark: string
  args: string[]
  env?: Record<string, string>
  /** ms that it runs on. */
  stay: number
}

/** ms from the spawn of a process to a mark of its page. Nothing is attached to it. */
async function timeOf({ main, mark, args, env = {}, stay }: Start): Promise<number> {
  const result = join(await mkdtemp(join(process.env.TMPDIR ?? '/tmp', 'vitrine-start-')), 'time')
  const begun = Date.now()
  const probe = join(root, 'tests/bench/window/start-probe')
  const child = spawn(electronExecutable(), [probe, ...drawingArgs, ...sandboxArgs(), ...args], {
    cwd: root,
    stdio: 'ignore',
    env: {
      ...process.env,
      ...env,
      VITRINE_BENCH_MAIN: pathToFileURL(main).href,
      VITRINE_BENCH_MARK: mark,
      VITRINE_BENCH_RESULT: result,
      VITRINE_BENCH_STAY: String(stay)
    }
  })
  const giveUp = setTimeout(() => child.kill('SIGKILL'), patience)
  await once(child, 'close')
  clearTimeout(giveUp)
  const time = Number(await readFile(result, 'utf8'))
  await rm(join(result, '..'), { recursive: true, force: true })
  return time - begun
}
