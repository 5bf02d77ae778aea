import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Page, _electron } from 'playwright'
import { definedOf, sandboxArgs } from './grids'

/** What an empty window shows: a word, whose painting can be told. */
const emptyPage = '<!doctype html><html lang="en"><title>Empty</title><p>Empty</p></html>'

/** ms from the start of the app's process, on a profile, to its first painted rows. */
export function startToRows(profile: string): Promise<number> {
  return paintedAfter({
    args: ['.', '--demo', `--user-data-dir=${profile}`],
    env: {},
    shown: '[aria-label="Products"] [data-index]',
    entry: 'first-rows'
  })
}

/** ms from the start of a process of the same runtime to the first paint of a window with one word in it. */
export async function startToEmptyWindow(folder: string): Promise<number> {
  const page = await mkdtemp(join(folder, 'empty-page-'))
  await writeFile(join(page, 'index.html'), emptyPage)
  const profile = await mkdtemp(join(folder, 'empty-'))
  try {
    return await paintedAfter({
      args: [join(process.cwd(), 'tests/bench/window/app'), `--user-data-dir=${profile}`],
      env: { VITRINE_BENCH_PAGE: page, VITRINE_BENCH_WIDTH: '1280', VITRINE_BENCH_HEIGHT: '800' },
      shown: 'p',
      entry: 'first-contentful-paint'
    })
  } finally {
    for (const made of [page, profile]) await rm(made, { recursive: true, force: true, maxRetries: 5 })
  }
}

interface Start {
  args: string[]
  env: Record<string, string>
  /** CSS selector of what is there once the page is. */
  shown: string
  /** The entry of the page's timeline that ends the start. */
  entry: string
}

async function paintedAfter({ args, env, shown, entry }: Start): Promise<number> {
  const begun = Date.now()
  const app = await _electron.launch({
    args: [...args, ...sandboxArgs()],
    cwd: process.cwd(),
    env: { ...definedOf(process.env), ...env }
  })
  try {
    const page = await app.firstWindow()
    await page.locator(shown).first().waitFor()
    return (await timeOf(page, entry)) - begun
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
