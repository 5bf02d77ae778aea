import { createPinia } from 'pinia'
import { createApp, watch } from 'vue'
import App from './app/App.vue'
import { beginStartup, call, startupEnd } from './bridge'
import { i18n, showLanguage } from './shared/i18n'
import { useConnections } from './features/connections/connections'
import { setKeyBindings } from './shared/commands/key-bindings'
import { usePreferences } from './shared/preferences'
import './shared/styles/index.css'
import { formatsLocale } from '../electron/contract/languages'
import { setFormats } from './shared/format/locale'

// The letters of the styles (tokens.css): without them all is laid out and painted in others first, and then jumps. Asked for in a
// turn of their own: who looks on (tests, developer tools) is told of the place, for which the whole script would be read once more.
const letters = Promise.resolve().then(() => document.fonts.load('1em "Inter Variable"').catch(() => null))
beginStartup()
void startupEnd().then(() => call('app:shown', undefined))
const app = createApp(App).use(createPinia()).use(i18n)
// Asked for together with the preferences, so that the first thing that is put together is the page with the rows.
useConnections().start()
// Nothing is painted before the page has the size, the direction and the words that it is to have: nothing jumps.
await usePreferences().load()
await Promise.all([applyPreferences(), letters])
app.mount('#app')

/**
 * Lets the page be as the preferences say, from now on and whenever they change: the size of texts (which is that of the root
 * element: everything is measured by it), how numbers are written, and the language. Light and dark are the main process's
 * work: the page follows `prefers-color-scheme`. Settles when all is as it was when it was called.
 */
async function applyPreferences(): Promise<void> {
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
    [() => preferences.language, () => formatsLocale(preferences.current)] as const,
    ([language, numberFormat]) => setFormats({ language, numberFormat }),
    { immediate: true }
  )
  watch(
    [() => preferences.current.keys, () => preferences.current.letterKeys],
    ([keys, letterKeys]) => setKeyBindings({ keys, letterKeys }),
    { immediate: true }
  )
  watch(
    () => preferences.language,
    (language) => void showLanguage(language)
  )
  await showLanguage(preferences.language)
}
