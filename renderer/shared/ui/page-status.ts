import { inject, provide, shallowRef, type InjectionKey, type ShallowRef } from 'vue'

/** The places in the window's status bar that belong to the page; null until they are there. */
export interface StatusPlaces {
  /** For what was done last, where it cannot float over the page; it takes the place of what the page says of itself. */
  outcome: ShallowRef<HTMLElement | null>
  /** For what the page says of itself. */
  page: ShallowRef<HTMLElement | null>
  /** For what goes on while the page is worked with, and what stands in its way. */
  activity: ShallowRef<HTMLElement | null>
}

const key: InjectionKey<StatusPlaces> = Symbol('status-places')

function noPlaces(): StatusPlaces {
  return { outcome: shallowRef(null), page: shallowRef(null), activity: shallowRef(null) }
}

/** For the window. */
export function provideStatusPlaces(): void {
  provide(key, noPlaces())
}

/** The same for the page; a page without a window about it has none, and keeps its status to itself. */
export function useStatusPlaces(): StatusPlaces {
  return inject(key, noPlaces, true)
}
