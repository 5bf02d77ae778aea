import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { AppInfo } from '../../electron/contract/channels'
import { call, isStartupOver } from '../bridge'
import { useWindowRoom } from './ui/use-window-room'

/** How the sidebar stands: `auto` follows the width of the window. */
export type SidebarMode = 'auto' | 'open' | 'collapsed'

/** CSS pixels, at usual text size: of the least window with room for the sidebar's words. */
const leastForWords = 1100

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
  const { width } = useWindowRoom()
  const isNarrow = computed(() => width.value < leastForWords)
  /** Of the sidebar the signs alone are shown. */
  const isCollapsed = computed(() =>
    sidebar.value === 'auto' ? isNarrow.value : sidebar.value === 'collapsed'
  )

  async function load(): Promise<void> {
    const result = await call('app:info', undefined)
    if (result.ok) info.value = result.value
  }

  /** What is not seen of the first page need not be put together before its rows. */
  const isPastStart = isStartupOver()

  return { info, sidebar, isCollapsed, isPastStart, load }
})
