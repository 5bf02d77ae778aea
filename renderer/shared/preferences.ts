import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef } from 'vue'
import type { Failure, Result } from '../../electron/contract/failure'
import type { Language } from '../../electron/contract/languages'
import { defaultPreferences } from '../../electron/contract/preference-choices'
import type {
  PreferenceKey,
  Preferences,
  PreferencesChange,
  PreferencesState
} from '../../electron/contract/preferences'
import { call, on } from '../bridge'

/** How the app is for the person at this computer. What is chosen is in force at once, and goes back when it is refused. */
export const usePreferences = defineStore('preferences', () => {
  /** As the main process told it last; null before that. */
  const told = shallowRef<PreferencesState | null>(null)
  /** What was chosen and is not answered yet, the earliest first. */
  const waiting = shallowRef<readonly PreferencesChange[]>([])
  /** Why what was asked last was not done. */
  const failed = shallowRef<Failure | null>(null)

  const current = computed<Preferences>(() =>
    Object.assign({}, told.value?.preferences ?? defaultPreferences, ...waiting.value)
  )
  /** What the app's words are in. A language that was just chosen comes with the answer. */
  const language = computed<Language>(() => told.value?.language ?? 'en')

  onScopeDispose(
    on('preferences:changed', (state) => {
      told.value = state
    })
  )

  function take(answer: Result<PreferencesState>): void {
    failed.value = answer.ok ? null : answer.failure
    if (answer.ok) told.value = answer.value
  }

  async function load(): Promise<void> {
    take(await call('preferences:get', undefined))
  }

  async function set(change: PreferencesChange): Promise<void> {
    waiting.value = [...waiting.value, change]
    const answer = await call('preferences:set', change)
    waiting.value = waiting.value.filter((other) => other !== change)
    take(answer)
  }

  /** Forgets all that was chosen. Says whether it was done. */
  async function reset(): Promise<boolean> {
    const answer = await call('preferences:reset', undefined)
    take(answer)
    return answer.ok
  }

  return {
    told,
    current,
    language,
    failed,
    load,
    set,
    reset,
    isLocked: (key: PreferenceKey) => told.value?.locked.includes(key) ?? false
  }
})
