import { fitness } from '../../shared/commands/match'
import { shortcutGroups, type Shortcut } from '../../shared/commands/shortcut-list'

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
