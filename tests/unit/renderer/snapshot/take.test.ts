import { afterEach, describe, expect, it, vi } from 'vitest'
import { mostMarkup } from '../../../../electron/contract/snapshot-limits'
import { paintedPage, type PaintedPage } from '../../../../renderer/snapshot/take'

afterEach(() => {
  document.body.replaceChildren()
  document.documentElement.removeAttribute('style')
  vi.restoreAllMocks()
})

function page(markup: string): HTMLElement {
  const root = document.createElement('div')
  root.innerHTML = markup
  document.body.append(root)
  return root
}

function painted(root: HTMLElement): PaintedPage {
  const page = paintedPage(root)
  if (page === null) throw new Error('too much')
  return page
}

describe('a page as it is painted', () => {
  it('has its styles as rules, in none of its elements', () => {
    document.documentElement.style.fontSize = '150%'
    const { markup, rules } = painted(page('<p style="color: red">a</p><p>b</p><p style="top: 4px">c</p>'))
    expect(markup).toBe('<p data-look="0">a</p><p>b</p><p data-look="2">c</p>')
    expect(rules.replaceAll(/\s/g, '')).toBe(
      ':root{font-size:150%;}[data-look="0"]{color:red;}[data-look="2"]{top:4px;}'
    )
  })

  it('has nothing that works, or that another element of the document has too', () => {
    const { markup } = painted(
      page('<label for="a" id="b">x</label><input id="a" name="c" autofocus><img data-token="t" src="/x">')
    )
    expect(markup).toBe('<label>x</label><input value=""><img src="/x">')
  })

  it('shows in its fields what is in them', () => {
    const root = page(
      '<input><input type="checkbox" checked><select><option selected>1</option><option>2</option></select>'
    )
    const [search, box] = root.querySelectorAll('input')
    const select = root.querySelector('select')
    if (search) search.value = 'tea <pot>'
    if (box) box.checked = false
    if (select) select.value = '2'
    const { markup } = painted(root)
    const shown = page(markup)
    expect(shown.querySelector('input')?.getAttribute('value')).toBe('tea <pot>')
    expect(shown.querySelector('[type=checkbox]')?.hasAttribute('checked')).toBe(false)
    expect(shown.querySelector('option[selected]')?.textContent).toBe('2')
  })

  it('leaves out what is passing, the sheet that is not shown and comments, and hides what goes by the time', () => {
    const { markup, rules } = painted(
      page(
        '<!--v-if--><i data-passing>Syncing<b style="top: 1px"></b></i><u data-dated>as of 9:12</u><s role="rowgroup" aria-hidden="true">next</s><s role="rowgroup" aria-hidden="false">now</s>'
      )
    )
    expect(markup).not.toMatch(/Syncing|next|v-if/)
    expect(markup).toContain('now')
    expect(rules).toMatch(/visibility:hidden/)
  })

  it('leaves out the rows that are out of sight', () => {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const top = Number(this.textContent) * 100
      return DOMRect.fromRect({ y: top, height: 100 })
    })
    const many = Array.from({ length: 40 }, (_, row) => `<p data-index="${row}">${row - 5}</p>`).join('')
    const { markup } = painted(page(many))
    const left = [...page(markup).children].map(({ textContent }) => Number(textContent))
    expect(left[0]).toBe(0)
    expect(left.at(-1)).toBe(Math.ceil(window.innerHeight / 100) - 1)
  })

  it('is not kept where texts are out of all proportion', () => {
    expect(paintedPage(page('x'.repeat(mostMarkup)))).not.toBeNull()
    expect(paintedPage(page('x'.repeat(mostMarkup + 1)))).toBeNull()
  })

  it('stands as it is scrolled', () => {
    const root = page('<div data-scroller><p data-scrolled style="top: 0px">rows</p></div>')
    const scroller = root.querySelector('[data-scroller]')
    if (scroller) scroller.scrollTop = 120
    const { markup, rules } = painted(root)
    expect(markup).toContain('data-offset="120"')
    expect(rules).toMatch(/translate:0 -120px/)
  })
})
