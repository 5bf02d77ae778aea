import { join } from 'node:path'
import { connectTo, entryFor, expect, needsKeychain, test } from './fixtures'
import { ExportDialog } from './pages/export-dialog'
import { Reviews } from './pages/reviews'
import { readyDemo } from './shots/demo'
import { changeShelf } from './support/changed-shelf'
import { saveInto } from './support/file-dialogs'
import { countGestures, total } from './support/gestures'

// How many gestures a task may take is what the best tools of this kind need for it.

test('the demo store opens with one click', async ({ app }) => {
  const gestures = await countGestures(app.page, async () => {
    await app.connect.exploreDemo.click()
    await expect(app.products.rows.first()).toBeVisible()
  })
  expect(total(gestures)).toBeLessThanOrEqual(1)
})

test('a store is connected with its address, its key and Enter', async ({ app, store }) => {
  needsKeychain()
  const { address, credentials } = entryFor(store)
  const paste = async (text: string): Promise<void> => {
    await app.electron.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text)
    await app.page.keyboard.press('ControlOrMeta+v')
  }
  const gestures = await countGestures(app.page, async () => {
    await expect(app.connect.address).toBeFocused()
    await paste(address)
    while (!(await app.connect.userId.evaluate((field) => field === document.activeElement)))
      await app.page.keyboard.press('Tab')
    // As the store's dashboard has them, one under the other.
    await paste(`${credentials.userId}\n${credentials.key}`)
    await app.page.keyboard.press('Enter')
    await expect(app.products.row('Product 1')).toBeVisible()
  })
  expect(total(gestures), JSON.stringify(gestures)).toBeLessThanOrEqual(3)
})

test('products are found, opened, marked, exported and come back to with as few gestures as anywhere', async ({
  launch,
  profile
}) => {
  test.slow()
  const app = await readyDemo(launch)
  const { page, products } = app
  const { keyboard } = page
  const most = async (count: number, work: () => Promise<void>): Promise<void> => {
    const gestures = await countGestures(page, work)
    expect(total(gestures), JSON.stringify(gestures)).toBeLessThanOrEqual(count)
  }

  await test.step('find a product: a key and the word', () =>
    most(2, async () => {
      await keyboard.press('ControlOrMeta+f')
      await keyboard.type('pendant')
      await expect(products.rows.first()).toContainText('pendant')
    }))
  await test.step('open the product that was found, without leaving the keyboard', async () => {
    await keyboard.press('ControlOrMeta+f')
    await most(3, async () => {
      await keyboard.type('desk lamp')
      await keyboard.press('Enter')
      await expect(products.rows.first().locator(':focus')).toHaveCount(1)
      await expect(products.rows.first()).toContainText(/desk lamp/i)
      await keyboard.press('Enter')
      await expect(page.getByRole('region', { name: 'Product details' })).toContainText(/desk lamp/i)
    })
    await keyboard.press('Escape')
    await keyboard.press('ControlOrMeta+f')
    await keyboard.type('pendant')
    await expect(products.rows.first()).toContainText('pendant')
  })
  await test.step('open the product that was found', () =>
    most(1, async () => {
      await products.details.first().click()
      await expect(new Reviews(page).details.getByRole('heading', { level: 3 }).first()).toContainText(
        'pendant'
      )
    }))
  await page.keyboard.press('Escape')

  await test.step('approve ten in the list', () =>
    most(3, async () => {
      await products.rows.nth(0).getByRole('rowheader').click()
      await products.rows
        .nth(9)
        .getByRole('rowheader')
        .click({ modifiers: ['Shift'] })
      await keyboard.press('a')
      await expect(products.rows.filter({ hasText: 'Approved' })).toHaveCount(10)
    }))

  await test.step('approve ten in Review', async () => {
    await app.sidebar.products.click()
    await most(11, async () => {
      await keyboard.press('ControlOrMeta+3')
      await expect(app.review.name).toBeVisible()
      for (let n = 0; n < 10; n += 1) await keyboard.press('a')
      await expect(app.review.progress).toHaveText(/^20 of /)
    })
  })
  await test.step('say that a product needs work, and why', () =>
    most(2, async () => {
      await keyboard.press('w')
      await keyboard.press('1')
      await expect(app.review.progress).toHaveText(/1 needs? work/)
    }))

  await test.step('find broken pictures', () =>
    most(1, async () => {
      await app.sidebar.view('Broken pictures').click()
      await expect(products.rows.first()).toContainText('The picture is damaged')
    }))
  await test.step('learn what is wrong with each product that has errors', async () => {
    await app.sidebar.view('With errors').click()
    await expect(page.getByRole('columnheader', { name: 'Findings' })).toBeVisible()
    await most(0, async () => {
      const column = await page
        .getByRole('columnheader')
        .evaluateAll((heads) => heads.findIndex((head) => head.textContent.includes('Findings')))
      const facts = (): Promise<string[]> =>
        products.rows
          .locator(`[role=gridcell], [role=rowheader]`)
          .evaluateAll(
            (cells, at) =>
              cells
                .filter((cell) => [...(cell.parentElement?.children ?? [])].indexOf(cell) === at)
                .map((cell) => cell.textContent),
            column
          )
      await expect.poll(async () => (await facts()).filter((fact) => fact.trim() === '').length).toBe(0)
      // A picture that turns out broken meanwhile is one more.
      await expect.poll(async () => (await facts()).length - (await products.rows.count())).toBe(0)
    })
  })

  await test.step('see the product that has the same picture, from Review', async () => {
    await app.quality.open()
    await app.quality.show('picture-same')
    await page.getByRole('button', { name: /^Review these/ }).click()
    await expect(app.review.name).toBeVisible()
    await most(1, async () => {
      await app.review.desk.getByRole('button', { name: 'Compare' }).first().click()
      await expect(page.getByRole('dialog', { name: 'Compare products' })).toBeVisible()
    })
    await keyboard.press('Escape')
  })

  await test.step('export the list', async () => {
    await saveInto(app, join(profile, 'exports'))
    await app.sidebar.view('Needs work').click()
    await expect(products.rows).toHaveCount(1)
    // Besides these: the button of the system's dialog.
    await most(2, async () => {
      const exported = new ExportDialog(page)
      await keyboard.press('ControlOrMeta+e')
      await expect(exported.dialog).toBeVisible()
      await keyboard.press('Enter')
      await expect(exported.line).toContainText('1 row')
    })
  })

  await test.step('come back to a view, whose number is there before', async () => {
    await expect(app.sidebar.view('With errors')).toHaveAccessibleDescription(/\d+ products/)
    await most(1, async () => {
      await app.sidebar.view('With errors').click()
      await expect(products.rows.first()).toBeVisible()
    })
  })
})

test('what changed after its approval is one click away, and a change of price one key', async ({
  app,
  store
}) => {
  needsKeychain()
  await connectTo(app, store)
  await app.syncedTimes(1)
  await app.products.row('Product 2').getByRole('rowheader').click()
  await app.page.keyboard.press('a')
  await expect(app.products.row('Product 2')).toContainText('Approved')
  changeShelf(store)
  await app.tools.sync()
  await app.syncedTimes(2)

  await app.review.open()
  const toReReview = await countGestures(app.page, async () => {
    await app.review.tab('Re-review').click()
    await expect(app.review.name).toHaveText('Product 2')
    await expect(app.review.changed).toBeVisible()
  })
  expect(total(toReReview)).toBeLessThanOrEqual(1)

  await app.changes.entry.click()
  await app.changes.kind('Price').click()
  await expect.poll(() => app.changes.labels()).toHaveLength(2)
  const toDecide = await countGestures(app.page, async () => {
    await app.page.keyboard.press('w')
    await expect.poll(() => app.changes.labels()).toEqual(['Product three: Price changed'])
  })
  expect(total(toDecide)).toBeLessThanOrEqual(1)
})
