import { defineStore } from 'pinia'
import { ref, shallowRef, watch } from 'vue'
import type { AppInfo } from '../../electron/contract/channels'
import type { PageSnapshot } from '../../electron/contract/page-snapshot'
import { call } from '../bridge'

/** How the sidebar stands: `auto` follows the width of the window. */
export type SidebarMode = 'auto' | 'open' | 'collapsed'

const sidebarKey = 'vitrine.sidebar'

function savedMode(): SidebarMode {
  const saved = localStorage.getItem(sidebarKey)
  return saved === 'open' || saved === 'collapsed' ? saved : 'auto'
}

/** What is true of the whole app: its version, its platform, how its frame stands. */
export const useApp = defineStore('app', () => {
  const info = shallowRef<AppInfo | null>(null)
  const sidebar = ref<SidebarMode>(savedMode())
  watch(sidebar, (mode) => localStorage.setItem(sidebarKey, mode))

  async function load(): Promise<void> {
    const result = await call('app:info', undefined)
    if (result.ok) info.value = result.value
  }

  /** Leaves the page to the next start, or nothing; that nothing can be left is no reason to bother anyone. */
  function keepSnapshot(snapshot: PageSnapshot | null): void {
    void call('app:keep-snapshot', snapshot)
  }

  return { info, sidebar, load, keepSnapshot }
})
