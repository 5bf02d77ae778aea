import { builtInReasons } from '../../../electron/contract/review-state'
import { t } from '../i18n'
import { usePreferences } from '../preferences'
import { commandIds, commandKind, type CommandId, type CommandTopic } from './command-table'
import { keysInForce } from './key-bindings'
import { shownKeys } from './keys'
import { fitness } from './match'

/** What keys do, in words; several keys that do the same stand together. */
export interface Shortcut {
  keys: string[]
  words: string
}

export interface ShortcutGroup {
  topic: CommandTopic
  title: string
  shortcuts: Shortcut[]
}

/** Keys, as the command table writes them, as they are shown. */
export function keyShortcut(keys: readonly string[], words: string): Shortcut {
  return { keys: keys.map((each) => shownKeys(each)), words }
}

/** The keys of a command, and further ones, written likewise, that do the same. */
export function shortcutOf(id: CommandId, ...further: string[]): Shortcut {
  return keyShortcut([...keysInForce(id), ...further], commandKind(id).words())
}

/** Keys of the note and the picture of a product that is reviewed, which are no commands. */
export const reviewKeys = {
  /** As many as there are reasons; number keys reach the first nine. */
  reasons: (): Shortcut => {
    const { ownReasons } = usePreferences().current
    const last = Math.min(9, builtInReasons.length + ownReasons.length)
    return { keys: [`1–${last}`], words: t('reviewSession.help.reason') }
  },
  noReason: (): Shortcut => keyShortcut(['0'], t('reviewSession.help.noReason')),
  saveNote: (): Shortcut => keyShortcut(['Mod+Enter'], t('reviewSession.help.saveNote')),
  leaveNote: (): Shortcut => keyShortcut(['Escape'], t('reviewSession.help.leaveNote')),
  zoomSteps: (): Shortcut => ({ keys: ['+', '−'], words: t('reviewSession.help.zoomSteps') }),
  pan: (): Shortcut =>
    keyShortcut(['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown'], t('reviewSession.help.pan')),
  fit: (): Shortcut => keyShortcut(['0'], t('pictures.fit')),
  actualSize: (): Shortcut => keyShortcut(['1'], t('pictures.actualSize')),
  /** In the grid. */
  range: (): Shortcut => keyShortcut(['Shift+ArrowRight', 'Shift+ArrowDown'], t('help.keys.range'))
}

/** Keys of the gallery that do something else in a table, and are no commands. */
export const galleryKeys = {
  tiles: (): Shortcut =>
    keyShortcut(['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown'], t('help.keys.tiles')),
  ends: (): Shortcut => keyShortcut(['Home', 'End'], t('help.keys.tileEnds')),
  into: (): Shortcut => keyShortcut(['F2'], t('help.keys.intoTile')),
  range: reviewKeys.range,
  open: (): Shortcut => keyShortcut(['Enter', ...keysInForce('show-picture')], t('pictures.command.open'))
}

/** Keys of lists of products and their cells, which are no commands. */
export const listKeys = {
  rows: (): Shortcut => keyShortcut(['ArrowUp', 'ArrowDown'], t('help.keys.rows')),
  cells: (): Shortcut => keyShortcut(['ArrowLeft', 'ArrowRight'], t('help.keys.cells')),
  ends: (): Shortcut => keyShortcut(['Mod+Home', 'Mod+End'], t('help.keys.ends')),
  into: (): Shortcut => keyShortcut(['F2'], t('help.keys.into')),
  select: (): Shortcut => keyShortcut([' '], t('help.keys.select')),
  range: (): Shortcut => keyShortcut(['Shift+ArrowDown'], t('help.keys.range')),
  open: (): Shortcut => keyShortcut(['Enter'], t('productMenu.details')),
  menu: (): Shortcut => keyShortcut(['Shift+F10'], t('help.keys.menu')),
  rules: (): Shortcut =>
    keyShortcut([...keysInForce('next-product'), ...keysInForce('previous-product')], t('help.keys.rule'))
}

/** Keys that are no commands, or commands of other topics: they move something, or belong to what has the focus. */
function others(topic: CommandTopic): Shortcut[] {
  const { reasons, noReason, saveNote, leaveNote, zoomSteps, pan, range } = reviewKeys
  const { rules, open, ...inTable } = listKeys
  const lists: Record<CommandTopic, () => Shortcut[]> = {
    app: () => [keyShortcut(['Escape'], t('help.keys.close'))],
    products: () => [
      inTable.rows(),
      inTable.cells(),
      inTable.ends(),
      inTable.into(),
      inTable.select(),
      inTable.range(),
      open(),
      inTable.menu()
    ],
    decide: () => [reasons(), noReason(), saveNote(), leaveNote()],
    review: () => [zoomSteps(), pan(), range(), shortcutOf('compare')],
    changes: () => [
      shortcutOf('next-product'),
      shortcutOf('previous-product'),
      shortcutOf('toggle-details'),
      shortcutOf('compare')
    ],
    quality: () => [rules(), open(), shortcutOf('compare')]
  }
  return lists[topic]()
}

function ofTopic(topic: CommandTopic, title: string): ShortcutGroup {
  const commands = commandIds.flatMap((id) => (commandKind(id).topic === topic ? shortcutOf(id) : []))
  // What no key does is not told of.
  return { topic, title, shortcuts: [...commands, ...others(topic)].filter(({ keys }) => keys.length > 0) }
}

/** All keys of the app by topics, in the words of the palette and the menus. */
export function shortcutGroups(): ShortcutGroup[] {
  return [
    ofTopic('app', t('help.keys.app')),
    ofTopic('decide', t('help.keys.decide')),
    ofTopic('products', t('layout.products')),
    ofTopic('review', t('layout.review')),
    ofTopic('changes', t('changes.title')),
    ofTopic('quality', t('quality.title'))
  ]
}

/** The keys of the app by topics, those of them that fit what is looked for in words and keys; '' finds all. */
export function foundShortcuts(find: string): { title: string; entries: Shortcut[] }[] {
  return shortcutGroups()
    .map(({ title, shortcuts }) => ({
      title,
      entries: shortcuts.filter(
        ({ words, keys }) => fitness(words, find) !== null || keys.some((key) => fitness(key, find) !== null)
      )
    }))
    .filter(({ entries }) => entries.length > 0)
}
