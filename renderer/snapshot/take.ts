import { mostMarkup, mostRules } from '../../electron/contract/snapshot-limits'

/** What is painted of a page, without anything that works. */
export interface PaintedPage {
  markup: string
  /** CSS, for what the elements' inline styles say. */
  rules: string
}

/** What comes and goes, or is not there yet after a start. */
const passing = '[data-passing], [role="rowgroup"][aria-hidden="true"]'
/** What depends on the time at which it is read: its place is kept, its words are not. */
const dated = '[data-dated]'
/** Rows and tiles, of which a list may have some beyond its edges. */
const listed = '[data-index]'
/** What is scrolled, and what in it moves then. */
const [scroller, scrolled] = ['[data-scroller]', '[data-scrolled]']
/** What two elements of one document must not share, or what would have a copy do something. */
const working = ['id', 'name', 'for', 'style', 'data-token', 'autofocus']

/**
 * Describes the page as it is painted, so that it looks the same in another run before there is an app: rows out of sight and what is only
 * passing are left out, inline styles become rules (no policy lets a page bring them along), lists stand as they are scrolled. Null: it
 * holds more than may be kept.
 */
export function paintedPage(root: HTMLElement): PaintedPage | null {
  // In a document of its own, in which nothing is loaded: here each copied picture would be asked for.
  const copy = document.implementation.createHTMLDocument().importNode(root, true)
  const originals = [...root.querySelectorAll<HTMLElement>('*')]
  const copies = [...copy.querySelectorAll<HTMLElement>('*')]
  const rules = [ruleOf(':root', document.documentElement.style.cssText)]
  const left: Element[] = []
  copies.forEach((element, at) => {
    const original = originals[at]
    if (original === undefined) return
    if (element.matches(passing) || (element.matches(listed) && isOutOfSight(original))) left.push(element)
    const style = styleOf(original, element)
    if (style !== '') {
      element.dataset.look = String(at)
      rules.push(ruleOf(`[data-look="${at}"]`, style))
    }
    keepValue(original, element)
    for (const name of working) element.removeAttribute(name)
  })
  for (const element of [...left, ...commentsIn(copy)]) element.remove()
  const page = { markup: copy.innerHTML, rules: rules.join('') }
  return page.markup.length > mostMarkup || page.rules.length > mostRules ? null : page
}

/** Of which Vue leaves many. */
function commentsIn(root: Node): Comment[] {
  const comments: Comment[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_COMMENT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (node instanceof Comment) comments.push(node)
  return comments
}

function ruleOf(selector: string, style: string): string {
  return style === '' ? '' : `${selector}{${style}}`
}

function styleOf(original: HTMLElement, element: HTMLElement): string {
  // SVG has styles as well, which nobody here sets.
  const style = original.style.cssText
  const hidden = element.matches(dated) ? 'visibility:hidden;' : ''
  const offset = element.matches(scrolled) ? (original.closest(scroller)?.scrollTop ?? 0) : 0
  if (offset === 0) return style + hidden
  // For begin.ts, which scrolls by it.
  element.dataset.offset = String(offset)
  return `${style}${hidden}translate:0 ${-offset}px;`
}

function isOutOfSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom <= 0 || top >= window.innerHeight
}

/** What is in a field, or chosen in it, is no attribute of it. */
function keepValue(original: Element, copy: Element): void {
  if (original instanceof HTMLOptionElement) copy.toggleAttribute('selected', original.selected)
  if (!(original instanceof HTMLInputElement)) return
  if (original.type === 'checkbox' || original.type === 'radio')
    copy.toggleAttribute('checked', original.checked)
  else copy.setAttribute('value', original.value)
}
