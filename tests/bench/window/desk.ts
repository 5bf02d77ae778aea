import type { Page } from 'playwright'

declare global {
  interface Window {
    /** ms from each key to the next product painted with its sharp picture; Infinity: that did not come. */
    deskTimes?: number[]
  }
}

/** Products that are marked by keys, ms from each key to the next one, and how many of the marks were not saved. */
export interface Pressed {
  times: number[]
  lost: number
}

/** ms between two keys: 5 a second. */
const pace = 200

/** Opens Review and ignores so many products by keys, while the pictures of the whole catalog are fetched. */
export async function pressThrough(page: Page, connectionId: string, count: number): Promise<Pressed> {
  await page.evaluate(
    (id) => window.vitrine.call('pictures:keep', { connectionId: id, keep: 'previews' }),
    connectionId
  )
  await page.keyboard.press('ControlOrMeta+3')
  await page.locator('[data-product] .look img').first().waitFor()
  await page.evaluate(timeKeys)
  for (let n = 0; n < count; n += 1) {
    const next = performance.now() + pace
    await page.keyboard.press('i')
    await page.waitForTimeout(Math.max(0, next - performance.now()))
  }
  await page.waitForFunction((pressed) => (window.deskTimes?.length ?? 0) >= pressed, count)
  const times = await page.evaluate(() => window.deskTimes ?? [])
  const lost = await page.evaluate(
    async ([id, pressed]) => {
      const productQuery = { search: '', sort: null }
      const told = await window.vitrine.call('reviews:progress', { connectionId: id, productQuery })
      return told.ok ? pressed - told.value.ignored : pressed
    },
    [connectionId, count] as const
  )
  return { times, lost }
}

/** In the page: how long each key takes to the next product and its picture, both painted. Gives up after 10 s. */
function timeKeys(): void {
  window.deskTimes = []
  const desk = (): HTMLElement | null => document.querySelector('[data-product]')
  const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve))
  const afterPaint = async (): Promise<void> => {
    await frame()
    const { port1, port2 } = new MessageChannel()
    await new Promise<void>((resolve) => {
      port1.onmessage = () => resolve()
      port2.postMessage(null)
    })
  }
  // What comes in a microtask after a key is in the frame of that key; to look in the next one would count it twice.
  const changeOrFrame = (): Promise<void> =>
    new Promise((resolve) => {
      const go = (): void => {
        seen.disconnect()
        resolve()
      }
      const seen = new MutationObserver(go)
      seen.observe(document.body, { subtree: true, childList: true, attributes: true })
      requestAnimationFrame(go)
    })
  /** The picture as the desk shows it, not the smaller one that stands in for it; a product without any has none. */
  const isSharp = (): boolean => {
    const shown = desk()?.querySelector<HTMLImageElement>('.look img.picture')
    return shown === null || shown === undefined || (shown.complete && shown.classList.contains('loaded'))
  }
  window.addEventListener(
    'keydown',
    ({ key, timeStamp }) => {
      if (key !== 'i') return
      const before = desk()?.dataset.product
      const wait = async (): Promise<void> => {
        while (desk()?.dataset.product === before || !isSharp()) {
          if (performance.now() - timeStamp > 10_000) {
            window.deskTimes?.push(Infinity)
            return
          }
          await changeOrFrame()
        }
        await desk()
          ?.querySelector<HTMLImageElement>('.look img.picture')
          ?.decode()
          .catch(() => undefined)
        await afterPaint()
        window.deskTimes?.push(performance.now() - timeStamp)
      }
      void wait()
    },
    true
  )
}
