import { onScopeDispose } from 'vue'
import type { MenuCommand } from '../../electron/contract/channels'
import { on } from '../bridge'
import { isInOverlay, isTyping } from './key-targets'

/** What concerns no page but the whole app. */
type AppCommand = 'new-connection' | 'settings'

/** What a list of pages can be told to do, by a key or by the application menu. */
export type PageCommand = Exclude<MenuCommand, AppCommand>

/** A menu command this soon after the same key, ms, is that key press once more: menus have it as accelerator. */
const samePress = 250

/** The command that a key stands for: F5, Ctrl or Cmd with R, F, Shift and R, or an arrow. */
function commandOf(event: KeyboardEvent): PageCommand | null {
  if (event.altKey) return null
  const command = event.ctrlKey || event.metaKey
  const letter = event.key.toLowerCase()
  if (command && event.shiftKey) return letter === 'r' ? 'sync' : null
  if (event.shiftKey) return null
  if (event.key === 'F5' && !command) return 'refresh'
  if (!command) return null
  if (letter === 'r') return 'refresh'
  if (letter === 'f') return 'find'
  if (isTyping(event.target) || isInOverlay(event.target)) return null
  if (event.key === 'ArrowRight') return 'next-page'
  return event.key === 'ArrowLeft' ? 'previous-page' : null
}

/** Runs page commands, one for each press of a key, whether it arrives as a key, from the menu, or as both. */
export function usePageCommands(run: (command: PageCommand) => void): void {
  let last: { command: PageCommand; at: number } | null = null

  function onKeydown(event: KeyboardEvent): void {
    const command = commandOf(event)
    if (command === null || event.defaultPrevented) return
    // Otherwise a plain Chromium would load the window anew.
    event.preventDefault()
    last = { command, at: performance.now() }
    const turnsPages = command === 'next-page' || command === 'previous-page'
    if (turnsPages || !event.repeat) run(command)
  }

  window.addEventListener('keydown', onKeydown)
  onScopeDispose(() => window.removeEventListener('keydown', onKeydown))
  onScopeDispose(
    on('menu:command', ({ command }) => {
      if (command === 'new-connection' || command === 'settings') return
      const echo = last?.command === command && performance.now() - last.at < samePress
      if (!echo) run(command)
    })
  )
}
