import { onScopeDispose } from 'vue'
import type { ReviewMark } from '../../../electron/contract/review-state'
import { isInOverlay, isTyping } from '../../composables/key-targets'
import { previewKey } from '../pictures/preview-keys'
import type { Zoom } from '../pictures/use-zoom'

/** What a key, or the button that does the same, asks for. */
export type TriageCommand = ReviewMark | 'next' | 'previous' | 'note' | 'zoom' | 'undo' | 'search' | 'help'

/** The key of each command, as it is written on buttons and in the cheat sheet. */
export const keyOf: Record<TriageCommand, string> = {
  next: 'J',
  previous: 'K',
  approved: 'A',
  'needs-work': 'W',
  ignored: 'I',
  unreviewed: 'C',
  note: 'N',
  zoom: 'Z',
  undo: 'U',
  search: '/',
  help: '?'
}

const commands: TriageCommand[] = [
  'next',
  'previous',
  'approved',
  'needs-work',
  'ignored',
  'unreviewed',
  'note',
  'zoom',
  'undo',
  'search',
  'help'
]
const arrows: Record<string, TriageCommand> = {
  ArrowRight: 'next',
  ArrowDown: 'next',
  ArrowLeft: 'previous',
  ArrowUp: 'previous'
}

/** The letter on the key where the keyboard writes another script, else what it writes. */
function letterOf({ key, code }: KeyboardEvent): string {
  const isForeign = key.length === 1 && key > '\u007f' && code.startsWith('Key')
  return (isForeign ? code.slice(3) : key).toUpperCase()
}

/** Whether the arrows up and down scroll the text that has the focus. */
function isInText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-scrolls], [role="radiogroup"]') !== null
}

function commandOf(event: KeyboardEvent): TriageCommand | null {
  const isVertical = event.key === 'ArrowUp' || event.key === 'ArrowDown'
  const arrow = arrows[event.key]
  if (arrow) return isVertical && isInText(event.target) ? null : arrow
  const letter = letterOf(event)
  return commands.find((command) => keyOf[command] === letter) ?? null
}

/** Keys that may be held down; a mark is one press. */
const repeatable: ReadonlySet<TriageCommand> = new Set(['next', 'previous'])

/**
 * Runs the command of a key whenever no text field, menu or dialog has the focus. The arrows move a picture that is zoomed
 * in; +, −, 0 and 1 zoom as in the preview.
 */
export function useTriageKeys(zoom: () => Zoom | null, run: (command: TriageCommand) => void): void {
  function onKeydown(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing || event.altKey) return
    if (isTyping(event.target) || isInOverlay(event.target)) return
    if (event.ctrlKey || event.metaKey) {
      undoAsElsewhere(event)
      return
    }
    const picture = zoom()
    const isOfPicture = picture?.isZoomed.value === true || /^[-+=_01]$/.test(event.key)
    if (isOfPicture && previewKey(event, picture, () => undefined)) {
      event.preventDefault()
      return
    }
    const command = commandOf(event)
    if (command === null) return
    event.preventDefault()
    if (!event.repeat || repeatable.has(command)) run(command)
  }

  /** Ctrl or Cmd with Z, as on the page of products. */
  function undoAsElsewhere(event: KeyboardEvent): void {
    if (event.shiftKey || event.key.toLowerCase() !== 'z') return
    event.preventDefault()
    if (!event.repeat) run('undo')
  }

  window.addEventListener('keydown', onKeydown)
  onScopeDispose(() => window.removeEventListener('keydown', onKeydown))
}
