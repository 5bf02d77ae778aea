import type { Page } from 'playwright'
import { productAt } from '../catalog/catalog-maker'
import { median } from '../report/statistics'
import type { GridWindow } from './grids'
import { scrollOn, turnPage } from './in-page'

/** CSS selectors of a table's parts. */
interface Parts {
  /** What holds the rows and scrolls. */
  table: string
  row: string
  next: string
  previous: string
}

export const vitrineParts: Parts = {
  table: ':has(> table[aria-label="Products"])',
  row: 'tbody > tr',
  next: 'button[aria-label="Next page"]',
  previous: 'button[aria-label="Previous page"]'
}

/** The tables that Vitrine's is compared with. */
export const rivals = {
  'AG Grid': {
    show: 'ag-grid',
    table: '.ag-grid-viewport',
    row: '.ag-row',
    next: '.ag-paging-button[aria-label="Next Page"]',
    previous: '.ag-paging-button[aria-label="Previous Page"]'
  },
  Tabulator: {
    show: 'tabulator',
    table: '.tabulator-tableholder',
    row: '.tabulator-row',
    next: '.tabulator-page[data-page="next"]',
    previous: '.tabulator-page[data-page="prev"]'
  }
} as const

/** The room that Vitrine's table has in its window; the others get the same. */
export async function roomOfTable(page: Page): Promise<Pick<GridWindow, 'width' | 'height'>> {
  return await page.locator(vitrineParts.table).evaluate((table) => {
    const { width, height } = table.getBoundingClientRect()
    return { width: Math.round(width), height: Math.round(height) }
  })
}

export const pageSize = 100
/** Pages that are turned to and fro. */
const pages = 5

/** Turns to page 5 and back to page 1, `rounds` times and once before, which loads the thumbnails; ms of each turn. */
export async function turnPages(
  page: Page,
  { table, row, next, previous }: Parts,
  rounds: number
): Promise<number[]> {
  const turn = (to: number, button: string): Promise<number> => {
    const expected = Array.from({ length: pageSize }, (_, at) => {
      const { id, image } = productAt((to - 1) * pageSize + at)
      return { text: id, pictured: image !== undefined }
    })
    return page.evaluate(turnPage, { button, table, row, expected })
  }
  const taken: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    for (let to = 2; to <= pages; to += 1) taken.push(await turn(to, next))
    for (let to = pages - 1; to >= 1; to -= 1) taken.push(await turn(to, previous))
    if (round === 0) taken.length = 0
  }
  return taken
}

/** Frames that were dropped in one scroll, the median of all. */
export interface Scrolls {
  /** At a speed at which one can still look. */
  even: number
  /** From the first row to the last. */
  whole: number
}

/** CSS px a second. */
const speed = 3000

/**
 * Scrolls a list in both ways, `duration` ms each, and as many times: what one of them lost to something else on the machine
 * does not count when most did not. The even way once before it counts, so that its thumbnails are cached.
 */
export async function scrollList(page: Page, at: string, duration: number, rounds: number): Promise<Scrolls> {
  await page.evaluate(scrollOn, { at, duration, speed })
  const even: number[] = []
  const whole: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    even.push(await page.evaluate(scrollOn, { at, duration, speed }))
    whole.push(await page.evaluate(scrollOn, { at, duration, speed: null }))
  }
  return { even: median(even), whole: median(whole) }
}
