import { rowHeight } from './rows'

/** The limit of P10: a virtual list whose rows are empty boxes, moved to where one scrolls. No list can do less. */
export function showPlainList(place: HTMLElement, count: number): void {
  const list = document.createElement('div')
  list.className = 'list'
  const end = document.createElement('div')
  end.style.top = `${(count - 1) * rowHeight}px`
  const rows = Array.from({ length: Math.ceil(innerHeight / rowHeight) + 2 }, () =>
    document.createElement('div')
  )
  list.append(end, ...rows)
  place.append(list)
  const move = (): void => {
    const first = Math.floor(list.scrollTop / rowHeight)
    for (const [at, row] of rows.entries()) row.style.transform = `translateY(${(first + at) * rowHeight}px)`
  }
  list.addEventListener('scroll', move, { passive: true })
  move()
}
