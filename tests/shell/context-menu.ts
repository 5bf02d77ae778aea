import type { ContextMenuParams } from 'electron'
import type { Tell } from './ipc-renderer.ts'

/** What the app hears of the place that was asked for its menu. */
export type MenuPlace = Pick<ContextMenuParams, 'x' | 'y' | 'isEditable' | 'selectionText' | 'editFlags'>

// The functions below run in pages, injected by their text: they use nothing but each other.

type Field = HTMLInputElement | HTMLTextAreaElement

/** The field of text around a place; null for what only looks like one, as a box to check does. */
function fieldAt(place: Element | null): Field | null {
  const field = place?.closest<Field>('input, textarea') ?? null
  // Only fields of text know a selection.
  return typeof field?.selectionStart === 'number' ? field : null
}

function menuPlace({ target, clientX: x, clientY: y }: MouseEvent): MenuPlace {
  const place = target instanceof Element ? target : null
  const field = fieldAt(place)
  const isEditable = field
    ? !field.readOnly && !field.disabled
    : place instanceof HTMLElement && place.isContentEditable
  const selectionText = field
    ? field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)
    : String(getSelection() ?? '')
  const canCopy = selectionText !== '' && field?.type !== 'password'
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- only this says what the editor could do now
  const can = (command: string): boolean => document.queryCommandEnabled(command)
  const editFlags = {
    canUndo: can('undo'),
    canRedo: can('redo'),
    canCut: canCopy && isEditable,
    canCopy,
    canPaste: isEditable,
    canDelete: can('delete'),
    canSelectAll: can('selectAll'),
    canEditRichly: isEditable && !field
  }
  return { x, y, isEditable, selectionText, editFlags }
}

/** Tells the shell when a person asks for a menu. The page goes first, as in Electron; Chromium shows none of its own. */
export function watchMenus(tell: Tell): void {
  const onMenu = (event: MouseEvent): void => {
    if (event.defaultPrevented || !event.isTrusted) return
    event.preventDefault()
    tell({ kind: 'context-menu', place: menuPlace(event) })
  }
  // Added anew each time, so that it is the last of the window's listeners.
  const addLast = (): void => window.addEventListener('contextmenu', onMenu, { once: true })
  window.addEventListener('contextmenu', addLast, { capture: true })
}

/** All functions of this file, for a page. */
export const menuSource = [fieldAt, menuPlace, watchMenus].map(String).join('\n')
