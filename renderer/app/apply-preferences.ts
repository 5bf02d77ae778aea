import { watch } from 'vue'
import { setFormats } from '../shared/format/locale'
import { showLanguage } from '../shared/i18n'
import { usePreferences } from '../shared/preferences'

/**
 * Lets the page be as the preferences say, from now on and whenever they change: the size of texts (which is that of the root
 * element: everything is measured by it), how numbers are written, and the language. Light and dark are the main process's
 * work: the page follows `prefers-color-scheme`. Settles when all is as it was when it was called.
 */
export async function applyPreferences(): Promise<void> {
  const preferences = usePreferences()
  watch(
    () => preferences.current.textSize,
    (size) => {
      // The person's own size in the browser's settings, which is what percents are of.
      document.documentElement.style.fontSize = `${size}%`
    },
    { immediate: true }
  )
  watch(
    [() => preferences.language, () => preferences.current.numberFormat],
    ([language, format]) => setFormats({ language, numberFormat: format === 'system' ? null : format }),
    { immediate: true }
  )
  watch(
    () => preferences.language,
    (language) => void showLanguage(language)
  )
  await showLanguage(preferences.language)
}
