import { _electron } from 'playwright'
import { root } from './paths.mjs'
import { whenStopped } from './processes.mjs'

/** How long the first products and their pictures may take, in ms, on a slow machine. */
const patience = 60_000

/**
 * Opens the app without a person watching, waits until products and their pictures are painted, takes a screenshot and
 * closes it. Throws with what the app wrote when that does not happen.
 * @param {string[]} args the app's command line
 * @param {string} picture where the screenshot goes
 */
export async function firstLook(args, picture) {
  const begun = performance.now()
  let output = ''
  const env = { ...process.env, VITRINE_SHELL_HEADLESS: '1' }
  const app = await _electron.launch({ args, cwd: root, env, timeout: patience })
  whenStopped(() => app.close())
  const listen = (/** @type {Buffer} */ text) => (output += text.toString())
  app.process().stdout?.on('data', listen)
  app.process().stderr?.on('data', listen)
  try {
    const page = await app.firstWindow({ timeout: patience })
    page.setDefaultTimeout(patience)
    const table = page.getByRole('grid', { name: 'Products' })
    await table.getByRole('rowheader').first().waitFor()
    const timeToFirstRow = Math.round(performance.now() - begun)
    const pictures = await picturesPainted(page)
    await page.screenshot({ path: picture })
    const electron = await app.evaluate(() => process.versions.electron)
    const version = electron ?? (await page.evaluate(() => /Chrome\/(\d+)/.exec(navigator.userAgent)?.[1]))
    return { timeToFirstRow, pictures, version }
  } catch (error) {
    throw new Error(`${output}\n${error instanceof Error ? error.message : error}`, { cause: error })
  } finally {
    await app.close()
  }
}

/**
 * Waits until every picture within the window is decoded and painted.
 * @param {import('playwright').Page} page
 * @returns {Promise<number>} how many there are
 */
async function picturesPainted(page) {
  const counted = await page.waitForFunction(() => {
    const inView = [...document.images].filter((image) => {
      const { top, bottom, width } = image.getBoundingClientRect()
      return width > 0 && bottom > 0 && top < innerHeight
    })
    const ready = inView.every((image) => image.complete && image.naturalWidth > 0)
    return ready ? inView.length : 0
  })
  // Two frames: the first may have begun before the last picture was there.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  )
  return counted.jsonValue()
}
