import { fail, ok, type Failure, type Result } from '../contract/failure'
import { languageFor, type Language } from '../contract/languages'
import { defaultPreferences } from '../contract/preference-choices'
import {
  preferencesSchema,
  type PreferenceKey,
  type Preferences,
  type PreferencesChange,
  type PreferencesState
} from '../contract/preferences'
import type { SettingsStore } from './settings'
import type { Managed } from './managed/file'

export interface PreferencesDeps {
  settings: Pick<SettingsStore, 'get' | 'remember'>
  managed: Managed
  /** The system's languages as BCP 47 tags, the most wanted first. */
  systemLanguages: () => readonly string[]
  /** Something is not as it was before. */
  onChange: (state: PreferencesState, before: Preferences) => void
}

/** How the app is, by what a person has chosen and what the organization has set. */
export interface PreferencesStore {
  get(): Preferences
  /** What the app's words are in. */
  language(): Language
  state(): PreferencesState
  isLocked(key: PreferenceKey): boolean
  /** What the organization's file says, also where a person has chosen something else. */
  managed(): PreferencesChange
  /**
   * Changes some; what the file refuses holds until the app quits (`unsaved` says so). Fails with `setting-locked` when one of
   * them is the organization's, and then changes none.
   */
  set(change: PreferencesChange): Promise<Result<PreferencesState>>
  /**
   * Forgets what was chosen, but not the way to the network, without which no store may be reached: the organization's defaults hold again, and where there is none the app's.
   */
  reset(): Promise<PreferencesState>
}

const keys = preferencesSchema.keyof().options

/** The change without what is in it only by name: a name with nothing behind it says nothing. */
function said(change: PreferencesChange): PreferencesChange {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}

/** Locked values come before chosen ones, those before the organization's defaults, and these before the app's. */
export function createPreferences(deps: PreferencesDeps): PreferencesStore {
  const { defaults, locked } = deps.managed.settings
  const lockedKeys = keys.filter((key) => locked[key] !== undefined)
  let unsaved: Failure | null = null

  const chosen = (): PreferencesChange => deps.settings.get().preferences
  /** As parsed last, of what was chosen then: asked for several times a page, and up to fifty certificates stand in it. */
  let parsed: { of: PreferencesChange; preferences: Preferences } | null = null

  function get(): Preferences {
    const now = chosen()
    if (parsed?.of === now) return parsed.preferences
    const preferences = preferencesSchema.parse({ ...defaultPreferences, ...defaults, ...now, ...locked })
    parsed = { of: now, preferences }
    return preferences
  }

  const language = (): Language => languageFor(get().language, deps.systemLanguages())
  const state = (): PreferencesState => ({
    preferences: get(),
    locked: lockedKeys,
    chosen: keys.filter((key) => chosen()[key] !== undefined && !lockedKeys.includes(key)),
    language: language(),
    managed: deps.managed.file,
    unsaved
  })

  async function choose(change: (before: PreferencesChange) => PreferencesChange): Promise<PreferencesState> {
    const before = get()
    const kept = await deps.settings.remember((current) => ({
      ...current,
      preferences: change(current.preferences)
    }))
    unsaved = kept.ok ? null : kept.failure
    const after = state()
    deps.onChange(after, before)
    return after
  }

  return {
    get,
    language,
    state,
    isLocked: (key) => lockedKeys.includes(key),
    managed: () => ({ ...defaults, ...locked }),
    async set(change) {
      const field = lockedKeys.find((key) => change[key] !== undefined)
      if (field !== undefined) return fail('setting-locked', { field })
      return ok(await choose((before) => ({ ...before, ...said(change) })))
    },
    reset: () => choose(({ proxy, authorities }) => said({ proxy, authorities }))
  }
}
