import { Reviews } from './pages/reviews'
import { connectTo, expect, needsKeychain, test } from './fixtures'
import { expectUncovered } from './support/uncovered'
import type { App } from './support/app'
import type { FaultyStore } from '../support/faulty-store'
import { status } from '../support/hostile-images/hostile-server'

test.beforeEach(needsKeychain)

/** A small shop, copied whole, with the page Review open. */
async function openReview(app: App, store: FaultyStore): Promise<void> {
  await connectTo(app, store)
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  await app.review.open()
  await expect(app.review.name).toHaveText('Product 1')
}

test('a queue is gone through by keyboard alone, with notes, undo and a search, and goes on where it was after a restart', async ({
  launch,
  store
}) => {
  store.shelf.total = 60
  const first = await launch()
  await openReview(first, store)
  const { review } = first
  await test.step('every mark is one key, and leads to the next product', async () => {
    await review.press('a')
    await expect(review.name).toHaveText('Product 2')
    await expect(review.said).toHaveText('Product 1: Approved. Product 2, Unreviewed')
    await review.press('w')
    await expect(review.reasons).toBeVisible()
    await review.press('2')
    await expect(review.name).toHaveText('Product 3')
    await expect(review.said).toHaveText('Product 2: Needs work: Price')
    await review.press('i')
    await expect(review.name).toHaveText('Product 4')
    await expect(review.progress).toHaveText('3 of 60 reviewed · 1 needs work')
  })
  await test.step('one can go back, see the mark, and undo it', async () => {
    await review.press('k', 'ArrowLeft')
    await expect(review.name).toHaveText('Product 2')
    await expect(review.state).toHaveText('Needs work: Price')
    await review.press('u')
    await expect(review.said).toHaveText('Undone. Product 3: Unreviewed')
    await expect(review.name).toHaveText('Product 3')
    await expect(review.state).toHaveText('Unreviewed')
    await review.press('i')
    await expect(review.name).toHaveText('Product 4')
  })
  await test.step('a note is written and saved without a hand on the mouse', async () => {
    await review.press('n')
    await expect(review.note).toBeFocused()
    await expect(review.note).toBeEditable()
    await first.page.keyboard.type('The price is a wish.')
    await review.press('Control+Enter')
    await expect(review.said).toHaveText('Note saved. Now decide: A, W or I')
    await expect(review.name).toHaveText('Product 4')
    await review.press('j')
    await expect(review.name).toHaveText('Product 5')
    await review.press('k')
    await expect(review.note).toHaveValue('The price is a wish.')
    await review.press('j')
    await expect(review.name).toHaveText('Product 5')
  })
  await test.step('the queue is searched, and left as it was', async () => {
    await review.press('/')
    await expect(review.search).toBeFocused()
    await first.page.keyboard.type('Product 42')
    await expect(review.name).toHaveText('Product 42')
    await review.press('Enter', 'a')
    await expect(first.page.getByText('End of the queue')).toBeVisible()
    await review.press('/', 'Escape')
    await expect(review.name).toHaveText('Product 5')
  })
  await test.step('all keys are shown on a question mark', async () => {
    await review.press('Escape', '?')
    await expect(review.keys).toBeVisible()
    await review.press('Escape')
    await expect(review.keys).toBeHidden()
  })
  await review.press('j', 'j')
  await expect(review.name).toHaveText('Product 7')
  await first.close()

  const second = await launch()
  await second.review.open()
  await expect(second.review.name).toHaveText('Product 7')
  await expect(second.review.progress).toHaveText('4 of 60 reviewed · 1 needs work')
  await second.review.press('k')
  await expect(second.review.name, 'what was passed by is before it').toHaveText('Product 6')
})

test('a mark that was set far on in the queue is taken back there, and named with the way to it where no queue has it', async ({
  app,
  store
}) => {
  store.shelf.total = 150
  await openReview(app, store)
  const { page, review } = app
  await test.step('a tab that was clicked leaves the arrows with the product', async () => {
    await review.openTab('All')
    await review.press('ArrowRight')
    await expect(review.name).toHaveText('Product 2')
    await expect(review.tab('All')).toHaveAttribute('aria-selected', 'true')
  })
  await review.press('/')
  await page.keyboard.type('Product 120')
  await expect(review.name).toHaveText('Product 120')
  await review.press('Enter', 'a')
  await expect(review.progress).toContainText('1 of 150 reviewed')
  await review.press('/', 'Escape')
  await expect(review.search).toHaveValue('')
  await review.press('Escape')
  await expect(review.tab('To do')).toBeVisible()
  await review.openTab('To do')
  await expect(review.name).toHaveText('Product 1')
  await review.press('u')
  await expect(review.name).toHaveText('Product 120')
  await expect(review.state).toHaveText('Unreviewed')
  await review.press('k')
  await expect(review.name).toHaveText('Product 119')
  await review.press('w', '2')
  await expect(review.name).toHaveText('Product 120')
  await review.press('i')
  await review.openTab('Needs work')
  await expect(review.name).toHaveText('Product 119')
  const outcome = page.locator('[data-deed]')
  await review.press('f', 'u')
  await expect(outcome).toHaveText(/Undone\.\s+Product 120:\s*Unreviewed · Not in this queue/)
  await expect(review.said).toHaveText('Undone. Product 120: Unreviewed · Not in this queue')
  await review.press('f')
  await expect(review.name).toHaveText('Product 119')
  await review.openTab('Re-review')
  await expect(review.name).toHaveCount(0)
  await review.press('u')
  await expect(outcome).toHaveText(/Undone\.\s+Product 119:\s*Unreviewed/)
  await outcome.getByRole('button', { name: 'Show Product 119 in Products' }).click()
  await expect(new Reviews(page).details).toContainText('Product 119')
})

test('a product that changes after it was approved is in the queue again, with what changed', async ({
  app,
  store
}) => {
  store.shelf.total = 4
  await openReview(app, store)
  const { review } = app
  await test.step('everything is approved', async () => {
    for (const next of ['Product 2', 'Product 3', 'Product 4']) {
      await review.press('a')
      await expect(review.name).toHaveText(next)
    }
    await review.press('a')
    await expect(app.page.getByText('All done')).toBeVisible()
  })
  store.shelf.edits.set(2, { name: 'Product 2, mended', price: 12 })
  await review.press('F5')
  await test.step('the sync brings it back', async () => {
    await expect(review.name).toHaveText('Product 2, mended')
    await expect(review.state).toHaveText('Re-review')
    await expect(review.changed).toContainText('mended')
    await expect(review.changed).toContainText('12')
  })
  await review.press('a')
  await expect(app.page.getByText('All done')).toBeVisible()
})

test('the title of a product stands where it does, however long the words of its state and its buttons are', async ({
  app,
  store
}) => {
  store.shelf.total = 2
  await openReview(app, store)
  const { page, review } = app
  await page.evaluate(() => window.vitrine.call('preferences:set', { language: 'de' }))
  await page.setViewportSize({ width: 960, height: 700 })
  await review.press('a')
  await expect(review.name).toHaveText('Product 2')
  const top = async (): Promise<number | undefined> => (await review.name.boundingBox())?.y
  const unmarked = await top()
  await review.press('k')
  await expect(review.state).toHaveText('Freigegeben')
  expect(await top()).toBe(unmarked)
  store.shelf.edits.set(1, { price: 77 })
  await page.keyboard.press('F5')
  await expect(review.state).toHaveText('Erneut prüfen')
  expect(await top()).toBe(unmarked)
})

test('what a sync makes of the product on screen is told, not swapped in, and is never approved unseen', async ({
  app,
  store
}) => {
  store.shelf.total = 10
  await openReview(app, store)
  const { review } = app
  store.shelf.edits.set(1, { price: 77 })
  await review.press('F5')
  await expect(app.page.getByText('This product has just changed')).toBeVisible()
  await review.press('a')
  await expect(
    app.page.getByText('Not approved: it changed while you were looking at it', { exact: true })
  ).toBeVisible()
  await expect(review.name).toHaveText('Product 1')
  await expect(review.state).toHaveText('Unreviewed')
  // It may have come back to the screen after the next product was on it.
  await expect(review.button('Approve')).toBeEnabled()
  await review.press('a')
  await expect(review.name).toHaveText('Product 2')
})

test('what a sync makes of the product on screen is told once, with what was found of it in sight', async ({
  app,
  store
}) => {
  store.shelf.total = 10
  await openReview(app, store)
  const { review, page } = app
  await page.setViewportSize({ width: 1280, height: 800 })
  store.shelf.edits.set(1, { name: 'Oak bowl', price: 0, description: 'Turned from one piece of oak.' })
  await review.press('F5')
  await expect(page.getByText('This product has just changed')).toBeVisible()
  const found = page.locator('[data-told-finding]')
  await expectUncovered(found)
  await page.getByRole('button', { name: 'Show update' }).click()
  await expect(review.name).toHaveText('Oak bowl')
  await expectUncovered(found)
  await expect(page.locator('[data-newer]')).toContainText('Turned from one piece of oak')
  await expect(page.locator('[data-unseen]')).toHaveCount(0)
})

test('that a product is not approved is said in a small window with large texts, too', async ({
  app,
  store
}) => {
  store.shelf.total = 10
  await openReview(app, store)
  await app.page.setViewportSize({ width: 960, height: 600 })
  await app.page.evaluate(() => window.vitrine.call('preferences:set', { textSize: 200 }))
  store.shelf.edits.set(1, { price: 77 })
  await app.review.press('F5')
  await expect(app.page.getByText('This product has just changed')).toBeAttached()
  const said = app.page.locator('[data-deed-below]')
  await app.review.press('a')
  await expect(said).toContainText('The findings of Product 1 were out of sight')
  await app.review.press('a')
  await expect(said).toContainText('not approved')
  await expectUncovered(said)
  await app.page.evaluate(() => window.vitrine.call('preferences:set', { textSize: 100 }))
  await expect(said, 'once: there is room for it beside the marks').toBeHidden()
})

test('the name is in sight to its end in a small window with large texts, with the price and the state', async ({
  app,
  store
}) => {
  const name = 'Moon Phases, framed print 50 × 70 cm, by the light of three moons, in smoked oak'
  store.shelf.edits.set(2, { name, price: 77 })
  await openReview(app, store)
  await app.review.press('j')
  await expect(app.review.name).toHaveText(name)
  await app.page.setViewportSize({ width: 960, height: 600 })
  for (const textSize of [150, 200]) {
    await app.page.evaluate((wish) => window.vitrine.call('preferences:set', wish), { textSize })
    await expectUncovered(app.review.name)
    const isCut = await app.review.name.evaluate(
      ({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1
    )
    expect(isCut).toBe(false)
    await expectUncovered(app.review.desk.getByText('77.00', { exact: true }))
    await expectUncovered(app.review.state)
  }
})

test('a note and its buttons are in sight as it is written and grows, in a small window with large texts', async ({
  app,
  store
}) => {
  const description = 'A description of many words, which needs more lines than such a window has. '.repeat(5)
  store.shelf.edits.set(1, { description })
  await openReview(app, store)
  const { review, page } = app
  await page.setViewportSize({ width: 960, height: 600 })
  const save = review.desk.getByRole('button', { name: 'Save note' })
  for (const textSize of [150, 200]) {
    await page.evaluate((wish) => window.vitrine.call('preferences:set', wish), { textSize })
    await review.press('n')
    await expect(review.note).toBeFocused()
    await expect(review.note).toBeEditable()
    await expectUncovered(review.note)
    for (const line of ['One line', 'another one', 'a third one', 'and more', 'than there is room for']) {
      await page.keyboard.type(line)
      await expectUncovered(review.note)
      await expectUncovered(save)
      await review.press('Enter')
    }
    await page.keyboard.press('Control+Enter')
    await expect(review.said).toContainText('Note saved')
    await review.press('j')
  }
})

test('beside the picture alone the name, the price and the state are told in a small window with large texts', async ({
  app,
  store
}) => {
  await openReview(app, store)
  const { review, page } = app
  await page.setViewportSize({ width: 960, height: 600 })
  await review.press('a', 'k', 'f')
  for (const textSize of [100, 150, 200]) {
    await page.evaluate((wish) => window.vitrine.call('preferences:set', wish), { textSize })
    for (const words of ['Product 1', 'Approved'])
      await expectUncovered(review.desk.getByText(words, { exact: true }))
    await expectUncovered(review.desk.locator('[data-told-price]'))
  }
})

test('beside the picture alone the keyboard comes to nothing that lies under it', async ({ app, store }) => {
  await openReview(app, store)
  const { review, page } = app
  await review.press('f')
  const covered = page.getByRole('navigation', { name: 'Main' })
  await expect(covered).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
  const place = (): Promise<string> =>
    page.evaluate(() => {
      const at = document.activeElement
      if (at === null || at === document.body) return 'nowhere'
      return at.closest('main') === null ? 'under the picture' : 'beside the picture'
    })
  for (const key of ['Tab', 'Shift+Tab', 'F6']) {
    const places = new Set<string>()
    for (let press = 0; press < 15; press += 1) {
      await page.keyboard.press(key)
      places.add(await place())
    }
    expect(places, key).toContain('beside the picture')
    expect(places, key).not.toContain('under the picture')
  }
  await page.evaluate(() => document.getElementById('main')?.focus())
  await page.keyboard.press('Escape')
  await expect(covered).toBeVisible()
})

test('no tile of the grid is cut at the side, however wide the window is', async ({ app, store }) => {
  await openReview(app, store)
  const { review, page } = app
  await review.press('g')
  // In steps that are narrower than the edges beside the tiles, over the width of one of them.
  for (let width = 1000; width <= 1240; width += 20) {
    await page.setViewportSize({ width, height: 700 })
    const beyond = (): Promise<number> => review.grid.evaluate((grid) => grid.scrollWidth - grid.clientWidth)
    await expect.poll(beyond, `${width} px`).toBe(0)
  }
})

test('the tile that keys are for is whole in sight in a small window with large texts, with a picture as large as ever', async ({
  app,
  store
}) => {
  await openReview(app, store)
  const { review, page } = app
  await page.setViewportSize({ width: 960, height: 600 })
  await review.press('g')
  const tile = review.grid.locator('[aria-current]')
  for (const textSize of [100, 150, 200]) {
    await page.evaluate((wish) => window.vitrine.call('preferences:set', wish), { textSize })
    await review.press('ArrowRight')
    await expect(tile).toBeInViewport({ ratio: 0.99 })
    await expectUncovered(tile.locator('[data-told-name]'))
    await expectUncovered(tile.locator('[data-told-price]'))
    const picture = tile.locator('.picture')
    await expect(picture).toBeInViewport({ ratio: 1 })
    await expect.poll(async () => (await picture.boundingBox())?.width ?? 0).toBeGreaterThanOrEqual(184)
  }
})

test('the price is in sight in a small window with large texts, beside a long name and a change', async ({
  app,
  store
}) => {
  store.shelf.total = 3
  await openReview(app, store)
  const name = 'A lamp of brass and glass, of which somebody wrote all that can be said of a lamp in its name'
  store.shelf.edits.set(1, { price: 77, name, description: 'Of brass.' })
  await app.review.press('F5')
  await expect(app.page.getByText('This product has just changed')).toBeAttached()
  // It is not taken, and shows the product as it is now; where what was found lies below what changed, the first press brings that into sight.
  await expect(async () => {
    await app.review.press('a')
    await expect(app.page.getByRole('heading', { name })).toBeVisible({ timeout: 2000 })
  }).toPass()
  await app.page.setViewportSize({ width: 800, height: 600 })
  const price = app.page.getByRole('group', { name: 'Product' }).getByText('77.00', { exact: true }).first()
  for (const textSize of [150, 200]) {
    await app.page.evaluate((wish) => window.vitrine.call('preferences:set', wish), { textSize })
    await expectUncovered(price)
  }
})

test('fault 134: keys that are pressed faster than marks are saved mark each what was on screen then', async ({
  app,
  store
}) => {
  store.shelf.total = 30
  await openReview(app, store)
  const { review } = app
  await review.press('a', 'a', 'w', '3', 'a', 'a', 'i')
  await expect(review.name).toHaveText('Product 7')
  await expect(review.progress).toHaveText('6 of 30 reviewed · 1 needs work')
  await review.press('k', 'k', 'k', 'k')
  await expect(review.name).toHaveText('Product 3')
  await expect(review.state).toHaveText('Needs work: Name')
})

test('fault 134: keys right after Undo are for the product that comes back', async ({ app, store }) => {
  store.shelf.total = 30
  await openReview(app, store)
  const { review } = app
  for (const n of [1, 2, 3, 4, 5, 6]) {
    await review.press('a', 'u', 'i')
    await expect(review.name).toHaveText(`Product ${n + 1}`)
    await expect(review.said).toContainText(`Product ${n}: Ignored`)
    await expect(review.state).toHaveText('Unreviewed')
  }
  await expect(review.progress).toHaveText('6 of 30 reviewed')
})

test('a dialog that is closed before it has come is gone at once, and takes no key that is pressed next', async ({
  app,
  store
}) => {
  store.shelf.total = 3
  await openReview(app, store)
  const { page, review } = app
  const leavesDialog = await page.evaluate(async () => {
    const press = (key: string): void => {
      const target = document.activeElement ?? document.body
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    }
    const dialog = (): Element | null => document.querySelector('[role="dialog"]')
    // No frame is painted meanwhile: the animation by which it comes has not begun.
    for (const key of ['?', 'Escape']) {
      press(key)
      const isOpen = key === '?'
      for (let turn = 0; turn < 1000 && (dialog() !== null) !== isOpen; turn += 1) await Promise.resolve()
      if (isOpen && dialog() === null) throw new Error('no dialog has opened')
    }
    return dialog() !== null
  })
  expect(leavesDialog).toBe(false)
  await review.press('j')
  await expect(review.name).toHaveText('Product 2')
})

test('a mark by a key moves nothing on the page by itself: each frame of that would hold up the next key', async ({
  app,
  store
}) => {
  store.shelf.total = 30
  await openReview(app, store)
  const { page, review } = app
  await expect(page.locator('[data-product] .look img.picture.loaded')).toBeVisible()
  await page.evaluate(() => {
    const moved: string[] = []
    Object.assign(window, { moved })
    const note = ({ target }: Event): void => {
      // What tells of waiting comes only where a machine is slow.
      const isWait = target instanceof Element && target.matches('.spinner, .wait, .skeleton')
      if (target instanceof HTMLElement && !isWait) moved.push(target.className)
    }
    document.addEventListener('transitionrun', note)
    document.addEventListener('animationstart', note)
  })
  await review.press('a', 'i', 'i')
  await expect(review.name).toHaveText('Product 4')
  await expect(review.progress).toHaveText('3 of 30 reviewed')
  expect(await page.evaluate(() => Reflect.get(window, 'moved') as unknown)).toEqual([])
})

test('fault 134: marks that wait to be saved when the window is closed are saved', async ({
  launch,
  store
}) => {
  store.shelf.total = 90
  const first = await launch()
  await openReview(first, store)
  // As fast as products are painted, so that marks wait when the page goes: each takes a write to the disk.
  await first.page.evaluate(async () => {
    for (const key of 'aii'.repeat(10)) {
      const shown = document.querySelector('[data-product]')?.getAttribute('data-product')
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      while (document.querySelector('[data-product]')?.getAttribute('data-product') === shown)
        await new Promise(requestAnimationFrame)
    }
  })
  await first.close()
  const { review } = await launch()
  await review.open()
  await expect(review.progress).toHaveText('30 of 90 reviewed')
})

test('fault 135: nothing moves the buttons of a product, and a second click on what has gone acts on nothing', async ({
  app,
  store
}) => {
  store.shelf.total = 10
  await openReview(app, store)
  const { review } = app
  const place = (): Promise<unknown> => review.button('Ignore').boundingBox()
  const before = await place()
  await review.press('a')
  await expect(review.name).toHaveText('Product 2')
  expect(await place()).toEqual(before)
  await expect(review.progress).toHaveText('1 of 10 reviewed')
  await review.button('Approve').dblclick({ delay: 50 })
  await expect(review.name).toHaveText('Product 3')
  await expect(review.progress).toHaveText('2 of 10 reviewed')
})

test('what came of a key can be read to its end beside the marks, also in a small window and in longer words', async ({
  app,
  store
}) => {
  store.shelf.total = 3
  store.shelf.edits.set(2, { name: 'Hav hand trowel with a long wooden handle, chalk white' })
  await openReview(app, store)
  await app.review.press('j')
  const deed = app.page.locator('[data-deed]')
  const cutBy = (): Promise<number> =>
    deed.evaluate((element) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      let last: Node = element
      while (texts.nextNode()) if (texts.currentNode.textContent?.trim()) last = texts.currentNode
      const state = document.createRange()
      state.selectNode(last)
      const [all, end] = [element.getBoundingClientRect(), state.getBoundingClientRect()]
      return Math.max(end.right - all.right, end.bottom - all.bottom)
    })
  for (const [language, state, same] of [
    ['en', 'Unreviewed', 'already needs work'],
    ['de', 'Ungeprüft', 'schon zur Nacharbeit markiert']
  ] as const) {
    await app.page.evaluate((wish) => window.vitrine.call('preferences:set', wish), { language })
    await expect(app.page.locator('html')).toHaveAttribute('lang', language)
    for (const width of [1280, 960]) {
      await app.page.setViewportSize({ width, height: 700 })
      await app.review.press('w', '2', 'u')
      await expect(deed).toContainText(state)
      expect(await cutBy(), `${language}, ${width}`).toBeLessThanOrEqual(1)
      await app.review.press('w', '2', 'k', 'w', '2')
      await expect(deed).toContainText(same)
      expect(await cutBy(), `${language}, ${width}, unchanged`).toBeLessThanOrEqual(1)
      await app.review.press('u')
      await expect(deed).toContainText(state)
    }
  }
  await app.page.evaluate(() => window.vitrine.call('preferences:set', { language: 'en' }))
  await app.review.press('k')
  await expect(app.review.name).toHaveText('Product 1')
  await app.review.press('w', '2', 'i')
  await app.review.openTab('Needs work')
  await expect(app.review.name).toHaveText('Product 1')
  await app.review.press('u')
  for (const [language, elsewhere] of [
    ['en', 'Not in this queue'],
    ['de', 'Nicht in der Prüfliste'],
    ['fr', 'Pas dans cette file'],
    ['es', 'No está en esta cola'],
    ['ar', 'ليس في هذه القائمة']
  ] as const) {
    await app.page.evaluate((wish) => window.vitrine.call('preferences:set', wish), { language })
    await expect(deed).toContainText(elsewhere)
    for (const width of [1280, 960]) {
      await app.page.setViewportSize({ width, height: 700 })
      expect(await cutBy(), `${language}, ${width}, elsewhere`).toBeLessThanOrEqual(1)
    }
  }
})

test('in the strip the sign of a picture that cannot be shown is in the middle', async ({ app, store }) => {
  store.shelf.total = 3
  store.pictures.set(2, status(404))
  await openReview(app, store)
  const sign = app.page.locator('.strip .absent .icon')
  const offCenter = (): Promise<number> =>
    sign.evaluate((icon) => {
      const centerOf = (element: Element): [number, number] => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return [x + width / 2, y + height / 2]
      }
      const [[x, y], [ownX, ownY]] = [centerOf(icon.closest('button') ?? icon), centerOf(icon)]
      return Math.max(Math.abs(x - ownX), Math.abs(y - ownY))
    })
  await expect(sign).toBeVisible()
  expect(await offCenter()).toBeLessThanOrEqual(1)
})

test('the head of Review names its list once, with all tabs beside it', async ({ app, store }) => {
  const name = 'Hand-blown decanter of smoked glass'
  store.shelf.edits.set(2, { name })
  await openReview(app, store)
  const { page, review } = app
  await page.setViewportSize({ width: 1280, height: 800 })
  const head = page.locator('header', { has: page.getByRole('tablist') })
  const more = page.locator('[data-more-tabs]')
  await expect(head.getByText('Whole catalog', { exact: true })).toBeVisible()
  // A mark, so that the pace is told as well.
  await review.press('i')
  await app.sidebar.products.click()
  await app.tools.search.fill(name)
  await expect(app.products.rows).toHaveCount(1)
  await review.fromList.click()
  await expect(review.name).toHaveText(name)
  await expect(head.getByText(`“${name}”`)).toHaveCount(1)
  await expect(more).toBeHidden()
  await expectUncovered(review.tab('All'))
})

test('a queue is made of what the page of products lists', async ({ app, store }) => {
  store.shelf.edits.set(7, { name: 'Crème teapot' })
  store.shelf.edits.set(90, { name: 'Iron teapot' })
  await connectTo(app, store)
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  await app.tools.search.fill('teapot')
  await expect(app.products.rows).toHaveCount(2)
  await app.review.fromList.click()
  await expect(app.review.progress).toHaveText('0 of 2 reviewed')
  await app.review.button('Approve').click()
  await expect(app.review.progress).toHaveText('1 of 2 reviewed')
  await app.review.button('Needs work').click()
  await app.review.reasons.getByRole('button', { name: 'Picture' }).click()
  await expect(app.page.getByText('All done')).toBeVisible()
  // What is to be decided elsewhere comes first; what needs work can be gone back to.
  await expect(app.page.getByRole('button', { name: /^Review all that is left \(/ })).toBeVisible()
  await app.page.getByRole('button', { name: 'Back to the last product' }).click()
  await expect(app.review.state).toHaveText('Needs work: Picture')
})

test('the queue comes by no product that was decided on in the list meanwhile, and keeps what was decided', async ({
  app,
  store
}) => {
  store.shelf.total = 5
  await openReview(app, store)
  await app.review.press('a')
  await expect(app.review.name).toHaveText('Product 2')
  await app.sidebar.products.click()
  for (const [name, key, state] of [
    ['Product 2', 'a', 'Approved'],
    ['Product 4', 'i', 'Ignored']
  ] as const) {
    await app.products.row(name).getByRole('rowheader').click()
    await app.page.keyboard.press(key)
    await expect(app.products.row(name)).toContainText(state)
  }
  await app.review.open()
  await expect(app.review.name).toHaveText('Product 3')
  await app.review.press('a')
  await expect(app.review.name).toHaveText('Product 5')
  await app.review.press('a')
  await expect(app.page.getByText('All done')).toBeVisible()
  await app.sidebar.products.click()
  await expect(app.products.row('Product 4')).toContainText('Ignored')
})

test('the grid is found as a wheel left it scrolled, and a key is held for the tile that is out of sight', async ({
  app,
  store
}) => {
  await openReview(app, store)
  const { page, review } = app
  await review.press('g', 'ArrowRight')
  const scrollTop = (): Promise<number> => review.grid.evaluate((grid) => Math.round(grid.scrollTop))
  const current = review.grid.locator('[aria-current]')
  await expect(current).toBeFocused()
  await review.grid.hover()
  await page.mouse.wheel(0, 1800)
  await expect.poll(scrollTop).toBe(1800)
  for (const [away, back] of [
    ['F1', 'Escape'],
    ['Control+2', 'Control+3']
  ] as const) {
    await page.keyboard.press(away)
    await expect(review.entry).not.toHaveAttribute('aria-current')
    await page.keyboard.press(back)
    await expect(review.grid).toBeVisible()
    await expect.poll(scrollTop).toBe(1800)
  }
  await page.keyboard.press('a')
  await expect(current).toBeInViewport()
  await expect(review.progress).toContainText('0 of 240')
  await expect.poll(scrollTop).toBeLessThan(400)
})
