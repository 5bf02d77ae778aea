import type { StorePage } from '../../api/types'

export function entriesOn({ items, setAside }: StorePage): number {
  return items.length + setAside.length
}

/** What tells one page from another: its ids in their order. */
export function printOf({ items, setAside }: StorePage): string {
  return JSON.stringify([items.map(({ id }) => id), setAside.map(({ place, id }) => [place, id])])
}
