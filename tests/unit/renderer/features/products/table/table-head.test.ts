import { mount, type DOMWrapper, type VueWrapper } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Sort } from '../../../../../../electron/contract/product-query'
import type { Column, ColumnId } from '../../../../../../electron/contract/view'
import { tableColumns } from '../../../../../../renderer/features/catalog/product-columns'
import TableHead from '../../../../../../renderer/features/products/table/TableHead.vue'
import { i18n } from '../../../../../../renderer/shared/i18n'

const noSort: Sort | null = null
const columns = tableColumns([], 'full')
let head: VueWrapper

/** What `get` finds: it is there. */
type Found<E extends Element = Element> = Omit<DOMWrapper<E>, 'exists'>

afterEach(() => {
  head.unmount()
  i18n.global.locale.value = 'en'
})

function show(props: { columns?: Column[]; sort?: Sort | null; order?: 'store' | 'sorted' } = {}): void {
  head = mount(TableHead, {
    props: { columns, sort: noSort, order: 'store', ...props },
    attachTo: document.body
  })
}

function heading(id: ColumnId): Found {
  return head.get(`[data-column="${id}"]`)
}
const sortButton = (id: ColumnId): Found<HTMLButtonElement> => heading(id).get('button')
const edge = (id: ColumnId): Found => heading(id).get('[role=separator]')
/** The columns that the last change made. */
function changed(): Column[] {
  const last = head.emitted<[Column[]]>('columns')?.at(-1)
  if (!last) throw new Error('No columns were changed')
  return last[0]
}
/** Gives the headings a place on screen, which a test's DOM has not. */
function layOut(): void {
  for (const [at, cell] of head.findAll('[role=columnheader]').entries()) {
    const box = new DOMRect(at * 100, 0, 100, 36)
    Object.defineProperty(cell.element, 'getBoundingClientRect', { value: () => box })
  }
}
async function point(element: Found, type: string, clientX: number): Promise<void> {
  Object.assign(element.element, { setPointerCapture: () => undefined })
  await element.trigger(type, { button: 0, pointerId: 1, clientX, pointerType: 'mouse' })
}

describe('a heading', () => {
  it('says which way the list is ordered by it', () => {
    show({ sort: { by: 'price', descending: true }, order: 'sorted' })
    expect(heading('price').attributes('aria-sort')).toBe('descending')
    expect(heading('name').attributes('aria-sort')).toBe('none')
  })

  it('sorts wherever it is clicked, but for its menu and its edge', async () => {
    show()
    await heading('name').trigger('click')
    await sortButton('price').trigger('click')
    expect(head.emitted('sort')).toEqual([['name'], ['price']])
    await heading('name').get('.menu').trigger('click')
    await edge('name').trigger('click')
    expect(head.emitted('sort')).toHaveLength(2)
  })

  it('of the places is the one that orders the store’s own list', () => {
    show({ columns: tableColumns([{ id: 'place', shown: true, width: null }], 'full') })
    expect(heading('place').attributes('aria-sort')).toBe('ascending')
    expect(heading('place').attributes('aria-label')).toBe('Position in store')
  })

  it('sorts when it is pressed', async () => {
    show()
    await sortButton('price').trigger('click')
    expect(head.emitted('sort')).toEqual([['price']])
  })

  it('is not there for a hidden column', () => {
    show()
    expect(head.find('[data-column="place"]').exists()).toBe(false)
  })
})

describe('the width of a column', () => {
  it('is said, and changed with arrow keys on the edge of its heading', async () => {
    show()
    layOut()
    await edge('name').trigger('focus')
    expect(edge('name').attributes()).toMatchObject({
      'aria-label': 'Width of Name',
      'aria-valuenow': '100',
      'aria-valuemin': '112',
      'aria-orientation': 'vertical'
    })
    await edge('price').trigger('keydown', { key: 'ArrowRight', shiftKey: true })
    expect(changed().find(({ id }) => id === 'price')?.width).toBe(140)
    await edge('price').trigger('keydown', { key: 'ArrowLeft' })
    expect(changed().find(({ id }) => id === 'price')?.width).toBe(92)
    expect(head.emitted('sort')).toBeUndefined()
  })

  it('grows by the arrow that points outward, and with the pointer that goes there, from right to left as well', async () => {
    i18n.global.locale.value = 'ar'
    show()
    layOut()
    await edge('price').trigger('keydown', { key: 'ArrowLeft', shiftKey: true })
    expect(changed().find(({ id }) => id === 'price')?.width).toBe(140)
    await edge('price').trigger('keydown', { key: 'ArrowRight' })
    expect(changed().find(({ id }) => id === 'price')?.width).toBe(92)
    await point(edge('price'), 'pointerdown', 300)
    await point(edge('price'), 'pointermove', 220)
    await point(edge('price'), 'pointerup', 220)
    expect(changed().find(({ id }) => id === 'price')?.width).toBe(180)
  })

  it('follows the pointer while it is dragged, and is kept at the end', async () => {
    show()
    layOut()
    await point(edge('price'), 'pointerdown', 300)
    await point(edge('price'), 'pointermove', 380)
    const drafts = head.emitted<[Column[] | null]>('draft') ?? []
    expect(drafts.at(-1)?.[0]?.find(({ id }) => id === 'price')?.width).toBe(180)
    expect(head.emitted('columns')).toBeUndefined()
    await point(edge('price'), 'pointerup', 380)
    expect(changed().find(({ id }) => id === 'price')?.width).toBe(180)
    expect(drafts.at(-1)).toEqual([null])
  })

  it('is left as it was by Escape', async () => {
    show()
    layOut()
    await point(edge('price'), 'pointerdown', 300)
    await point(edge('price'), 'pointermove', 380)
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    await point(edge('price'), 'pointerup', 380)
    expect(head.emitted('columns')).toBeUndefined()
  })

  it('is left as it was where the table goes while it is dragged', async () => {
    show()
    layOut()
    await point(edge('price'), 'pointerdown', 300)
    await point(edge('price'), 'pointermove', 380)
    const listening = vi.spyOn(AbortController.prototype, 'abort')
    head.unmount()
    expect(listening).toHaveBeenCalledOnce()
    listening.mockRestore()
  })

  it('is that of the widest content of its column after a double click', async () => {
    show()
    const table = document.body.appendChild(document.createElement('table'))
    table.setAttribute('role', 'grid')
    const cells = ['€1.00', '€1,000.00'].map((text) => `<tr><td class="cell price">${text}</td></tr>`)
    table.innerHTML = `<tbody>${cells.join('')}</tbody>`
    table.prepend(head.element)
    const laidOut = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (
      this: HTMLElement
    ) {
      const isFree = this.style.width === 'max-content'
      return new DOMRect(0, 0, isFree ? 60.2 + 5 * this.textContent.length : 200, 20)
    })
    await edge('price').trigger('dblclick')
    laidOut.mockRestore()
    table.before(head.element)
    table.remove()
    expect(changed().find(({ id }) => id === 'price')?.width).toBe(106)
  })
})

describe('a heading that is dragged', () => {
  it('goes before the one that it is dropped on, and does not sort', async () => {
    show()
    layOut()
    await point(sortButton('description'), 'pointerdown', 450)
    await point(sortButton('description'), 'pointermove', 120)
    expect(heading('name').classes()).toContain('drop-before')
    await point(sortButton('description'), 'pointerup', 120)
    await sortButton('description').trigger('click')
    expect(
      changed()
        .filter(({ shown, id }) => shown || id === 'place')
        .map(({ id }) => id)
    ).toEqual(['place', 'image', 'description', 'name', 'price', 'findings', 'review', 'id'])
    expect(head.emitted('sort')).toBeUndefined()
  })

  it('by a hair’s breadth is a press', async () => {
    show()
    layOut()
    await point(sortButton('name'), 'pointerdown', 150)
    await point(sortButton('name'), 'pointermove', 153)
    await point(sortButton('name'), 'pointerup', 153)
    await sortButton('name').trigger('click')
    expect(head.emitted('columns')).toBeUndefined()
    expect(head.emitted('sort')).toEqual([['name']])
  })
})
