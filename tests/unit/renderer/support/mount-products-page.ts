import { flushPromises, mount, type DOMWrapper, type VueWrapper } from '@vue/test-utils'
import type { Connection } from '../../../../electron/contract/connection'
import { ok } from '../../../../electron/contract/failure'
import type { ProductPage } from '../../../../electron/contract/product'
import type { SavedView, ViewState } from '../../../../electron/contract/view'
import { i18n } from '../../../../renderer/shared/i18n'
import ProductsPage from '../../../../renderer/features/products/ProductsPage.vue'
import { freshView } from '../../../../renderer/features/catalog/view'
import { productPage } from '../features/products/table/builders'
import { sitInMainProcess, type MainProcess, type Question } from './fake-bridge'
import { startStores } from './stores'

export const connection: Connection = {
  id: 'shop',
  kind: 'store',
  name: 'Corner shop',
  baseUrl: 'https://shop.example',
  apiPath: '/api/public/products',
  currency: 'EUR',
  locale: 'en-US',
  httpAllowed: false,
  credential: 'keychain',
  setByOrganization: false
}

/** The page of products as a person has it before them, with the test in the main process. */
export interface ListPage {
  main: MainProcess
  wrapper: VueWrapper
  asked: () => Question<'products:page'>
  /** Answers the last question for a page. */
  answer: (changes?: Partial<ProductPage>) => Promise<void>
  /** The button with this label or these words, wherever it is; throws when there is none. */
  button: (words: string | RegExp) => HTMLElement
  search: () => Omit<DOMWrapper<HTMLInputElement>, 'exists'>
  chips: () => string[]
  close: () => void
}

/** Opens the page on a list that was left like this, 10 rows a page, and answers its first question. */
export async function openList(
  state: Partial<ViewState> = {},
  saved: SavedView[] = [],
  first: Partial<ProductPage> = {}
): Promise<ListPage> {
  const main = sitInMainProcess()
  main.always('views:get', () =>
    ok({ state: { ...freshView, mode: 'paged', limit: 10, ...state }, saved, shared: [] })
  )
  main.always('products:facets', () => ok({}))
  main.always('views:save', () => ok(null))
  main.always('views:save-named', () => ok(null))
  startStores()
  const wrapper = mount(ProductsPage, {
    props: { connection },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
  await flushPromises()
  const asked = (): Question<'products:page'> => {
    // A question for one row only counts.
    const question = main.asked('products:page').findLast(({ input }) => input.limit > 1)
    if (!question) throw new Error('No page was asked for')
    return question
  }
  const answer = (changes: Partial<ProductPage> = {}): Promise<void> => {
    const { page, limit } = asked().input
    return asked().answer(ok(productPage({ page, limit, ...changes })))
  }
  await answer(first)
  return {
    main,
    wrapper,
    asked,
    answer,
    button: (words) => {
      const named = (element: Element): boolean => {
        const name = element.getAttribute('aria-label') ?? element.textContent.trim()
        return typeof words === 'string' ? name === words : words.test(name)
      }
      const found = [...document.querySelectorAll('button, [role^=menuitem]')].find(named)
      if (!(found instanceof HTMLElement)) throw new Error(`No button "${String(words)}"`)
      return found
    },
    search: () => wrapper.get<HTMLInputElement>('[aria-label="Search products"]'),
    chips: () => wrapper.findAll('[aria-label="Active filters"] li').map((chip) => chip.text()),
    close: () => {
      wrapper.unmount()
      document.body.innerHTML = ''
    }
  }
}

/** Presses a button and lets what follows happen. */
export async function press(element: HTMLElement): Promise<void> {
  element.focus()
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  await flushPromises()
}

/** Opens a menu as the keyboard does: its trigger answers to pointers, which a document without layout has not. */
export async function openMenu(trigger: HTMLElement): Promise<void> {
  trigger.focus()
  trigger.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  await flushPromises()
}
