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
  /** Called after any change. */
  onChange: (state: PreferencesState, before: Preferences) => void
}

/** The preferences in force, from the person's choices and the organization's file. */
export interface PreferencesStore {
  get(): Preferences
  /** The language of the app. */
  language(): Language
  state(): PreferencesState
  isLocked(key: PreferenceKey): boolean
  /** The content of the organization's file, even if the person chose otherwise. */
  managed(): PreferencesChange
  /**
   * Changes some preferences; if the file cannot be written they hold until the app quits (`unsaved` says so). Fails with `setting-
   * locked`, and changes nothing, if the organization has locked one of them.
   */
  set(change: PreferencesChange): Promise<Result<PreferencesState>>
  /**
   * Resets all choices except the network settings, without which no store may be reachable: the organization's defaults hold again, or
   * else the app's.
   */
  reset(): Promise<PreferencesState>
}

const keys = preferencesSchema.keyof().options

/** The change without keys whose value is undefined. */
function said(change: PreferencesChange): PreferencesChange {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}

/** Locked values come before chosen ones, those before the organization's defaults, and these before the app's. */
export function createPreferences(deps: PreferencesDeps): PreferencesStore {
  const { defaults, locked } = deps.managed.settings
  const lockedKeys = keys.filter((key) => locked[key] !== undefined)
  let unsaved: Failure | null = null

  const chosen = (): PreferencesChange => deps.settings.get().preferences
  /** The last parsed choices: they are read several times per page and may contain fifty certificates. */
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
    const saved = await deps.settings.remember((current) => ({
      ...current,
      preferences: change(current.preferences)
    }))
    unsaved = saved.ok ? null : saved.failure
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
