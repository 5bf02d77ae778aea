// Functions that run inside a page, sent there whole by Playwright's `evaluate`: nothing around them is there.

export interface Turn {
  /** CSS selector of the button that turns the page. */
  button: string
  /** CSS selector of what holds the rows and scrolls, in sight as a whole. */
  table: string
  /** CSS selector of a row within it. */
  row: string
  /** Of each of the new page's rows, from the first: a text in it, and whether it has a picture. */
  expected: { text: string; pictured: boolean }[]
}

/**
 * Turns the page by a click, and waits until the rows in sight and their pictures are painted: all expected texts are
 * there, as are all pictures, every picture in sight is decoded, and the frame with them has been presented. ms from the click.
 */
export async function turnPage({ button, table, row, expected }: Turn): Promise<number> {
  const place = document.querySelector(table)
  const pressed = document.querySelector<HTMLElement>(button)
  if (place === null || pressed === null) throw new Error(`There is no ${place === null ? table : button}.`)
  const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve))
  const afterPaint = async (): Promise<void> => {
    await frame()
    const { port1, port2 } = new MessageChannel()
    await new Promise<void>((resolve) => {
      port1.onmessage = () => resolve()
      port2.postMessage(null)
    })
  }
  // A table that renders in a microtask after the click has its rows in the same frame as one that renders within the
  // click: to look again only in the frame after next would count that frame twice.
  const changeOrFrame = (): Promise<void> =>
    new Promise((resolve) => {
      const seen = new MutationObserver(() => go())
      const go = (): void => {
        seen.disconnect()
        resolve()
      }
      // A table may also have made its rows before, and only show them.
      seen.observe(place, { subtree: true, childList: true, characterData: true, attributes: true })
      requestAnimationFrame(go)
    })
  const bounds = place.getBoundingClientRect()
  // Only rows are asked where they are: a question about a picture would lay out what is skipped out of sight.
  const rowsInSight = (): Element[] =>
    [...place.querySelectorAll(row)].filter((one) => {
      const { top, bottom } = one.getBoundingClientRect()
      return bottom > bounds.top && top < bounds.bottom
    })
  const inSight = (): HTMLImageElement[] => rowsInSight().flatMap((one) => [...one.querySelectorAll('img')])
  // Rows of 64 px, without one for headings and one that may be cut by an edge.
  const visible = expected.slice(0, Math.floor(place.clientHeight / 64) - 2)
  // A table may make the elements of its pictures later than those of its texts.
  const awaited = visible.filter(({ pictured }) => pictured).length
  const isThere = (): boolean => {
    const said = rowsInSight()
      .map((one) => one.textContent)
      .join('\n')
    if (!visible.every(({ text }) => said.includes(text))) return false
    const images = inSight()
    return images.length >= awaited && images.every(({ complete }) => complete)
  }
  // A person looks at a page before turning it: what is left of the turn before is over.
  for (let calm = 0; calm < 3; calm += 1) {
    await frame()
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }))
  }
  const giveUp = performance.now() + 10_000
  const begun = performance.now()
  pressed.click()
  while (!isThere()) {
    await changeOrFrame()
    if (performance.now() > giveUp)
      throw new Error(`The page did not turn to ${visible.map(({ text }) => text).join(', ')}.`)
  }
  await Promise.all(inSight().map((image) => image.decode().catch(() => undefined)))
  await afterPaint()
  return performance.now() - begun
}

export interface Scroll {
  /** CSS selector of the element that scrolls, or of one within it. */
  at: string
  /** ms */
  duration: number
  /** CSS px a second; null: from the top to the end of the list. */
  speed: number | null
}

/** Scrolls evenly for a while, a step a frame. Frames of the screen that passed without a new one, at 60 a second. */
export async function scrollOn({ at, duration, speed }: Scroll): Promise<number> {
  const scrolls = (element: Element): boolean => element.scrollHeight > element.clientHeight + 1
  let scroller = document.querySelector(at)
  while (scroller !== null && !(scrolls(scroller) && getComputedStyle(scroller).overflowY !== 'visible')) {
    scroller = scroller.parentElement
  }
  if (scroller === null) throw new Error(`Nothing scrolls around ${at}.`)
  const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
  scroller.scrollTop = 0
  for (let still = 0; still < 20; still += 1) await frame()
  const whole = scroller.scrollHeight - scroller.clientHeight
  const pace = speed === null ? whole / duration : speed / 1000
  const begun = await frame()
  let before = begun
  let dropped = 0
  for (let now = begun; now - begun < duration; before = now) {
    scroller.scrollTop = Math.min(whole, (now - begun) * pace)
    now = await frame()
    dropped += Math.max(0, Math.round(((now - before) * 60) / 1000) - 1)
  }
  return dropped
}
