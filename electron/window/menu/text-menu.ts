import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron'
import type { Words } from '../words'

/**
 * The menu of a text that was asked for its menu: all of it in a field, Copy where something is selected, [] elsewhere. There are
 * no spellings to choose from: the spell checker is off, since it would fetch its dictionaries from elsewhere.
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
