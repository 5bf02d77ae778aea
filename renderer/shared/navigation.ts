import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { RuleId } from '../../electron/contract/audit-rules'

/** What the quality rules say. `rule`: the one whose list a person comes back from. */
export interface QualityPlace {
  name: 'quality'
  rule?: RuleId
}

/** The parts of the settings, in the order in which they stand. */
export const settingsSections = [
  'appearance',
  'language',
  'sync',
  'pictures',
  'reviews',
  'network',
  'updates',
  'privacy',
  'reset'
] as const
export type SettingsSection = (typeof settingsSections)[number]

/** Where a person is in the app. Without any connection every place is the connect page. */
export type Route =
  /** `from`: where its list was asked for, and where a link leads back to. */
  | { name: 'products'; from?: QualityPlace }
  /** One product after the other, to be marked. */
  | { name: 'review' }
  | QualityPlace
  /** What the syncs brought. */
  | { name: 'changes' }
  /** The list of connected stores. */
  | { name: 'connections' }
  /** How the app is. */
  | { name: 'settings'; section?: SettingsSection }
  /** A new connection. */
  | { name: 'connect' }
  /** The help; `back` is where it was asked for. */
  | { name: 'help'; back: Route }
  /** A connection's form; `focus: 'key'` goes straight to the key. */
  | { name: 'edit'; id: string; focus?: 'key' }

/** Places that show the catalog of the connection that is open. */
export const catalogPlaces: readonly Route['name'][] = ['products', 'review', 'quality', 'changes']

/** Which page is shown. There is no address bar, so a place is a value and not a URL. */
export const useNavigation = defineStore('navigation', () => {
  const place = ref<Route>({ name: 'products' })

  function go(to: Route): void {
    place.value = to
  }

  /**
   * Goes there once `work` came off, which may take as long as a person takes to answer their keychain: whoever went elsewhere
   * meanwhile stays there.
   */
  async function goAfter(work: () => Promise<boolean>, to: Route): Promise<void> {
    const before = place.value
    if ((await work()) && place.value === before) go(to)
  }

  return { place, go, goAfter }
})
