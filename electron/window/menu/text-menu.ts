import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron'
import type { Words } from '../words'

/**
 * The context menu of a text: everything in a field, Copy for a selection, [] elsewhere. It has no spelling suggestions: the spell
 * checker is off because it would download its dictionaries.
 */
export function textMenu(
  of: Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>,
  { roles }: Words['menu']
): MenuItemConstructorOptions[] {
  const { canUndo, canRedo, canCut, canCopy, canPaste, canSelectAll } = of.editFlags
  if (!of.isEditable) {
    return of.selectionText.trim() === '' ? [] : [{ role: 'copy', label: roles.copy, enabled: canCopy }]
  }
  return [
    { role: 'undo', label: roles.undo, enabled: canUndo },
    { role: 'redo', label: roles.redo, enabled: canRedo },
    { type: 'separator' },
    { role: 'cut', label: roles.cut, enabled: canCut },
    { role: 'copy', label: roles.copy, enabled: canCopy },
    { role: 'paste', label: roles.paste, enabled: canPaste },
    { type: 'separator' },
    { role: 'selectAll', label: roles.selectAll, enabled: canSelectAll }
  ]
}
