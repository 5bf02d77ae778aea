import { readFile, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from './support/app'
import { expect, test } from './fixtures'

/** Starts the app with the demo store, as often as a test wants. */
const demo = { args: ['--demo'] }

/** A page further on and scrolled, as it is kept over restarts. */
async function leaveSomewhere(app: App): Promise<void> {
  await app.products.goTo(3)
  await expect(app.products.range(/^51–75/)).toBeVisible()
  await app.page.locator('[data-scroller]').evaluate((list) => list.scrollTo({ top: 200 }))
  await expect.poll(async () => (await app.keptView())?.scrollTop).toBe(200)
  await app.products.expectPictures()
}

/** When things happened at the start, ms from the beginning of the page; `script`: the app's own began to run. */
function courseOf(app: App): Promise<{ seen: number; script: number; inUse: number }> {
  return app.page.evaluate(() => {
    const marked = (name: string): number => performance.getEntriesByName(name)[0]?.startTime ?? NaN
    return { seen: marked('first-rows'), script: marked('app-script'), inUse: marked('rows-in-use') }
  })
}

async function isSeenFirst(app: App): Promise<boolean> {
  await expect(async () => {
    const { script, inUse } = await courseOf(app)
    expect(script).toBeLessThan(inUse)
  }).toPass()
  const { seen, script } = await courseOf(app)
  return seen < script
}

test('a start shows the page as it was left, before the app itself is loaded, and then goes on from there', async ({
  launch,
  profile
}) => {
  const file = join(profile, 'page-snapshot.json')
  const first = await launch(demo)
  expect(await isSeenFirst(first)).toBe(false)
  // Offered by the first run alone.
  await first.page.getByRole('button', { name: 'No, thanks' }).click()
  await leaveSomewhere(first)
  await first.close()
  const left = await readFile(file, 'utf8')
  const second = await launch(demo)
  expect(await isSeenFirst(second)).toBe(true)
  await expect(second.products.range(/^51–75/)).toBeVisible()
  // It is shown once: a run that ends badly has left nothing that is true of its end.
  await expect(stat(file)).rejects.toThrow('ENOENT')
  await second.products.expectPictures()
  expect(await differencesTo(second, JSON.parse(left))).toEqual([])
})

test('a snapshot is not shown of a page that is not as it was, nor after a crash', async ({
  launch,
  profile
}) => {
  const first = await launch(demo)
  // What is found out of pictures is written to the copy, and a page of an earlier state of it is not shown again.
  await first.products.expectPictures()
  await first.close()
  const settings = join(profile, 'settings.json')
  await utimes(settings, new Date(), new Date())
  const second = await launch(demo)
  expect(await isSeenFirst(second)).toBe(false)
  await second.products.expectPictures()
  await second.close()
  const third = await launch(demo)
  expect(await isSeenFirst(third)).toBe(true)
  const ended = new Promise((resolve) => third.electron.process().once('exit', resolve))
  third.electron.process().kill('SIGKILL')
  await ended
  const fourth = await launch(demo)
  expect(await isSeenFirst(fourth)).toBe(false)
})

test('of a page on which something is chosen no snapshot is left', async ({ launch, profile }) => {
  const app = await launch(demo)
  await app.page.getByRole('checkbox', { name: /^Tavira bottle/ }).click()
  await app.close()
  await expect(stat(join(profile, 'page-snapshot.json'))).rejects.toThrow('ENOENT')
})

/** Lays a snapshot over the page that it is of, and tells which of its parts stand elsewhere or say something else. */
function differencesTo(app: App, { html }: { html: string }): Promise<string[]> {
  return app.page.evaluate((text) => {
    const given = new DOMParser().parseFromString(text, 'text/html')
    const snapshot = given.getElementById('snapshot')
    const rules = new CSSStyleSheet()
    rules.replaceSync(given.querySelector('style')?.textContent ?? '')
    if (snapshot === null) return ['There is no snapshot.']
    document.adoptedStyleSheets = [rules]
    snapshot.dataset.lettered = ''
    document.body.append(snapshot)
    const parts = [
      'h1',
      '[role=columnheader]',
      '[data-index]',
      '[data-index] img',
      'nav button',
      'main button',
      'select',
      'input'
    ]
    const seenIn = (root: Element | null): string[] =>
      parts.flatMap((part) =>
        [...(root?.querySelectorAll<HTMLElement>(part) ?? [])]
          .map((element) => ({ element, box: element.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0 && box.bottom > 0 && box.top < innerHeight)
          .map(({ element, box: { x, y, width, height } }) => {
            const words =
              element instanceof HTMLInputElement || element instanceof HTMLSelectElement
                ? element.value
                : element.innerText
            return `${part} ${[x, y, width, height].map(Math.round).join(' ')} ${words}`
          })
      )
    const [now, then] = [seenIn(document.getElementById('app')), seenIn(snapshot)]
    snapshot.remove()
    if (now.length < 50) return [`Only ${now.length} parts are on the page.`]
    return [...now.filter((part) => !then.includes(part)), ...then.filter((part) => !now.includes(part))]
  }, html)
}
