import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ok } from '../../../../../../electron/contract/failure'
import CompareDialog from '../../../../../../renderer/features/products/compare/CompareDialog.vue'
import { setFormats } from '../../../../../../renderer/shared/format/locale'
import { i18n } from '../../../../../../renderer/shared/i18n'
import { useComparison } from '../../../../../../renderer/features/catalog/comparison'
import { usePictures } from '../../../../../../renderer/features/pictures/pictures-store'
import { connection } from '../../../support/mount-products-page'
import { logEntry } from '../../review/panel/builders'
import { product } from '../table/builders'
import { sitInMainProcess, type MainProcess } from '../../../support/fake-bridge'
import { startStores } from '../../../support/stores'
import { eventually } from '../../../../../support/eventually'

interface Compared {
  /** Across, of the picture itself. */
  own: number
  /** Across, of what is shown of it. */
  shown: number
}

const stage = 200
let dialog: VueWrapper
let main: MainProcess

beforeEach(() => {
  setFormats({ language: 'en', numberFormat: 'en-US' })
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(stage)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(stage)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly measure: () => void
      constructor(measure: () => void) {
        this.measure = measure
      }
      observe(): void {
        this.measure()
      }
      unobserve(): void {
        // Its stage never changes.
      }
      disconnect(): void {
        // Nothing is left to be told of.
      }
    }
  )
})
afterEach(() => {
  dialog.unmount()
  setFormats({ language: 'en', numberFormat: null })
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Compares square pictures of these sizes, each on a stage of 200 pixels. */
async function compare(pictures: Compared[]): Promise<void> {
  main = sitInMainProcess()
  main.always('pictures:retry', () => ok(null))
  startStores()
  const tokens = pictures.map((_, at) => String(at).repeat(43))
  main.always('pictures:describe', ({ token }) => {
    const own = pictures[tokens.indexOf(token)]?.own ?? 0
    const rest = { bytes: 48_200, format: 'jpeg', host: 'pictures.example', checkedAt: 0, animated: false }
    return ok({ width: own, height: own, ...rest })
  })
  const comparison = useComparison()
  comparison.show(tokens.map((token) => product({ id: token, picture: { token, host: 'pictures.example' } })))
  dialog = mount(CompareDialog, {
    props: { connection },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
  await flushPromises()
  for (const [at, image] of images().entries()) load(image, pictures[at]?.shown ?? 0)
  await flushPromises()
}

/** A picture arrives, so many pixels across. */
function load(image: HTMLImageElement | undefined, across: number): void {
  if (!image) throw new Error('No such picture is asked for')
  const value = { value: across }
  Object.defineProperties(image, { naturalWidth: value, naturalHeight: value })
  image.dispatchEvent(new Event('load'))
}

const images = (): HTMLImageElement[] => [...document.querySelectorAll<HTMLImageElement>('td img')]
/** Pixels on screen across each picture. */
const widths = (): number[] => images().map((image) => Math.round(Number.parseFloat(image.style.width)))
const percent = (): string => document.querySelector('.percent')?.textContent ?? ''

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  }
  await flushPromises()
}

it('marks the words by which descriptions differ, and all of one that has little in common', async () => {
  await compare([])
  const descriptions = ['A red bowl of turned oak.', 'A blue bowl of turned oak.', 'Soap']
  useComparison().show(descriptions.map((description, at) => product({ id: `p-${at}`, description })))
  await flushPromises()
  const [first, second, third] = document.querySelectorAll('.description td')
  const marked = (cell: Element | undefined, by: string): string[] =>
    [...(cell?.querySelectorAll(by) ?? [])].map(({ childNodes }) => childNodes[1]?.textContent ?? '')
  expect(first?.querySelector('ins, del, .differs')).toBeNull()
  expect([marked(second, 'del'), marked(second, 'ins')]).toEqual([['red'], ['blue']])
  expect(second?.querySelector('.differs')).toBeNull()
  expect(third?.querySelector('.differs')?.textContent.trim()).toBe('Soap')
  expect(third?.querySelector('ins')).toBeNull()
})

describe('pictures that are compared', () => {
  it('begin with all of each in sight, and it is said how large they are shown', async () => {
    await compare([
      { own: 800, shown: 800 },
      { own: 4000, shown: 1600 }
    ])
    expect(widths()).toEqual([200, 200])
    expect(percent()).toBe('5% – 25%')
    await press('+')
    expect(widths()).toEqual([300, 300])
    expect(percent()).toBe('8% – 38%')
  })

  it('are zoomed also when they are compared again', async () => {
    await compare([
      { own: 800, shown: 800 },
      { own: 800, shown: 800 }
    ])
    useComparison().close()
    await flushPromises()
    useComparison().show(useComparison().compared)
    await flushPromises()
    for (const image of images()) load(image, 800)
    await press('+')
    expect(widths()).toEqual([300, 300])
    expect(percent()).toBe('38%')
  })

  it('are each at their actual size by 1, also those of which a smaller copy is shown, and all in sight by 0', async () => {
    await compare([
      { own: 800, shown: 800 },
      { own: 4000, shown: 1600 },
      { own: 64, shown: 64 }
    ])
    await press('1')
    expect(widths()).toEqual([800, 4000, 64])
    expect(percent()).toBe('100%')
    await press('+')
    expect(widths()).toEqual([1200, 6000, 96])
    expect(percent()).toBe('150%')
    await press('0')
    expect(widths()).toEqual([200, 200, 64])
    expect(percent()).toBe('5% – 100%')
  })

  it('are at their actual size also once it is known later than they are shown', async () => {
    await compare([
      { own: 800, shown: 800 },
      { own: 4000, shown: 1600 }
    ])
    await press('1')
    await usePictures().retry('1'.repeat(43))
    load(images()[1], 1600)
    await flushPromises()
    expect(widths()).toEqual([800, 4000])
    expect(percent()).toBe('100%')
  })

  it('are at their actual size also beside a small one that comes first, and are all in sight once one of them is', async () => {
    await compare([
      { own: 64, shown: 64 },
      { own: 400, shown: 400 },
      { own: 1600, shown: 1600 }
    ])
    await press('1')
    expect(widths()).toEqual([64, 400, 1600])
    await press('-')
    expect(widths()).toEqual([64, 267, 1067])
    expect(percent()).toBe('67% – 100%')
    await press('-')
    expect(widths()).toEqual([64, 200, 200])
    await press('+')
    expect(widths()).toEqual([96, 300, 300])
  })
})

describe('products that are compared', () => {
  const marked = (): unknown[] =>
    main
      .asked('reviews:mark')
      .map(({ input: { mark, of } }) => ['products' in of && of.products[0]?.id, mark])
  const states = (): string[] =>
    [...document.querySelectorAll('th [data-review-state]')].map((state) => state.textContent.trim())

  it('say which of them the store has taken out under the eyes, whose first mark is held', async () => {
    await compare([])
    const compared = ['a', 'b'].map((id) => product({ id, name: `Bowl ${id}` }))
    main.always('products:of', () =>
      ok(
        compared.map((each) =>
          each.id === 'a' ? { ...each, position: null, change: 'gone' as const } : each
        )
      )
    )
    useComparison().show(compared)
    await flushPromises()
    expect(heads().join()).not.toContain('Gone')
    main.emit('catalog:changed', { connectionId: connection.id })
    await flushPromises()
    expect(heads().map((head) => head.includes('Gone'))).toEqual([true, false])
    await press('a')
    expect(marked()).toEqual([])
    expect(document.querySelector('[data-review-toast]')?.textContent).toContain(
      'Bowl a is no longer in the store'
    )
  })

  const heads = (): string[] => [...document.querySelectorAll('th.name')].map((head) => head.textContent)
  const told = (): string => document.querySelector('[data-review-toast]')?.textContent ?? ''

  /** Compares these three, of which a sync then makes the second another one. */
  async function changeSecond(): Promise<void> {
    await compare([])
    const compared = ['a', 'b', 'c'].map((id) => product({ id, name: `Bowl ${id}`, contentFingerprint: id }))
    useComparison().show(compared)
    await flushPromises()
    const now = { name: 'Jug', price: 66, contentFingerprint: 'other' }
    main.always('products:of', () =>
      ok(compared.map((each) => (each.id === 'b' ? { ...each, ...now } : each)))
    )
    main.always('reviews:mark', () => ok({ entry: 1, changed: 1, stale: [] }))
    main.emit('catalog:changed', { connectionId: connection.id })
    await flushPromises()
  }

  it('say in what a sync has changed them until they are decided on, and hold the first mark of each, whichever was current', async () => {
    await changeSecond()
    const changed = (): boolean[] => heads().map((head) => head.includes('Just changed: Name, Price'))
    expect(changed()).toEqual([false, true, false])
    await press('a')
    expect(marked()).toEqual([['a', 'approved']])
    await press('a')
    expect(marked()).toHaveLength(1)
    expect(told()).toContain('Jug has changed: Name, Price')
    expect(changed()).toEqual([false, true, false])
    // It was read by then.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 500)
    await press('a')
    await press('a')
    expect(marked().slice(1)).toEqual([
      ['b', 'approved'],
      ['c', 'approved']
    ])
    expect(changed()).toEqual([false, false, false])
  })

  it('say that a mark was held of the current one alone', async () => {
    await changeSecond()
    await press('ArrowRight')
    await press('i')
    expect(told()).toContain('Jug has changed')
    await press('ArrowRight')
    expect(told()).toBe('')
  })

  it('are decided on twice where they changed since their approval, and lead back to one that was not marked', async () => {
    await compare([])
    const { review } = product({})
    const compared = ['a', 'b', 'c'].map((id) =>
      product({ id, name: `Bowl ${id}`, review: { ...review, state: 'changed' } })
    )
    useComparison().show(compared)
    await flushPromises()
    const refuse = (id: string): Promise<void> =>
      main.last('reviews:mark').answer(ok({ entry: null, changed: 0, stale: [id], otherChanges: true }))
    await press('a')
    expect(main.last('reviews:mark').input.changes).toEqual([])
    await refuse('a')
    expect(told()).toContain('Bowl a has changes that you have not seen')
    expect(useComparison().at).toBe(0)
    await press('a')
    expect(main.last('reviews:mark').input.changes).toBeUndefined()
    await main.last('reviews:mark').answer(ok({ entry: 1, changed: 1, stale: [] }))
    await press('i')
    await press('ArrowLeft')
    await press('ArrowLeft')
    await refuse('b')
    expect(useComparison().at, 'the person has gone on').toBe(0)
  })

  it('say what a key came to, and lead back to the product that something is taken back of', async () => {
    await compare([
      { own: 800, shown: 800 },
      { own: 800, shown: 800 }
    ])
    const [first] = useComparison().compared
    await press('i')
    await main.last('reviews:mark').answer(ok({ entry: 1, changed: 1, stale: [] }))
    const told = (): string =>
      document.querySelector('[role=dialog] [data-review-toast] .title')?.textContent ?? ''
    expect(told()).toContain('Ignored')
    expect(useComparison().at).toBe(1)
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true })
    )
    await flushPromises()
    const undone = logEntry({
      kind: 'mark',
      after: 'ignored',
      product: { id: first?.id ?? '', name: 'Mug' }
    })
    await main.last('reviews:undo').answer(ok({ entry: undone, restored: 1, kept: 0, redo: 2 }))
    expect(told()).toBe('Undone: Ignored, Mug')
    expect(useComparison().at).toBe(0)
  })

  it('fault 134: hold a key that comes after Undo until the product is back, for which it is', async () => {
    await compare([
      { own: 800, shown: 800 },
      { own: 800, shown: 800 }
    ])
    const [first] = useComparison().compared
    await press('i')
    await main.last('reviews:mark').answer(ok({ entry: 1, changed: 1, stale: [] }))
    await press('u')
    await press('a')
    expect(marked()).toHaveLength(1)
    const undone = logEntry({
      kind: 'mark',
      after: 'ignored',
      product: { id: first?.id ?? '', name: 'Mug' }
    })
    await main.last('reviews:undo').answer(ok({ entry: undone, restored: 1, kept: 0, redo: 2 }))
    await eventually(() => expect(marked()[1]).toEqual([first?.id, 'approved']))
  })

  it('show their states, and are decided on by the keys of products, one after the other', async () => {
    await compare([
      { own: 800, shown: 800 },
      { own: 800, shown: 800 }
    ])
    const [first, second] = useComparison().compared
    expect(states()).toEqual(['Unreviewed', 'Unreviewed'])
    await press('a')
    await main.last('reviews:mark').answer(ok({ entry: 1, changed: 1, stale: [] }))
    await press('i')
    expect(marked()).toEqual([
      [first?.id, 'approved'],
      [second?.id, 'ignored']
    ])
    main.emit('reviews:changed', { connectionId: connection.id, productIds: null })
    const approved = { ...product({ id: first?.id ?? '' }).review, state: 'approved' as const }
    await main.last('products:of').answer(ok([product({ id: first?.id ?? '', review: approved })]))
    expect(states()).toEqual(['Approved', 'Unreviewed'])
  })

  it('are chosen by arrows while pictures are all in sight', async () => {
    await compare([
      { own: 800, shown: 800 },
      { own: 800, shown: 800 }
    ])
    await press('ArrowRight', 'ArrowRight')
    expect(useComparison().at).toBe(1)
    await press('+', 'ArrowLeft')
    expect(useComparison().at).toBe(1)
    await press('0')
    await press('ArrowLeft')
    expect(useComparison().at).toBe(0)
  })
})
