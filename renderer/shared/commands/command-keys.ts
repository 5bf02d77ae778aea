import { isInModal, isInOverlay, isInText, isTyping } from '../ui/keyboard-context'
import { commandIds, commandKind, type CommandId, type Reach } from './command-table'
import { isPressed } from './keys'

/** The same command from the menu this soon after its key, ms, is that press once more: menus have it as accelerator. */
const samePress = 250

const reaches: Record<Reach, (target: EventTarget | null) => boolean> = {
  anywhere: (target) => !isInModal(target),
  'beside-texts': (target) => !isInText(target) && !isInOverlay(target),
  page: (target) => !isTyping(target) && !isInOverlay(target),
  own: () => false
}

/** The command whose keys an event is, and which are not a page's own affair; null: none. */
function commandOf(event: KeyboardEvent): CommandId | null {
  const isMeant = (id: CommandId): boolean => {
    const { keys = [], reach = 'own' } = commandKind(id)
    return reach !== 'own' && keys.some((each) => isPressed(each, event))
  }
  return commandIds.find(isMeant) ?? null
}

/** What listens needs of the registry. */
export interface Runner {
  /** Whether anything shown does that, if not just now. */
  isKnown: (id: CommandId) => boolean
  run: (id: CommandId) => boolean
}

/** Runs commands by their keys, until `stop`. `isEcho` says whether a command was run by its key a moment ago. */
export function listenToKeys({ isKnown, run }: Runner): {
  stop: () => void
  isEcho: (id: CommandId) => boolean
} {
  let last: { id: CommandId; at: number } | null = null

  function onKeydown(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing) return
    const id = commandOf(event)
    if (id === null || !isKnown(id)) return
    const { reach = 'own', repeats = false } = commandKind(id)
    // A plain Chromium would load the window anew, or search in it, wherever the focus is.
    if (reach === 'anywhere') event.preventDefault()
    if (!reaches[reach](event.target)) return
    event.preventDefault()
    last = { id, at: performance.now() }
    if (repeats || !event.repeat) run(id)
  }

  window.addEventListener('keydown', onKeydown)
  return {
    stop: () => window.removeEventListener('keydown', onKeydown),
    isEcho: (id) => last?.id === id && performance.now() - last.at < samePress
  }
}
