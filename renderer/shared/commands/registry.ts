import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef } from 'vue'
import { commandIds, type CommandId } from './command-table'
import { listenToKeys } from './command-keys'
import { listenToMenu } from './menu-events'

/** What a command does while a page, a panel or the app itself offers it. */
export interface CommandAction {
  run: () => void
  /** Whether it can be done just now; always, where it is left out. */
  can?: () => boolean
  /** Given for what is on or off. */
  isOn?: () => boolean
}

export type CommandActions = Partial<Record<CommandId, CommandAction>>

/** Something to do that no table can know, as it is a person's own: a store to go to, a view to look at. */
export interface Offer {
  /** Among all that is offered; the palette remembers it. */
  id: string
  group: 'stores' | 'views'
  words: string
  detail?: string
  /** It is in use already. */
  isCurrent?: boolean
  run: () => void
}

/**
 * What can be done just now. Whatever is shown adds what it can do and takes it away when it goes; where two can do the same, the
 * one that was added last does it. Keys and the application menu are heard as long as the registry is there.
 */
export const useCommandRegistry = defineStore('commands', () => {
  const layers = shallowRef<readonly CommandActions[]>([])
  const sources = shallowRef<readonly (() => readonly Offer[])[]>([])

  function actionOf(id: CommandId): CommandAction | null {
    return layers.value.findLast((layer) => layer[id] !== undefined)?.[id] ?? null
  }

  function canRun(id: CommandId): boolean {
    const action = actionOf(id)
    return action !== null && (action.can?.() ?? true)
  }

  /** Does it, if that can be done just now; says whether it could. */
  function run(id: CommandId): boolean {
    if (!canRun(id)) return false
    actionOf(id)?.run()
    return true
  }

  /** Adds what something can do; the returned function takes it away. */
  function add(actions: CommandActions): () => void {
    layers.value = [...layers.value, actions]
    return () => (layers.value = layers.value.filter((layer) => layer !== actions))
  }

  function offer(source: () => readonly Offer[]): () => void {
    sources.value = [...sources.value, source]
    return () => (sources.value = sources.value.filter((each) => each !== source))
  }

  const runnable = computed(() => commandIds.filter(canRun))
  /** Whether something that can be on is on; null of what cannot. */
  const isOn = (id: CommandId): boolean | null => actionOf(id)?.isOn?.() ?? null
  const on = computed(() => commandIds.filter((id) => isOn(id) === true))
  const offers = computed(() => sources.value.flatMap((source) => source()))

  const heard = listenToKeys({ isKnown: (id) => actionOf(id) !== null, run })
  onScopeDispose(heard.stop)
  onScopeDispose(listenToMenu(run, heard.isEcho))

  return { runnable, on, isOn, offers, canRun, run, add, offer }
})
