import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ElectronApplication, type Page, _electron } from 'playwright'
import { makeRasters, openPicture } from '../../../electron/images/decode/raster'
import { bundled } from '../bundle-folder'
import { differentPictures } from '../catalog/catalog-maker'
import { chromiumSandbox, drawingArgs, sandboxArgs } from './runtime'

export interface GridWindow {
  show: 'ag-grid' | 'tabulator' | 'plain'
  /** Pages of 100 with a pager, or one scrolling list. */
  paged: boolean
  /** Rows in all. */
  count: number
  /** CSS px of the table. */
  width: number
  height: number
}

const root = process.cwd()
const pageFolder = bundled('page')

/** Makes the thumbnails as Vitrine makes them, of the pictures that the bench's store serves. */
export async function makeThumbnails(origin: string): Promise<void> {
  await mkdir(join(pageFolder, 'thumbnails'), { recursive: true })
  for (let number = 0; number < differentPictures; number += 1) {
    const answer = await fetch(`${origin}/pictures/${number}.jpg`)
    const opened = await openPicture(new Uint8Array(await answer.arrayBuffer()))
    const made = opened.ok ? await makeRasters(opened.value, ['thumbnail']) : opened
    if (!made.ok) throw new Error(made.failure.code)
    const { thumbnail = new Uint8Array() } = made.value.rasters
    await writeFile(join(pageFolder, 'thumbnails', `${number}.webp`), thumbnail)
  }
}

/** Opens another table in a window of the same runtime as Vitrine's, for as long as `use` takes. */
export async function withGrid<T>(
  folder: string,
  grid: GridWindow,
  use: (page: Page, app: ElectronApplication) => Promise<T>
): Promise<T> {
  const profile = await mkdtemp(join(folder, 'grid-'))
  const query = new URLSearchParams(Object.entries(grid).map(([name, value]) => [name, String(value)]))
  const env = {
    ...definedOf(process.env),
    VITRINE_BENCH_PAGE: pageFolder,
    VITRINE_BENCH_QUERY: query.toString(),
    VITRINE_BENCH_WIDTH: String(grid.width),
    VITRINE_BENCH_HEIGHT: String(grid.height + 80)
  }
  const args = [
    join(root, 'tests/bench/window/app'),
    ...drawingArgs,
    ...sandboxArgs(),
    `--user-data-dir=${profile}`
  ]
  const app = await _electron.launch({ args, cwd: root, env, chromiumSandbox: chromiumSandbox() })
  try {
    const page = await app.firstWindow()
    await page.locator('#table > *').first().waitFor()
    return await use(page, app)
  } finally {
    await end(app)
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

export function definedOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined)
  )
}

async function end(app: ElectronApplication): Promise<void> {
  await app.close().catch(() => undefined)
}
