import { useResizeObserver } from '@vueuse/core'
import { inject, provide, shallowRef, watch, type InjectionKey, type Ref } from 'vue'

/** Whether a text has room in one line of a cell of findings; `further`: with the number of those besides behind it. */
type LineFits = (text: string, further: boolean) => boolean

/** What stands in a line before its text: a sign and a gap, rem. */
const sign = 1.25
/** Behind it: `+12`, rem. */
const number = 1.75
/** At the end of a cell; of the last one there is a button, rem. */
const end = { cell: 1, last: 2.25 }

const key: InjectionKey<Ref<LineFits>> = Symbol('findings-room')
const always: LineFits = () => true

function widthsIn({ fontSize, fontFamily }: CSSStyleDeclaration): (text: string) => number {
  const drawing = document.createElement('canvas').getContext('2d')
  if (drawing === null) return () => 0
  drawing.font = `${fontSize} ${fontFamily}`
  const known = new Map<string, number>()
  return (text) => {
    const width = known.get(text) ?? drawing.measureText(text).width
    known.set(text, width)
    return width
  }
}

/** Measures the column of findings for the cells of a table: `element` holds its headings, `columns` changes whenever they do. */
export function provideFindingsRoom(element: Ref<HTMLElement | null>, columns: () => unknown): void {
  const fits = shallowRef<LineFits>(always)
  const heading = shallowRef<HTMLElement | null>(null)
  provide(key, fits)
  watch(
    [element, columns],
    () => (heading.value = element.value?.querySelector<HTMLElement>('[data-column="findings"]') ?? null),
    { flush: 'post', immediate: true }
  )
  useResizeObserver(heading, () => {
    const { value: found } = heading
    if (found === null || found.clientWidth === 0) return
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize)
    const isLast = found.nextElementSibling === null
    const room = found.clientWidth - rem * (sign + (isLast ? end.last : end.cell))
    const widthOf = widthsIn(getComputedStyle(found))
    fits.value = (text, further) => widthOf(text) <= room - (further ? rem * number : 0)
  })
}

/** What fits into the column that the cells of this table have; everything where nobody has measured it. */
export function useFindingsRoom(): Ref<LineFits> {
  return inject(key, () => shallowRef(always), true)
}
