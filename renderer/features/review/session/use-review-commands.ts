import { useEventListener } from '@vueuse/core'
import { reviewMarks, type ReviewMark } from '../../../../electron/contract/review-state'
import { type CommandAction, useCommands } from '../../../shared/commands/registry'
import { useReviewActions } from './review-actions'
import { previewKey, type Zoom, zoomOfKey } from '../../pictures'
import { commandKind, type CommandId } from '../../../shared/commands/command-table'
import { keyOfEvent } from '../../../shared/commands/keys'
import { isInOverlay, isTyping } from '../../../shared/ui/keyboard-context'
import { readingKey } from '../../../shared/i18n/direction'

/** What of the page the commands are for. */
interface SessionParts {
  /** The product on screen; null: there is none. */
  desk: () => { zoom: Zoom | null; writeNote: () => void } | null
  find: () => void
  help: () => void
  refresh: () => void
}

function isMark(command: ReviewCommand): command is ReviewMark {
  return reviewMarks.some((mark) => mark === command)
}

function toggleZoom(zoom: Zoom | null): void {
  if (zoom?.isZoomed.value === true) zoom.fit()
  else zoom?.actual()
}

/** Runs the page's commands by its keys, by the menus and the palette; the answer runs one for a button. */
export function useReviewCommands({
  desk,
  find,
  help,
  refresh
}: SessionParts): (command: ReviewCommand) => void {
  const marks = useReviewActions()
  const commands: Record<Exclude<ReviewCommand, ReviewMark>, () => void> = {
    next: marks.next,
    previous: () => void marks.previous(),
    note: () => desk()?.writeNote(),
    zoom: () => toggleZoom(desk()?.zoom ?? null),
    undo: () => void marks.undo(),
    search: find,
    help
  }
  function run(command: ReviewCommand): void {
    if (isMark(command)) void marks.mark(command)
    else commands[command]()
  }
  useReviewKeys(() => desk()?.zoom ?? null, run)

  const can = (): boolean => desk() !== null
  const mark = (wish: ReviewMark): CommandAction => ({ can, run: () => run(wish) })
  useCommands({
    find: { run: find },
    refresh: { run: refresh },
    undo: { run: commands.undo },
    approved: mark('approved'),
    'needs-work': mark('needs-work'),
    ignored: mark('ignored'),
    unreviewed: mark('unreviewed'),
    note: { can, run: commands.note },
    'next-product': { can, run: commands.next },
    'previous-product': { run: commands.previous },
    'zoom-picture': { can, run: commands.zoom },
    'review-keys': { run: help },
    'next-page': { can, run: commands.next },
    'previous-page': { run: commands.previous }
  })
  return run
}

/** What a key, or the button that does the same, asks for. */
export type ReviewCommand = ReviewMark | 'next' | 'previous' | 'note' | 'zoom' | 'undo' | 'search' | 'help'

const keyFor = (id: CommandId): string => commandKind(id).keys?.[0] ?? ''

/** The key of each command, as it is written on buttons and in the cheat sheet. */
export const keyOf: Record<ReviewCommand, string> = {
  next: keyFor('next-product'),
  previous: keyFor('previous-product'),
  approved: keyFor('approved'),
  'needs-work': keyFor('needs-work'),
  ignored: keyFor('ignored'),
  unreviewed: keyFor('unreviewed'),
  note: keyFor('note'),
  zoom: keyFor('zoom-picture'),
  undo: keyFor('undo-mark'),
  search: keyFor('search-queue'),
  help: keyFor('review-keys')
}

const commands: ReviewCommand[] = [
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
const arrows: Record<string, ReviewCommand> = {
  ArrowRight: 'next',
  ArrowDown: 'next',
  ArrowLeft: 'previous',
  ArrowUp: 'previous'
}

/** Whether the arrows up and down scroll the text that has the focus. */
function isInText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-scrolls], [role="radiogroup"]') !== null
}

function commandOf(event: KeyboardEvent): ReviewCommand | null {
  const isVertical = event.key === 'ArrowUp' || event.key === 'ArrowDown'
  const arrow = arrows[readingKey(event.key)]
  if (arrow) return isVertical && isInText(event.target) ? null : arrow
  const letter = keyOfEvent(event)
  return commands.find((command) => keyOf[command] === letter) ?? null
}

/** Keys that may be held down; a mark is one press. */
const repeatable: ReadonlySet<ReviewCommand> = new Set(['next', 'previous'])

/**
 * Runs the command of a key whenever no text field, menu or dialog has the focus. The arrows move a picture that is zoomed
 * in; +, −, 0 and 1 zoom as in the preview.
 */
function useReviewKeys(zoom: () => Zoom | null, run: (command: ReviewCommand) => void): void {
  function onKeydown(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing || event.altKey) return
    if (isTyping(event.target) || isInOverlay(event.target)) return
    if (event.ctrlKey || event.metaKey) return
    const picture = zoom()
    const isOfPicture = picture?.isZoomed.value === true || zoomOfKey(event) !== undefined
    if (isOfPicture && previewKey(event, picture, () => undefined)) {
      event.preventDefault()
      return
    }
    const command = commandOf(event)
    if (command === null) return
    event.preventDefault()
    if (!event.repeat || repeatable.has(command)) run(command)
  }

  useEventListener('keydown', onKeydown)
}
