import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef } from 'vue'
import { commandIds, type CommandId, commandKind, type Reach } from './command-table'
import { isForPage, isInLarge, isInModal, isInOverlay, isInText } from '../ui/keyboard-context'
import { isCharacter } from './key-bindings'
import { isKeyOf, pressedKeys } from './keys'
import { on } from '../../bridge'

/** What a command does while a page, a panel or the app itself offers it. */
export interface CommandAction {
  run: () => void
  /** Whether it can be done just now; always, where it is left out. */
  can?: () => boolean
  /** Given for what is on or off. */
  isOn?: () => boolean
}

export type CommandActions = Partial<Record<CommandId, CommandAction>>

/** Something to do that no table can know: a store to go to, a view to look at, a mark for the product on screen. */
export interface Offer {
  /** Among all that is offered; the palette remembers it. */
  id: string
  group: 'marks' | 'views' | 'rules' | 'settings' | 'stores'
  words: string
  /** Other words that people look for it by. */
  also?: string
  /** It is listed only where a word that is typed begins one of these: it acts at once, and is not to be come upon by other words. */
  verbs?: string
  /** It is listed only for what is typed: there are many like it. */
  isQuiet?: boolean
  detail?: string
  /** It is in use already. */
  isCurrent?: boolean
  /** It cannot be done just now; `detail` says what is needed for it. */
  isOff?: boolean
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

/** The same command from the menu this soon after its key, ms, is that press once more: menus have it as accelerator. */
const samePress = 250

const reaches: Record<Reach, (target: EventTarget | null) => boolean> = {
  'over-large': (target) => !isInModal(target) || isInLarge(target),
  anywhere: (target) => !isInModal(target),
  'beside-texts': (target) => !isInText(target) && !isInOverlay(target),
  page: isForPage,
  own: () => false
}

/** The command whose keys an event is, and which are not a page's own affair; null: none. */
function commandOf(event: KeyboardEvent): CommandId | null {
  const isMeant = (id: CommandId): boolean => {
    const { reach = 'own' } = commandKind(id)
    return reach !== 'own' && isKeyOf(id, event)
  }
  return commandIds.find(isMeant) ?? null
}

/** Where a press of a command's keys counts. */
function reachOf(id: CommandId, event: KeyboardEvent): Reach {
  const { reach = 'own' } = commandKind(id)
  return isCharacter(pressedKeys(event) ?? '') ? 'page' : reach
}

/** What listens needs of the registry. */
interface Runner {
  /** Whether anything shown does that, if not just now. */
  isKnown: (id: CommandId) => boolean
  run: (id: CommandId) => boolean
}

/** Runs commands by their keys, until `stop`. `isEcho` says whether a command was run by its key a moment ago. */
function listenToKeys({ isKnown, run }: Runner): {
  stop: () => void
  isEcho: (id: CommandId) => boolean
} {
  let last: { id: CommandId; at: number } | null = null

  function onKeydown(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing) return
    const id = commandOf(event)
    if (id === null || !isKnown(id)) return
    const { repeats = false } = commandKind(id)
    const reach = reachOf(id, event)
    // A plain Chromium would load the window anew, or search in it, wherever the focus is.
    if (reach === 'anywhere' || reach === 'over-large') event.preventDefault()
    if (!reaches[reach](event.target)) return
    event.preventDefault()
    last = { id, at: performance.now() }
    if (repeats || !event.repeat) run(id)
  }

  window.addEventListener('keydown', onKeydown)
  return {
    stop: () => window.removeEventListener('keydown', onKeydown),
    isEcho: (id) => last?.id === id && performance.now() - last.at < samePress
  }
}

/** Runs what is chosen in the application menu, unless it only repeats a key; the returned function stops that. */
function listenToMenu(run: (id: CommandId) => boolean, isEcho: (id: CommandId) => boolean): () => void {
  return on('menu:command', ({ command }) => {
    // The page under a dialog is not to change: the dialog is about it.
    const reach = commandKind(command).reach === 'over-large' ? 'over-large' : 'anywhere'
    if (!isEcho(command) && reaches[reach](document.activeElement)) run(command)
  })
}

/** Says what commands do while the component, or whatever scope this is called in, is there. */
export function useCommands(actions: CommandActions): void {
  onScopeDispose(useCommandRegistry().add(actions))
}

/** Offers what no table of commands can know while the scope is there; read anew whenever it changes. */
export function useOffers(source: () => readonly Offer[]): void {
  onScopeDispose(useCommandRegistry().offer(source))
}
