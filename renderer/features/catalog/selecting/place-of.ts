/** The place of the row or tile that something is in, from 0; null: in none. */
export function placeOf(target: EventTarget | null): number | null {
  const place = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
  return place ? Number(place.dataset.index) : null
}
