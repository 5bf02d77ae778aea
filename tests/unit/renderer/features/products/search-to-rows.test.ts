import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openList, type ListPage } from '../../support/mount-products-page'
import { product } from './table/builders'

let page: ListPage
const mug = product({ id: 'p-1', name: 'Mug', position: 1 })
const jug = product({ id: 'p-2', name: 'Jug', position: 2 })

beforeEach(async () => {
  page = await openList({}, [], { items: [mug, jug], totalItems: 2 })
})
afterEach(() => {
  page.close()
  vi.useRealTimers()
})

const box = (): HTMLInputElement => page.search().element
async function type(words: string): Promise<void> {
  box().focus()
  await page.search().setValue(words)
}
async function press(key: string): Promise<void> {
  box().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  await flushPromises()
}
const answer = async (items: (typeof mug)[]): Promise<void> => {
  await page.answer({ items, totalItems: items.length })
  await flushPromises()
}
const row = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset.index

describe('Enter in the search', () => {
  it('leads to the first product that is found, once it is', async () => {
    await type('jug')
    await press('Enter')
    expect(document.activeElement).toBe(box())
    await answer([jug])
    expect(row()).toBe('0')
  })

  it('leaves a person there who types on', async () => {
    await type('ju')
    await press('Enter')
    await type('jug')
    await answer([jug])
    expect(document.activeElement).toBe(box())
  })

  it('leads there however slow the machine is', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await type('jug')
    await press('Enter')
    await vi.advanceTimersByTimeAsync(5000)
    await answer([jug])
    expect(row()).toBe('0')
  })

  it('leaves a person there who goes back in the words', async () => {
    await type('jug')
    await press('Enter')
    await press('ArrowLeft')
    await answer([jug])
    expect(document.activeElement).toBe(box())
  })

  it('leads nowhere where nothing is found for long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await type('jug')
    await press('Enter')
    await vi.advanceTimersByTimeAsync(11_000)
    await answer([jug])
    expect(document.activeElement).toBe(box())
  })
})

it('the arrow down leads from the search to the rows at once', async () => {
  await type('jug')
  await press('ArrowDown')
  expect(row()).toBe('0')
})
