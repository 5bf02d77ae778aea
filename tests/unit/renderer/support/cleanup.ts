import { config } from '@vue/test-utils'
import { disposePinia, getActivePinia } from 'pinia'
import { afterAll, afterEach } from 'vitest'
import type { App } from 'vue'
import type { Bridge } from '../../../../electron/contract/bridge'
import { leaveMainProcess } from './fake-bridge'

/** What a component still asks for that a test has left mounted: nobody answers, as once the app is closed. */
const nobody: Bridge = { call: () => new Promise(() => undefined), on: () => () => undefined }
Object.assign(window, { vitrine: nobody })

/** What is mounted has the stores of its test, as the app has its own. */
const stores = {
  install(app: App) {
    const pinia = getActivePinia()
    if (pinia) app.use(pinia)
  }
}
config.global.plugins = [stores]

// Test files share their modules and their window: no store of one may go on listening in the next, nothing that one keeps may be
// read there, and what it left on the page may not keep the focus.
afterEach(() => {
  const pinia = getActivePinia()
  if (pinia) disposePinia(pinia)
  leaveMainProcess()
  // Such as whether the details are open, by which columns go.
  localStorage.clear()
})
afterAll(() => {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  document.body.replaceChildren()
})
