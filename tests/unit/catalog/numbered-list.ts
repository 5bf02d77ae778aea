import type { CatalogDb } from '../../../electron/catalog/types'
import { item, rawPage, take, type Item } from './writing-side'

/** A list that a run takes a while to read, with an id that stands in it twice. */
export const numbered: Item[] = Array.from({ length: 6000 }, (_, n) =>
  item(`id ${n === 4000 ? 17 : n}`, { name: `Number ${n}`, description: `Words of number ${n}` })
)
const limit = 20

/** Reads a list in a run, from where the last one was cut off, and ends the run. Tells each page that is saved. */
export async function readerOf(
  copy: CatalogDb,
  list: Item[],
  onPage: (page: number) => void = () => undefined
): Promise<{ from: number }> {
  const { run, checkpoint } = take(await copy.runs.begin('c', 1))
  const from = typeof checkpoint === 'number' ? checkpoint : 0
  for (let page = from + 1; (page - 1) * limit < list.length; page++) {
    const batch = { run, at: 2, answers: [rawPage(list, page, limit)], checkpoint: page }
    const { failed } = take(await copy.runs.commit('c', batch))
    if (failed !== null) throw new Error(failed.failure.code)
    onPage(page)
  }
  take(
    await copy.runs.finish('c', {
      run,
      at: 3,
      outcome: 'complete',
      duration: 0,
      total: list.length,
      because: null,
      partly: null
    })
  )
  return { from }
}
