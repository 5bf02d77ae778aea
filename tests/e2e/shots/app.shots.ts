import { expect, test } from '../fixtures'
import type { App } from '../support/app'
import { tellOfVersion } from '../support/new-version'
import { readyDemo } from './demo'
import { shoot } from './dressing'

test.beforeEach(() => test.slow())

async function set(
  { page }: App,
  change: { language?: 'en' | 'de' | 'ar'; textSize?: number }
): Promise<void> {
  await page.evaluate((to) => window.vitrine.call('preferences:set', to), change)
}

/** Goes to a page by its key, and waits until the sidebar says that it is there. */
async function goTo({ page }: App, key: string, name: string): Promise<void> {
  await page.keyboard.press(`ControlOrMeta+${key}`)
  await expect(page.locator('nav').getByRole('button', { name, exact: true })).toHaveAttribute('aria-current')
}

test('the palette, the help, its keys, About and the tour', async ({ launch }) => {
  const app = await readyDemo(launch)
  const { page } = app
  await page.keyboard.press('ControlOrMeta+k')
  await shoot(app, 'palette')
  await page.getByRole('combobox', { name: /^Command/ }).fill('tea')
  await expect(page.getByRole('option', { name: 'tea' }).first()).toBeVisible()
  await shoot(app, 'palette-found')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Take the tour' }).first().click()
  await shoot(app, 'tour')
  await page.keyboard.press('Escape')
  await page.keyboard.press('F1')
  await shoot(app, 'help')
  await page.getByRole('searchbox', { name: 'Search help' }).fill('no such words')
  await shoot(app, 'help-nothing')
  await page.getByRole('searchbox', { name: 'Search help' }).fill('')
  await page.keyboard.press('ControlOrMeta+/')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await shoot(app, 'shortcuts')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'About Vitrine' }).click()
  await expect(page.getByText('axios')).toBeVisible()
  await shoot(app, 'about')
})

test('a new version', async ({ launch }) => {
  const app = await readyDemo(launch)
  for (const phase of ['available', 'ready', 'waiting'] as const) {
    await tellOfVersion(app, phase)
    await expect(app.page.locator('[data-update]')).toBeVisible()
    await shoot(app, `update-${phase}`)
  }
})

test('each part of the settings', async ({ launch }) => {
  const app = await readyDemo(launch)
  await app.page.keyboard.press('ControlOrMeta+Comma')
  const parts = app.page.getByRole('navigation', { name: 'Settings sections' }).getByRole('button')
  await expect(parts.first()).toBeVisible()
  for (let n = 0; n < (await parts.count()); n += 1) {
    await parts.nth(n).click()
    await shoot(app, `settings-${n + 1}`)
  }
  await parts.first().click()
  for (const language of ['de', 'ar'] as const) {
    await set(app, { language })
    await expect(app.page.locator('html')).toHaveAttribute('lang', language)
    await shoot(app, `settings-${language}`)
  }
})

test('other languages and larger texts', async ({ launch }) => {
  const app = await readyDemo(launch)
  await set(app, { textSize: 150 })
  await shoot(app, 'products-150-percent')
  await set(app, { textSize: 200 })
  for (const [key, page] of [
    ['1', 'Today'],
    ['3', 'Review'],
    ['4', 'Changes'],
    ['5', 'Quality'],
    ['Comma', 'Settings'],
    ['2', 'Products']
  ] as const) {
    await goTo(app, key, page)
    await shoot(app, `${page.toLowerCase()}-200-percent`)
  }
  await set(app, { textSize: 100, language: 'de' })
  for (const [key, page, name] of [
    ['1', 'Heute', 'today'],
    ['3', 'Prüfung', 'review'],
    ['2', 'Produkte', 'products']
  ] as const) {
    await goTo(app, key, page)
    await shoot(app, `${name}-de`)
  }
  await set(app, { language: 'ar' })
  await expect(app.page.locator('html')).toHaveAttribute('dir', 'rtl')
  await shoot(app, 'products-ar')
})
