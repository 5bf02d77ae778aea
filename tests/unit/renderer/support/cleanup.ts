import { config } from '@vue/test-utils'
import { disposePinia, getActivePinia, setActivePinia } from 'pinia'
import { afterAll, afterEach } from 'vitest'
import type { App } from 'vue'
import type { Bridge } from '../../../../electron/contract/bridge'
import { leaveMainProcess } from './fake-bridge'
import { showWindow } from './painting'

/** What is still asked for when a test is over: nobody answers, as once the app is closed. */
const nobody: Bridge = { call: () => new Promise(() => undefined), on: () => () => undefined }
Object.assign(window, { vitrine: nobody })
// Here nothing is painted, and only tests of painting wait for it.
showWindow(false)

/** What a test has mounted, and not unmounted. */
const mounted = new Set<App>()
/** What is mounted has the stores of its test, as the app has its own. */
const stores = {
  install(app: App) {
    const pinia = getActivePinia()
    if (pinia) app.use(pinia)
    mounted.add(app)
    app.onUnmount(() => mounted.delete(app))
  }
}
config.global.plugins = [stores]

// Test files share their modules and their window: no page or store of one may go on listening in the next, nothing that one keeps may be
// read there, and what it left on the page may not keep the focus.
afterEach(() => {
  for (const app of mounted) app.unmount()
  const pinia = getActivePinia()
  if (pinia) disposePinia(pinia)
  setActivePinia(undefined)
  leaveMainProcess()
  // Such as whether the details are open, by which columns go.
  localStorage.clear()
})
afterAll(() => {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  document.body.replaceChildren()
})
