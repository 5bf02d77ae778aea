import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { Input } from '../../../electron/contract/channels'
import type { ExportChoices, Exported, ExportState } from '../../../electron/contract/export'
import type { Failure } from '../../../electron/contract/failure'
import { call, on } from '../../bridge'
import { whileBusy } from '../../shared/data/while-busy'

/** What is to be exported, as the person has it before them. */
export interface Wish {
  connectionId: string
  of: Exported
  /** How many products or items that is; null when it is not known. */
  count: number | null
  /** They are named one by one. */
  isSelection: boolean
}

/** An export to be begun, with all choices made. */
type Order = Omit<Input<'export:start'>, 'choices'> & { choices: ExportChoices }

const ended: ReadonlySet<ExportState['phase']> = new Set(['done', 'cancelled', 'failed'])

/** Exports into files: what is asked for, the one that is under way, and how the last one ended. */
export const useExports = defineStore('exports', () => {
  /** What the dialog is open for; null: it is closed. */
  const wish = shallowRef<Wish | null>(null)
  /** As they were when something was last exported; null while they are not known. */
  const choices = shallowRef<ExportChoices | null>(null)
  const state = shallowRef<ExportState | null>(null)
  /** Why an export was not begun, or cannot be: how the person likes their files could not be found out. */
  const refused = shallowRef<Failure | null>(null)
  /** Its file is not there anymore. */
  const isGone = ref(false)
  const isStarting = ref(false)
  /** The number of the export whose end the person has read. */
  const read = ref(0)
  /** What was begun last; null: nothing was, in this window. */
  const order = shallowRef<Order | null>(null)

  const isUnderWay = computed(() => state.value !== null && !ended.has(state.value.phase))
  const shown = computed(() => (state.value && state.value.number > read.value ? state.value : null))

  function take(now: ExportState | null): void {
    // What was told meanwhile is newer than an answer.
    if (now === null || (state.value !== null && now.number < state.value.number)) return
    if (now.number !== state.value?.number) isGone.value = false
    else if (ended.has(state.value.phase) && !ended.has(now.phase)) return
    state.value = now
  }
  onScopeDispose(on('export:changed', take))

  /** Finds out about an export that was begun before this window was there. */
  async function load(): Promise<void> {
    const answer = await call('export:state', undefined)
    if (answer.ok) take(answer.value)
  }

  /** Opens the dialog, once it is known how the person likes their files, or why not. */
  async function ask(wanted: Wish): Promise<void> {
    refused.value = null
    const answer = await call('export:choices', undefined)
    if (answer.ok) choices.value = answer.value
    // Defaults would be saved over what the person likes: only what is known in this window stands in.
    else if (choices.value === null) refused.value = answer.failure
    wish.value = wanted
  }

  /** Lets the person choose a file, and begins; the dialog is closed then. */
  async function start(input: Order): Promise<void> {
    const answer = await whileBusy(isStarting, () => call('export:start', input))
    refused.value = answer.ok ? null : answer.failure
    if (!answer.ok || answer.value === null) return
    order.value = input
    take(answer.value)
    choices.value = input.choices
    wish.value = null
  }

  return {
    wish,
    choices,
    state,
    shown,
    refused,
    isGone,
    isStarting,
    isUnderWay,
    order,
    load,
    ask,
    start,
    /** Begins what was begun last once more: the person chooses another file. null: it is not known. */
    again: computed(() => {
      const { value: last } = order
      return last === null ? null : (): Promise<void> => start(last)
    }),
    cancel: async (): Promise<void> => {
      const answer = await call('export:cancel', undefined)
      if (answer.ok) take(answer.value)
    },
    /** Shows the file in its folder. */
    show: async (): Promise<void> => {
      isGone.value = !(await call('export:show', undefined)).ok
    },
    /** The person has read how it ended. */
    close: (): void => {
      read.value = state.value?.number ?? 0
    }
  }
})
