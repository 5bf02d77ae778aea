import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { t } from '../../shared/i18n'
import { commandKind } from '../../shared/commands/command-table'
import { fitness } from '../../shared/commands/match'
import { useCommandRegistry } from '../../shared/commands/registry'
import { keysOf } from '../../shared/commands/shown-keys'

/** A line of the palette that something is done by. */
export interface PaletteEntry {
  id: string
  words: string
  detail: string | null
  keys: string | null
  isCurrent: boolean
  run: () => void
}

export type PaletteGroup = 'recent' | 'commands' | 'pages' | 'stores' | 'views'

type PaletteList = [group: PaletteGroup, entries: PaletteEntry[]][]

const recentKey = 'vitrine.palette.recent'
/** So many are remembered, and shown before anything is typed. */
const mostRecent = 5

function onWords(isOn: boolean | null): string | null {
  if (isOn === null) return null
  return isOn ? t('palette.on') : t('palette.off')
}

function keptRecent(): string[] {
  return (localStorage.getItem(recentKey) ?? '').split('\n').filter((id) => id !== '')
}

/** What the palette lists for what is typed: all that can be done just now, what was done last first. */
export const usePaletteEntries = defineStore('palette-entries', () => {
  const registry = useCommandRegistry()
  const recent = ref(keptRecent())

  function remember(id: string): void {
    recent.value = [id, ...recent.value.filter((each) => each !== id)].slice(0, mostRecent)
    localStorage.setItem(recentKey, recent.value.join('\n'))
  }

  function commandEntries(isPlace: boolean): PaletteEntry[] {
    const ids = registry.runnable.filter((id) => {
      const { hidden = false, isPlace: place = false } = commandKind(id)
      return !hidden && place === isPlace
    })
    return ids.map((id) => ({
      id,
      words: commandKind(id).words(),
      detail: onWords(registry.isOn(id)),
      keys: keysOf(id) ?? null,
      isCurrent: false,
      run: () => registry.run(id)
    }))
  }

  function offered(group: 'stores' | 'views'): PaletteEntry[] {
    const offers = registry.offers.filter((offer) => offer.group === group)
    return offers.map(({ id, words, detail = null, isCurrent = false, run }) => ({
      id,
      words,
      detail,
      keys: null,
      isCurrent,
      run
    }))
  }

  const groups = computed((): PaletteList => [
    ['commands', commandEntries(false)],
    ['pages', commandEntries(true)],
    ['stores', offered('stores')],
    ['views', offered('views')]
  ])

  /** Those that were run last, of what can be run now. */
  function recentEntries(): PaletteEntry[] {
    const entries = new Map(groups.value.flatMap(([, all]) => all.map((entry) => [entry.id, entry])))
    return recent.value.flatMap((id) => entries.get(id) ?? [])
  }

  function recency(id: string): number {
    const place = recent.value.indexOf(id)
    return place < 0 ? mostRecent : place
  }

  function fitting(entries: readonly PaletteEntry[], typed: string): PaletteEntry[] {
    return entries
      .flatMap((entry) => {
        const fit = fitness(entry.words, typed)
        return fit === null ? [] : { entry, fit }
      })
      .sort((a, b) => a.fit - b.fit || recency(a.entry.id) - recency(b.entry.id))
      .map(({ entry }) => entry)
  }

  /** By groups, without those that have nothing. */
  function list(typed: string): PaletteList {
    const last = typed.trim() === '' ? recentEntries() : []
    const others = groups.value.map(([group, all]): PaletteList[number] => [
      group,
      fitting(all, typed).filter((entry) => !last.includes(entry))
    ])
    const lists: PaletteList = [['recent', last], ...others]
    return lists.filter(([, all]) => all.length > 0)
  }

  return { list, remember }
})
