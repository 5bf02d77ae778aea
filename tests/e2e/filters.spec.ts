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
    await tools.chip('or').click()
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
