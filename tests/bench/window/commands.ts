import type { Page } from 'playwright'

declare global {
  interface Window {
    /** Those keys that took 16 ms or more to change something on screen. */
    slowKeys?: PressedKey[]
  }
}

/** A key, as `Ctrl+k`, and how long it took to change something on screen, ms. */
export interface PressedKey {
  key: string
  ms: number
}

/** What Chromium tells of events: nothing of those that are painted sooner, ms. */
const leastTold = 16
/** ms between two keys. */
const pace = 120

/** The keys of the command table, page by page, so that each finds something to do. Those that begin a sync are not among them. */
const keys = {
  products: [
    ...[
      'ArrowDown',
      'a',
      'w',
      '1',
      'w',
      'Escape',
      'i',
      'u',
      'ArrowUp',
      'c',
      'd',
      'd',
      'n',
      'Escape',
      'p',
      'Escape'
    ],
    ...[
      'Mod+a',
      'Escape',
      'Mod+Shift+f',
      'Mod+Shift+f',
      'Mod+f',
      'Escape',
      'Mod+b',
      'Mod+b',
      'Mod+k',
      'Escape'
    ],
    ...['Mod+ArrowRight', 'Mod+ArrowLeft', 'Mod+e', 'Escape', 'Mod+/', 'Escape', 'Mod+z']
  ],
  review: [
    ...[
      'j',
      'k',
      'a',
      'w',
      '1',
      'i',
      'c',
      'u',
      'z',
      'z',
      'f',
      'f',
      'g',
      'g',
      't',
      't',
      '/',
      'Escape',
      '?',
      'Escape'
    ],
    ...['n', 'Escape', 'Mod+z']
  ],
  pages: ['Mod+4', 'j', 'd', 'd', 'Mod+5', 'Mod+1', 'F1', 'Mod+,', 'Mod+n', 'Mod+6', 'Mod+2']
} as const

/** Presses every command's keys so often. Returns each press, of those that Chromium tells nothing of with `leastTold`. */
export async function pressCommands(page: Page, rounds: number): Promise<PressedKey[]> {
  let pressed = 0
  const press = async (each: string): Promise<void> => {
    await page.keyboard.press(each.replace('Mod', 'ControlOrMeta'))
    await page.waitForTimeout(pace)
    pressed += 1
  }
  await page.evaluate((least) => {
    window.slowKeys = []
    // Ctrl and Shift alone do nothing: they wait for the frame of the key that follows, which is counted itself.
    const pressed = new Map<number, string>()
    const note = ({ key, ctrlKey, timeStamp }: KeyboardEvent): void => {
      if (!['Control', 'Shift', 'Meta', 'Alt'].includes(key))
        pressed.set(timeStamp, ctrlKey ? `Ctrl+${key}` : key)
    }
    window.addEventListener('keydown', note, { capture: true })
    new PerformanceObserver((list) => {
      for (const { name, duration: ms, startTime } of list.getEntries()) {
        const key = pressed.get(startTime)
        if (name === 'keydown' && key !== undefined) window.slowKeys?.push({ key, ms })
      }
    }).observe({ type: 'event', durationThreshold: least } as PerformanceObserverInit)
  }, leastTold)
  for (let round = 0; round < rounds; round += 1) {
    await press('Mod+2')
    await clickRow(page)
    for (const each of keys.products) await press(each)
    await press('Mod+3')
    await page.locator('[data-product]').first().waitFor()
    for (const each of keys.review) await press(each)
    for (const each of keys.pages) await press(each)
  }
  const slow = await page.evaluate(() => window.slowKeys ?? [])
  const quick = Array.from({ length: Math.max(0, pressed - slow.length) }, () => ({ key: '', ms: leastTold }))
  return [...slow, ...quick]
}

/** Clicks the row in the middle of the list: where that was scrolled, the first ones in the document are not in sight. */
async function clickRow(page: Page): Promise<void> {
  // The view that the round before opened has filters, under which there may be no row.
  const clear = page.getByRole('button', { name: 'Clear all', exact: true })
  if (await clear.isVisible()) await clear.click()
  await page
    .locator('[aria-label="Products"] tbody:not([aria-hidden=true]) [role=rowheader]')
    .first()
    .waitFor()
  const box = await page.locator('[data-scroller]:has([aria-label="Products"])').boundingBox()
  if (box === null) throw new Error('The list is not in sight')
  await page.mouse.click(box.x + box.width / 3, box.y + box.height / 2)
}

/** Syncs, checks and exports the catalog again and again, until the returned function is called. */
export async function keepBusy(page: Page, connectionId: string): Promise<() => Promise<void>> {
  await page.evaluate((id) => {
    const { vitrine } = window
    const ended = async (isOver: () => Promise<boolean>): Promise<void> => {
      while (!(await isOver())) await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const goesOn = (): boolean => document.documentElement.dataset.benchIdle === undefined
    const sync = async (): Promise<void> => {
      while (goesOn()) {
        await vitrine.call('sync:start', { connectionId: id })
        await ended(async () => {
          const state = await vitrine.call('sync:state', { connectionId: id })
          return !state.ok || state.value.phase === 'idle'
        })
        await vitrine.call('audit:run', { connectionId: id })
      }
    }
    const exports = async (): Promise<void> => {
      const known = await vitrine.call('export:choices', undefined)
      if (!known.ok) return
      const words = {
        connectionId: id,
        words: '',
        columns: ['id' as const, 'name' as const, 'price' as const]
      }
      while (goesOn()) {
        const of = { productQuery: {} }
        await vitrine.call('export:start', {
          ...words,
          of,
          choices: { ...known.value, format: 'json' }
        })
        await ended(async () => {
          const state = await vitrine.call('export:state', undefined)
          return (
            !state.ok ||
            state.value === null ||
            !['preparing', 'writing', 'finishing'].includes(state.value.phase)
          )
        })
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    }
    void sync()
    void exports()
  }, connectionId)
  return () => page.evaluate(() => void (document.documentElement.dataset.benchIdle = ''))
}
