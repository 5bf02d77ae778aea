/** What the application menu can ask of the page. The page says which of it can be done just now. */
export const menuCommands = [
  'settings',
  'new-connection',
  'export',
  'find',
  'palette',
  'go-today',
  'go-products',
  'go-review',
  'go-changes',
  'go-quality',
  'go-team',
  'sync',
  'first-page',
  'previous-page',
  'next-page',
  'last-page',
  'toggle-details',
  'toggle-sidebar',
  'help',
  'shortcuts',
  'tour',
  'check-connection',
  'about'
] as const
export type MenuCommand = (typeof menuCommands)[number]

/** What is under Edit on every system, and means something to the page as well where no text is edited. */
export const editCommands = ['undo', 'redo', 'select-all'] as const
export type EditCommand = (typeof editCommands)[number]

/** How the application menu is to stand: what is not enabled is grayed out. */
export interface MenuState {
  enabled: (MenuCommand | EditCommand)[]
  /** Of what is on or off, what is on. */
  checked: MenuCommand[]
  /** A text is edited: Undo, Redo and Select all are its own. */
  isInText: boolean
}
