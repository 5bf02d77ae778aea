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
function key(keys: readonly string[], words: string): Shortcut {
  return { keys: keys.map((each) => shownKeys(each)), words }
}

/** The keys of a command, and further ones, written likewise, that do the same. */
export function shortcutOf(id: CommandId, ...further: string[]): Shortcut {
  return key([...keysInForce(id), ...further], commandKind(id).words())
}

/** Keys of the note and the picture of a product that is reviewed, which are no commands. */
export const reviewKeys = {
  /** As many as there are reasons; number keys reach the first nine. */
  reasons: (): Shortcut => {
    const { ownReasons } = usePreferences().current
    const last = Math.min(9, builtInReasons.length + ownReasons.length)
    return { keys: [`1–${last}`], words: t('reviewSession.help.reason') }
  },
  noReason: (): Shortcut => key(['0'], t('reviewSession.help.noReason')),
  saveNote: (): Shortcut => key(['Mod+Enter'], t('reviewSession.help.saveNote')),
  leaveNote: (): Shortcut => key(['Escape'], t('reviewSession.help.leaveNote')),
  zoomSteps: (): Shortcut => ({ keys: ['+', '−'], words: t('reviewSession.help.zoomSteps') }),
  pan: (): Shortcut => key(['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown'], t('reviewSession.help.pan')),
  /** In the grid. */
  range: (): Shortcut => key(['Shift+ArrowRight', 'Shift+ArrowDown'], t('help.keys.range'))
}

/** Keys that are no commands: they move something, or belong to what has the focus. */
function others(topic: CommandTopic): Shortcut[] {
  const { reasons, noReason, saveNote, leaveNote, zoomSteps, pan, range } = reviewKeys
  const lists: Record<CommandTopic, () => Shortcut[]> = {
    app: () => [key(['Escape'], t('help.keys.close'))],
    products: () => [
      key(['ArrowUp', 'ArrowDown'], t('help.keys.rows')),
      key(['ArrowLeft', 'ArrowRight'], t('help.keys.cells')),
      key(['Mod+Home', 'Mod+End'], t('help.keys.ends')),
      key(['F2'], t('help.keys.into')),
      key([' '], t('help.keys.select')),
      key(['Shift+ArrowDown'], t('help.keys.range')),
      key(['Enter'], t('productMenu.details')),
      key(['Shift+F10'], t('help.keys.menu'))
    ],
    decide: () => [reasons(), noReason(), saveNote(), leaveNote()],
    review: () => [zoomSteps(), pan(), range()],
    changes: () => [shortcutOf('next-product'), shortcutOf('previous-product'), shortcutOf('toggle-details')],
    quality: () => [
      key([...keysInForce('next-product'), ...keysInForce('previous-product')], t('help.keys.rule')),
      key(['Enter'], t('productMenu.details'))
    ]
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
