import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures'
import { readyDemo } from './shots/demo'
import { expectWhole } from './support/uncovered'

test('filters stand beside the list with the number of each value, exclude, join with "or", and stay open over a restart', async ({
  launch
}) => {
  const app = await launch()
  await app.connect.exploreDemo.click()
  await expect(app.products.rows.first()).toBeVisible()
  const { page, tools } = app
  await test.step('by keyboard: open, choose, exclude', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+F')
    const without = tools.filterPanel.getByRole('group', { name: 'Description' }).getByLabel('Without')
    await expect(tools.filterPanel.locator(':focus')).toHaveCount(1)
    await without.focus()
    await page.keyboard.press('Space')
    await expect(tools.chips).toContainText('Without description')
    await expect(page.locator('[data-result]')).toContainText('3 matches')
    await tools.filterPanel.getByLabel('Exclude these').press('Space')
    await expect(tools.chips).toContainText('Not: Without description')
    await expect(page.locator('[data-result]')).toContainText('1,235 matches')
    await tools.filterPanel.getByLabel('Exclude these').press('Space')
    await expect(page.locator('[data-result]')).toContainText('3 matches')
  })
  await test.step('another group: what meets either is listed', async () => {
    await tools.filterPanel.getByRole('button', { name: 'Add group (or)' }).click()
    await tools.filterPanel.getByRole('group', { name: 'Price known' }).getByText('Missing').click()
    await expect(tools.chips).toContainText('or Price missing')
    await expect(page.locator('[data-result]')).toContainText('6 matches')
  })
  await test.step('filters that are used less: hosts and lengths', async () => {
    await tools.filterPanel.getByText('More filters').click()
    await tools.filterPanel.getByRole('group', { name: 'Name length' }).getByLabel('From').fill('60')
    await page.keyboard.press('Enter')
    await expect(tools.chips).toContainText('Name of 60 characters or more')
    await page.getByRole('button', { name: '1 more filter' }).click()
    await expectAccessible(page)
    const others = page.getByRole('dialog', { name: '1 more filter' })
    await others.getByRole('button', { name: 'Remove filter: or Price missing' }).click()
    await expect(others).toHaveCount(0)
    await expect(tools.chips.locator(':focus')).toHaveCount(1)
    await expectAccessible(page)
  })
  await test.step('Escape closes them, the focus is on their button; they are left open', async () => {
    await tools.filterPanel.getByLabel('Unreviewed').focus()
    await page.keyboard.press('Escape')
    await expect(tools.filterPanel).toHaveCount(0)
    await expect(tools.filters).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(tools.filterPanel).toBeVisible()
  })
  await app.close()
  const again = await launch()
  await expect(again.tools.filterPanel).toBeVisible()
  await expect(again.tools.chips).toContainText('Without description')
})

test('filters that lie over the list in a narrow window lie over its head too, and are closed with a press', async ({
  app
}) => {
  await app.connect.exploreDemo.click()
  await expect(app.products.rows.first()).toBeVisible()
  await app.page.setViewportSize({ width: 900, height: 600 })
  await app.tools.filters.click()
  await expect(app.tools.filterPanel.getByLabel(/^Approved/)).toBeVisible()
  // Nothing is filtered: only the catalog has a number, without what is listed twice or cannot be read.
  await expect(app.tools.filterPanel).not.toContainText('1,240')
  await app.tools.filterPanel.getByRole('button', { name: 'Close filters' }).click({ timeout: 5_000 })
  await expect(app.tools.filterPanel).toBeHidden()
})

test('filters are read to their end beside the filters: how much is known goes first, as a whole', async ({
  launch
}) => {
  const { page, tools } = await readyDemo(launch)
  await page.setViewportSize({ width: 1280, height: 800 })
  await tools.filters.click()
  for (const filter of ['Unreviewed', 'Approved', 'Broken pictures'])
    await tools.filterPanel.getByLabel(filter).first().check()
  await tools.search.fill('lamp')
  await expect(tools.chips.getByRole('listitem')).toHaveCount(3)
  /** CSS pixels, in parts: a part of one cuts letters. */
  const beyond = (): Promise<number> =>
    tools.chips.locator('.words').evaluateAll((all) =>
      Math.max(
        ...all.map((words) => {
          const text = document.createRange()
          text.selectNodeContents(words)
          return text.getBoundingClientRect().width - words.getBoundingClientRect().width
        })
      )
    )
  await expect.poll(beyond).toBeLessThan(0.02)
  await expectWhole(page.locator('[data-result] > :first-child'))
})

test('however small the window and large its texts, each button beside the filters is pressed where it is, and the filters are told apart', async ({
  launch
}) => {
  const { page, tools } = await readyDemo(launch)
  await tools.filters.click()
  for (const filter of ['Unreviewed', 'Approved', 'Needs work'])
    await tools.filterPanel.getByLabel(filter).first().check()
  for (const [group, choice] of [
    ['Picture', 'With'],
    ['Price known', 'Known'],
    ['Description', 'With']
  ] as const)
    await tools.filterPanel
      .getByRole('group', { name: group, exact: true })
      .getByText(new RegExp(`^${choice}`))
      .first()
      .click()
  await tools.search.fill('lamp, clay pink')
  await expect(tools.chips.getByRole('listitem')).not.toHaveCount(0)
  for (const isOpen of [true, false]) {
    if (!isOpen) await page.keyboard.press('ControlOrMeta+Shift+F')
    // The tip of the button that has the focus then lies over the filters.
    await tools.search.focus()
    for (const [width, height] of [
      [960, 600],
      [1100, 700],
      [1280, 800]
    ] as const)
      for (const textSize of [100, 110, 125, 150, 200]) {
        await page.setViewportSize({ width, height })
        await page.evaluate((wish) => window.vitrine.call('preferences:set', wish), { textSize })
        await expect
          .poll(() => wrongIn(page), { message: `${width} × ${height}, ${textSize} %, ${isOpen}` })
          .toEqual([])
      }
  }
})

/** What is wrong with what stands over the list: buttons that lie under others or outside, filters and numbers that nobody can read. */
function wrongIn(page: Page): Promise<string[]> {
  return page.locator('.narrowed').evaluate((bar) => {
    const frame = bar.getBoundingClientRect()
    const name = (each: Element): string => each.ariaLabel ?? each.textContent.trim()
    const shown = [...bar.querySelectorAll<HTMLElement>('button, .matches, .chips .words')].filter((each) =>
      each.checkVisibility({ visibilityProperty: true })
    )
    const isUnder = (each: Element): boolean => {
      const { left, right, top, bottom } = each.getBoundingClientRect()
      const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return (
        left < frame.left || right > frame.right || !over || !(each.contains(over) || over.contains(each))
      )
    }
    const isUnread = (each: Element): boolean =>
      !each.matches('button') &&
      each.scrollWidth > each.clientWidth + 1 &&
      (!each.matches('.chips .words') ||
        each.clientWidth < 3 * parseFloat(getComputedStyle(document.documentElement).fontSize))
    return [
      ...shown.filter(isUnder).map((each) => `under: ${name(each)}`),
      ...shown.filter(isUnread).map((each) => `cut: ${name(each)}`)
    ]
  })
}
