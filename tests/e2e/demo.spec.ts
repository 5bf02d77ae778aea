import type { Locator } from '@playwright/test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { firstLook } from '../../scripts/first-look.mjs'
import { type App, commandLine } from './support/app'
import { expect, test } from './fixtures'

async function exploreDemo(app: App): Promise<void> {
  await app.connect.exploreDemo.click()
  await expect(app.products.range(/^[\d,]+ products$/)).toBeVisible()
}

test('Explore the demo store shows products with pictures, without an account', async ({ app }) => {
  await exploreDemo(app)
  await app.products.expectPictures()
  await test.step('beside the details there is room for the table up to the review', async () => {
    await app.page.setViewportSize({ width: 1280, height: 800 })
    await app.products.details.first().click()
    const pane = await app.page.getByRole('region', { name: 'Product details' }).boundingBox()
    const review = await app.page.getByRole('columnheader', { name: 'Review' }).boundingBox()
    expect(pane && review && pane.x - review.x - review.width).toBeGreaterThan(0)
    await app.page.getByRole('button', { name: 'Close details' }).click()
  })
  await app.products.thumbnails.first().click()
  await expect(app.preview.dialog).toBeVisible()
  await expect.poll(() => app.preview.pictureWidth()).toBeGreaterThan(200)
})

test('the console of the page has no warning at the start, of a leak or anything else', async ({ app }) => {
  await exploreDemo(app)
  await app.products.expectPictures()
  const warnings = (await app.page.consoleMessages()).filter((line) => line.type() === 'warning')
  expect(warnings.map((line) => line.text())).toEqual([])
})

test('a letter x between digits is drawn as one, and not as a multiplication sign', async ({ app }) => {
  for (const tag of ['span', 'input']) {
    const widths = await app.page.evaluate(async (tag) => {
      await document.fonts.ready
      const element = document.body.appendChild(document.createElement(tag))
      const { fontFamily, fontFeatureSettings, fontVariantLigatures } = getComputedStyle(element)
      const line = document.body.appendChild(document.createElement('span'))
      Object.assign(line.style, { fontFamily, fontFeatureSettings, fontVariantLigatures })
      Object.assign(line.style, { position: 'absolute', fontSize: '100px', fontKerning: 'none' })
      const widthOf = (text: string): number => {
        line.textContent = text
        return Math.round(line.getBoundingClientRect().width)
      }
      const widths = { apart: widthOf('5') + widthOf('x') + widthOf('7'), together: widthOf('5x7') }
      element.remove()
      line.remove()
      return widths
    }, tag)
    expect(Math.abs(widths.together - widths.apart), tag).toBeLessThanOrEqual(2)
  }
})

test('the tip of a text that is cut goes with its page, though the pointer stays', async ({ launch }) => {
  const app = await launch({ args: ['--demo'] })
  await app.page.setViewportSize({ width: 1500, height: 800 })
  await expect(app.products.rows.first()).toBeVisible()
  // The first sync replaces rows, and with them their tips.
  await app.syncedTimes(1)
  await app.tools.turnPaging()
  const texts = app.products.rows.locator('.description .text')
  const isCut = await texts.evaluateAll((all) => all.map((each) => each.scrollHeight > each.clientHeight + 1))
  await texts.nth(isCut.indexOf(true)).hover()
  await expect(app.products.tip).toBeVisible()
  const tip = await app.products.tip.innerText()
  const next = app.page.evaluate(tipOnceRowsTurn)
  await app.page.keyboard.press('ControlOrMeta+ArrowRight')
  expect(await next).not.toContain(tip)
})

/** In the page: what tips say in the first frame with other rows. Later Chromium may look again at what lies under the pointer. */
function tipOnceRowsTurn(): Promise<string[]> {
  const row = (): string | null | undefined => document.querySelector('[role=rowheader]')?.textContent
  const before = row()
  return new Promise((resolve) => {
    function look(): void {
      if (row() === before) requestAnimationFrame(look)
      else resolve([...document.querySelectorAll('.tip')].map((tip) => tip.textContent.trim()))
    }
    look()
  })
}

test('pages are turned and sized, by keyboard and mouse, and the preview goes over their ends', async ({
  app
}) => {
  await exploreDemo(app)
  await app.tools.turnPaging()
  await expect(app.products.range(/^1–25 of [\d,]+$/)).toBeVisible()
  await test.step('by keyboard, which stays at its cell, and leaves the table by one Tab', async () => {
    await app.page.keyboard.press('ControlOrMeta+ArrowRight')
    await expect(app.products.range(/^26–50 of/)).toBeVisible()
    await app.page.keyboard.press('ControlOrMeta+ArrowLeft')
    await expect(app.products.range(/^1–25 of/)).toBeVisible()
    await app.products.thumbnails.first().focus()
    for (const key of ['ArrowRight', 'ArrowDown', 'ControlOrMeta+ArrowRight'])
      await app.page.keyboard.press(key)
    await expect(app.products.range(/^26–50 of/)).toBeVisible()
    await expect(app.products.rows.nth(1).getByRole('rowheader')).toBeFocused()
    await app.page.keyboard.press('Tab')
    await expect(app.products.table.locator(':focus')).toHaveCount(0)
  })
  await test.step('the last page is reached in one step, and nothing lies behind it', async () => {
    await app.products.lastPage.click()
    await expect(app.products.nextPage).toBeDisabled()
    await expect(app.products.lastPage).toBeDisabled()
    await expect(app.products.previousPage).toBeEnabled()
  })
  await test.step('the preview goes on over the end of a page', async () => {
    await app.products.firstPage.click()
    await expect(app.products.range(/^1–25 of/)).toBeVisible()
    await app.products.thumbnails.nth(24).click()
    await expect(app.preview.dialog).toBeVisible()
    await app.page.keyboard.press('ArrowRight')
    await expect(app.preview.dialog.getByText('Position 26 in store')).toBeVisible()
    await app.page.keyboard.press('Escape')
    await expect(app.products.range(/^26–50 of/)).toBeVisible()
  })
  await test.step('items per page are chosen, and the place in the list is kept', async () => {
    await app.products.goTo(3)
    await expect(app.products.range(/^51–75 of/)).toBeVisible()
    const steps = [
      ['50', /^51–100 of/],
      ['10', /^51–60 of/],
      ['100', /^1–100 of/],
      ['200', /^1–200 of/]
    ] as const
    for (const [size, range] of steps) {
      await app.products.itemsPerPage.selectOption(size)
      await expect(app.products.range(range)).toBeVisible()
    }
    // Rows out of sight are not in the document; the last one is there once it is scrolled to.
    expect(await app.products.rows.count()).toBeLessThan(60)
    await app.products.details.first().press('Control+End')
    await expect(app.products.rows.last()).toHaveAttribute('aria-rowindex', '201')
  })
})

test('what npm run demo waits for without a display comes, and is in its screenshot', async ({ profile }) => {
  const picture = join(profile, 'demo.png')
  const { pictures } = await firstLook(commandLine(profile, ['--demo']), picture)
  expect(pictures).toBeGreaterThan(3)
  expect(existsSync(picture)).toBe(true)
})

test('fault 120: GTK has GLib for itself: libvips, which brings another, is in no process of its', async ({
  launch
}) => {
  const app = await launch({ args: ['--demo'] })
  await app.products.expectPictures()
  expect(app.output).not.toMatch(/GLib|GObject|sharp/i)
})

test(
  '--demo opens the demo store at once; in Arabic it runs from right to left, the next page on the left',
  { tag: '@long' },
  async ({ launch }) => {
    const app = await launch({ args: ['--demo'] })
    await app.tools.turnPaging()
    await expect(app.products.range(/^1–25 of [\d,]+$/)).toBeVisible()
    await app.page.evaluate(() => window.vitrine.call('preferences:set', { language: 'ar' }))
    await expect(app.page.locator('html')).toHaveAttribute('dir', 'rtl')

    const next = app.page.getByRole('button', { name: 'الصفحة التالية', exact: true })
    const previous = app.page.getByRole('button', { name: 'الصفحة السابقة', exact: true })
    const sidebar = app.page.getByRole('navigation', { name: 'الرئيسي' })
    const left = async (part: Locator): Promise<number> => (await part.boundingBox())?.x ?? Number.NaN
    expect(await left(sidebar)).toBeGreaterThan(await left(app.page.getByRole('main')))
    // The new words are wider or narrower, which moves both, one after the other was measured.
    await expect(async () => {
      expect(await left(next)).toBeLessThan(await left(previous))
    }).toPass()

    const page = app.page.getByRole('textbox', { name: 'الصفحة', exact: true })
    await next.click()
    await expect(page).toHaveValue('2')
    await app.page.keyboard.press('ControlOrMeta+ArrowRight')
    await expect(page).toHaveValue('1')
    await app.page.keyboard.press('ControlOrMeta+ArrowLeft')
    await expect(page).toHaveValue('2')
  }
)
