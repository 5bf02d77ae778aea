import { onScopeDispose, ref, watch } from 'vue'
import type { Input } from '../../../electron/contract/channels'
import { editCommands, menuCommands } from '../../../electron/contract/menu'
import { call } from '../../bridge'
import { isInText } from '../../shared/ui/keyboard-context'
import { useCommandRegistry } from '../../shared/commands/registry'

/** Tells the application menu what can be done just now, what is on and whether a text is edited, whenever that changes. */
export function useMenuState(): void {
  const registry = useCommandRegistry()
  const hasText = ref(isInText(document.activeElement))
  // Not by the event's target: an element loses the focus with its window too, as when the menu opens, and is still the active one.
  const look = (): void => void (hasText.value = isInText(document.activeElement))
  for (const kind of ['focusin', 'focusout'] as const) {
    document.addEventListener(kind, look)
    onScopeDispose(() => document.removeEventListener(kind, look))
  }

  const state = (): Input<'app:menu-state'> => ({
    enabled: [...menuCommands, ...editCommands].filter((id) => registry.runnable.includes(id)),
    checked: menuCommands.filter((id) => registry.on.includes(id)),
    isInText: hasText.value
  })
  // Pages come and go in one flush: the menu hears of what is left.
  watch(
    () => JSON.stringify(state()),
    () => void call('app:menu-state', state()),
    { immediate: true, flush: 'post' }
  )
}
