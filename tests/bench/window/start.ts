import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Page, _electron } from 'playwright'
import { definedOf, sandboxArgs } from './grids'

/** What an empty window shows: a word, whose painting can be told. */
const emptyPage = '<!doctype html><html lang="en"><title>Empty</title><p>Empty</p></html>'

/** ms from the start of the app's process. */
export interface StartToRows {
  /** The rows are painted, of the snapshot that the last run has left where there is one. */
  seen: number
  /** The rows of the copy are there, which can be used. */
  inUse: number
}

export async function startToRows(profile: string): Promise<StartToRows> {
  const args = ['.', '--demo', `--user-data-dir=${profile}`]
  const shown = '#app [aria-label="Products"] [data-index]'
  const entries = ['first-rows', 'first-contentful-paint', 'rows-in-use']
  const [marked = NaN, painted = NaN, inUse = NaN] = await timesAfter({ args, env: {}, shown, entries })
  // A frame is marked when it is put together; the first one is known to be painted.
  return { seen: Math.max(marked, painted), inUse }
}

/** ms from the start of a process of the same runtime to the first paint of a window with one word in it. */
export async function startToEmptyWindow(folder: string): Promise<number> {
  const page = await mkdtemp(join(folder, 'empty-page-'))
  await writeFile(join(page, 'index.html'), emptyPage)
  const profile = await mkdtemp(join(folder, 'empty-'))
  try {
    const [painted = NaN] = await timesAfter({
      args: [join(process.cwd(), 'tests/bench/window/app'), `--user-data-dir=${profile}`],
      env: { VITRINE_BENCH_PAGE: page, VITRINE_BENCH_WIDTH: '1280', VITRINE_BENCH_HEIGHT: '800' },
      shown: 'p',
      entries: ['first-contentful-paint']
    })
    return painted
  } finally {
    for (const made of [page, profile]) await rm(made, { recursive: true, force: true, maxRetries: 5 })
  }
}

interface Start {
  args: string[]
  env: Record<string, string>
  /** CSS selector of what is there once the page is. */
  shown: string
  /** Of the page's timeline, by their names. */
  entries: string[]
}

/** ms from the start of a process to each of the entries. */
async function timesAfter({ args, env, shown, entries }: Start): Promise<number[]> {
  const begun = Date.now()
  const app = await _electron.launch({
    args: [...args, ...sandboxArgs()],
    cwd: process.cwd(),
    env: { ...definedOf(process.env), ...env }
  })
  try {
    const page = await app.firstWindow()
    await page.locator(shown).first().waitFor()
    const times = await Promise.all(entries.map((entry) => timeOf(page, entry)))
    return times.map((time) => time - begun)
  } finally {
    await app.close().catch(() => undefined)
  }
}

/** When an entry came onto the page's timeline, ms since 1970: whoever asks later hears the same. */
function timeOf(page: Page, entry: string): Promise<number> {
  return page.evaluate(
    (name) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          const [found] = performance.getEntriesByName(name)
          if (found === undefined) requestAnimationFrame(look)
          else resolve(performance.timeOrigin + found.startTime)
        }
        look()
      }),
    entry
  )
}
