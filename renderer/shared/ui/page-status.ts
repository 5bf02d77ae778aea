import { inject, provide, shallowRef, type InjectionKey, type ShallowRef } from 'vue'

const key: InjectionKey<ShallowRef<HTMLElement | null>> = Symbol('page-status')

/** The place in the window's status bar that belongs to the page; null until it is there. For the window. */
export function providePageStatus(): ShallowRef<HTMLElement | null> {
  const place = shallowRef<HTMLElement | null>(null)
  provide(key, place)
  return place
}

/** The same for the page; a page without a window about it has none, and keeps its status to itself. */
export function usePageStatus(): ShallowRef<HTMLElement | null> {
  return inject(key, () => shallowRef(null), true)
}
