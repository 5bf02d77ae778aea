import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './app/App.vue'
import { call } from './bridge'
import { beginStartup, startupEnd } from './bridge/startup'
import { applyPreferences } from './app/apply-preferences'
import { i18n } from './shared/i18n'
import { useConnections } from './features/connections/connections'
import { usePreferences } from './shared/preferences'
import './shared/styles/index.css'

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
