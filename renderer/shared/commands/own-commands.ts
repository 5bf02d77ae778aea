import { useEventListener } from '@vueuse/core'
import { isChoosing, isInOverlay, isInText, isPointed } from '../ui/keyboard-context'
import { commandIds, type CommandId } from './command-table'
import { isCharacter } from './key-bindings'
import { isKeyOf, pressedKeys } from './keys'
import { useCommands, type CommandAction, type CommandActions } from './registry'

/** An overlay whose product keys are for as well. */
const keysGoOn = '[data-product-keys]'

/**
 * What narrows a list: for who went there by keyboard a letter is not for the product that happens to be the current one; for nobody
 * where it stands `alone`, in the place of the list.
 */
const narrows = '[data-narrows]'

function isLetterWhileNarrowing(event: KeyboardEvent): boolean {
  const there = event.target instanceof Element ? event.target.closest(narrows) : null
  if (there === null || !isCharacter(pressedKeys(event) ?? '')) return false
  return !isPointed(event.target) || there.getAttribute('data-narrows') === 'alone'
}

/** Whether a letter goes into a text, a choice or a menu there. */
function takesLetters(target: EventTarget | null): boolean {
  if (isInText(target) || isChoosing(target)) return true
  const goesOn = target instanceof Element && target.closest(keysGoOn) !== null
  return isInOverlay(target) && !goesOn
}

/**
 * Runs commands whose keys are a page's own affair, whenever one of these is pressed where no letters are typed and no list is narrowed. A command
 * that returns false leaves its key to others.
 */
export function useOwnKeys(runs: Partial<Record<CommandId, (event: KeyboardEvent) => unknown>>): void {
  const ids = commandIds.filter((id) => runs[id] !== undefined)

  function onKeydown(event: KeyboardEvent): void {
    if (event.repeat || event.defaultPrevented || event.isComposing || takesLetters(event.target)) return
    if (isLetterWhileNarrowing(event)) return
    const id = ids.find((each) => isKeyOf(each, event))
    if (id !== undefined && runs[id]?.(event) !== false) event.preventDefault()
  }

  useEventListener('keydown', onKeydown)
}

/** Offers commands whose keys are a page's own affair, and hears these keys; a key of what cannot be done now is left to others. */
export function useOwnCommands(actions: CommandActions): void {
  useCommands(actions)
  const byKey =
    ({ can = () => true, run }: CommandAction) =>
    (): boolean => {
      if (!can()) return false
      run()
      return true
    }
  useOwnKeys(Object.fromEntries(Object.entries(actions).map(([id, action]) => [id, byKey(action)])))
}
