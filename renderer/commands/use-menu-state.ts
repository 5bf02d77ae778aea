import { watch } from 'vue'
import { menuCommands } from '../../electron/contract/menu'
import { call } from '../bridge'
import { useCommandRegistry } from './registry'

/** Tells the application menu what can be done just now and what is on, whenever that changes. */
export function useMenuState(): void {
  const registry = useCommandRegistry()
  const state = (): string =>
    JSON.stringify([
      menuCommands.filter((id) => registry.runnable.includes(id)),
      menuCommands.filter((id) => registry.on.includes(id))
    ])
  // Pages come and go in one flush: the menu hears of what is left.
  watch(
    state,
    () => {
      const enabled = menuCommands.filter((id) => registry.runnable.includes(id))
      const checked = menuCommands.filter((id) => registry.on.includes(id))
      void call('app:menu-state', { enabled, checked })
    },
    { immediate: true, flush: 'post' }
  )
}
