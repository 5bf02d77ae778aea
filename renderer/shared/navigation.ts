import { defineStore } from 'pinia'
import { onScopeDispose, ref, shallowRef } from 'vue'
import type { RuleId } from '../../electron/contract/audit-rules'
import type { HistoryKind } from '../../electron/contract/history-kinds'

/** What the quality rules say. `rule`: the one that a person comes back to or is led to; without it, the one they were at last. */
export interface QualityPlace {
  name: 'quality'
  rule?: RuleId | 'gravest'
}

/** The parts of the settings, in the order in which they stand. */
export const settingsSections = [
  'appearance',
  'language',
  'keyboard',
  'sync',
  'pictures',
  'reviews',
  'network',
  'updates',
  'privacy',
  'reset'
] as const
export type SettingsSection = (typeof settingsSections)[number]

/** Changes that nobody has seen, of these kinds, and of prices by at least so many percent; null: by anything. */
export interface OnlyChanges {
  kinds: HistoryKind[]
  leastPercent: number | null
}

/** Where a person is in the app. Without any connection every place is the connect page. */
export type Route =
  /** What to do in the store that is open. */
  | { name: 'today' }
  /** `from`: where its list was asked for, and where a link leads back to. */
  | { name: 'products'; from?: QualityPlace }
  /** One product after the other, to be marked. */
  | { name: 'review' }
  | QualityPlace
  /** What the syncs brought; `only`: what of it a link promises. */
  | { name: 'changes'; only?: OnlyChanges }
  /** Who reviews the store together. */
  | { name: 'team' }
  /** The list of connected stores. */
  | { name: 'connections' }
  /** How the app is. */
  | { name: 'settings'; section?: SettingsSection }
  /** A new connection. */
  | { name: 'connect' }
  /** The help; `back` is where it was asked for. */
  | { name: 'help'; back: Route }
  /** A connection's form; `focus: 'key'` goes straight to the key, and `back` is where that was asked for. */
  | { name: 'edit'; id: string; focus?: 'key'; back?: Route }

/** Places that show the catalog of the connection that is open. */
export const catalogPlaces: readonly Route['name'][] = [
  'today',
  'products',
  'review',
  'quality',
  'changes',
  'team'
]

const dayKey = 'vitrine.day'
const dayOf = (at: Date): string => [at.getFullYear(), at.getMonth() + 1, at.getDate()].join('-')

/**
 * A day begins with Today, where a catalog was complete on an earlier one; the app that is opened again on the same day goes on with the
 * list.
 */
function firstPlace(): Route {
  const day = localStorage.getItem(dayKey)
  return day === null || day === dayOf(new Date()) ? { name: 'products' } : { name: 'today' }
}

/** A catalog is complete: from the next day on the app opens with Today. */
export function keepDay(): void {
  localStorage.setItem(dayKey, dayOf(new Date()))
}

/** Which page is shown. There is no address bar, so a place is a value and not a URL. */
export const useNavigation = defineStore('navigation', () => {
  const place = ref<Route>(firstPlace())
  /** Where a person wants to go from a place with something unsaved; null: nowhere. They are asked first. */
  const wanted = shallowRef<Route | null>(null)
  const holders = new Set<() => boolean>()

  /** Goes there; from a place with something unsaved only once a person has agreed to lose that. */
  function go(to: Route): void {
    const isLeft = to.name !== place.value.name || to.name === 'edit'
    if (isLeft && [...holders].some((hasUnsaved) => hasUnsaved())) wanted.value = to
    else leave(to)
  }

  /** Goes there, whatever is lost by that. */
  function leave(to: Route): void {
    wanted.value = null
    place.value = to
  }

  /** Goes to the key of a connection, from where one comes back. */
  function enterKey(id: string): void {
    const from = place.value
    const back = from.name === 'edit' ? from.back : from
    go({ name: 'edit', id, focus: 'key', ...(back && { back }) })
  }

  /** Has a person asked before they leave, as long as there is something unsaved. To be called in the setup of what would be lost. */
  function hold(hasUnsaved: () => boolean): void {
    holders.add(hasUnsaved)
    onScopeDispose(() => {
      holders.delete(hasUnsaved)
      wanted.value = null
    })
  }

  /**
   * Goes there once `work` came off, which may take as long as a person takes to answer their keychain: whoever went elsewhere
   * meanwhile stays there.
   */
  async function goAfter(work: () => Promise<boolean>, to: Route): Promise<void> {
    const before = place.value
    if ((await work()) && place.value === before) go(to)
  }

  return { place, wanted, go, leave, enterKey, goAfter, hold, stay: () => void (wanted.value = null) }
})
