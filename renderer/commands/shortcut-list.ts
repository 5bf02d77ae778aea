import { t } from '../i18n'
import { commandIds, commandKind, type CommandTopic } from './command-table'
import { shownKeys } from './keys'

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

/** Keys that are no commands: they move something, or belong to what has the focus. */
function others(topic: CommandTopic): Shortcut[] {
  const key = (keys: string[], words: string): Shortcut => ({
    keys: keys.map((each) => shownKeys(each)),
    words
  })
  const lists: Record<CommandTopic, () => Shortcut[]> = {
    app: () => [key(['Escape'], t('help.keys.close'))],
    products: () => [
      key(['ArrowUp', 'ArrowDown'], t('help.keys.rows')),
      key(['ArrowLeft', 'ArrowRight'], t('help.keys.cells')),
      key(['Mod+Home', 'Mod+End'], t('help.keys.ends')),
      key(['F2'], t('help.keys.into')),
      key([' '], t('help.keys.select')),
      key(['Shift+ArrowDown'], t('help.keys.range')),
      key(['Enter'], t('help.keys.preview')),
      key(['Shift+F10'], t('help.keys.menu'))
    ],
    review: () => [
      key(['Mod+Enter'], t('triage.help.saveNote')),
      key(['Escape'], t('triage.help.leaveNote')),
      { keys: ['+', '−'], words: t('triage.help.zoomSteps') },
      key(['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown'], t('triage.help.pan'))
    ]
  }
  return lists[topic]()
}

function ofTopic(topic: CommandTopic, title: string): ShortcutGroup {
  const commands = commandIds.flatMap((id) => {
    const { keys = [], words, topic: own } = commandKind(id)
    return own === topic && keys.length > 0
      ? { keys: keys.map((each) => shownKeys(each)), words: words() }
      : []
  })
  return { topic, title, shortcuts: [...commands, ...others(topic)] }
}

/** All keys of the app by topics, in the words of the palette and the menus. */
export function shortcutGroups(): ShortcutGroup[] {
  return [
    ofTopic('app', t('help.keys.app')),
    ofTopic('products', t('layout.products')),
    ofTopic('review', t('layout.review'))
  ]
}
