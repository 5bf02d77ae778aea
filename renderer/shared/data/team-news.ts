import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { useUndoOrder, type UndoableAct } from './undo-order'

/** Something that this person has just set for the whole team. */
interface TeamNews {
  connectionId: string
  /** In the language of the window, which may change. */
  words: () => string
  /** The command that takes it back, or does it again; null: there is no way back. */
  back: 'undo' | 'redo' | null
}

/** What this person has just set for the whole team, as it is told until it is dismissed or something else is done. */
export const useTeamNews = defineStore('team-news', () => {
  const order = useUndoOrder()
  const last = shallowRef<TeamNews | null>(null)

  return {
    last,
    tell: (connectionId: string, words: () => string): void =>
      void (last.value = { connectionId, words, back: null }),
    /** Tells of a value that was set, with the way back on this page. `set` says whether it could be set. */
    tellSet<T>(
      connectionId: string,
      values: { before: T; now: T },
      words: (value: T) => string,
      set: (value: T) => Promise<boolean>
    ): void {
      async function turn(value: T, back: 'undo' | 'redo'): Promise<boolean> {
        if (!(await set(value))) return false
        last.value = { connectionId, words: () => words(value), back }
        return true
      }
      const act: UndoableAct = {
        undo: () => turn(values.before, 'redo'),
        redo: () => turn(values.now, 'undo'),
        isOfPage: true
      }
      order.did(connectionId, act)
      last.value = { connectionId, words: () => words(values.now), back: 'undo' }
    },
    /** The page on which it was set has gone, and with it the way back. */
    leave: (): void => {
      if (last.value !== null && last.value.back !== null) last.value = null
    },
    dismiss: (): void => void (last.value = null)
  }
})
