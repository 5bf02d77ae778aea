import { on } from '../../bridge'
import { isInModal } from '../ui/keyboard-context'
import type { CommandId } from './command-table'

/** Runs what is chosen in the application menu, unless it only repeats a key; the returned function stops that. */
export function listenToMenu(
  run: (id: CommandId) => boolean,
  isEcho: (id: CommandId) => boolean
): () => void {
  return on('menu:command', ({ command }) => {
    // The page under a dialog is not to change: the dialog is about it.
    if (!isEcho(command) && !isInModal(document.activeElement)) run(command)
  })
}
