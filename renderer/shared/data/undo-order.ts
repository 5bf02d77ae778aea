import { defineStore } from 'pinia'
import { ref, shallowReactive } from 'vue'
import type { LogEntry } from '../../../electron/contract/review'

/** Something done that is in no log, with its way back and forth: each says whether that came to anything. */
export interface UndoableAct {
  undo: () => Promise<boolean>
  redo: () => Promise<boolean>
  /** Only its page tells of it: it cannot be taken back elsewhere. */
  isOfPage?: boolean
}

/** `entry`: its number in the log of reviews; null: not known. */
export type Done = { entry: number | null } | UndoableAct

/** Entries of the log, in the order in which they were made, each with the entry that took it back. */
export interface TakenEntries {
  entries: { number: number; redo: number }[]
  /** Of what they were, where that is one product. */
  product: LogEntry['product']
}

type TakenBack = TakenEntries | UndoableAct

/** As far back as the log is searched for what can be taken back (electron/reviews/write/undo.ts). */
const most = 200

/** The one order in which a person takes back and does again what they did, on whichever page, by connection. */
export const useUndoOrder = defineStore('undo-order', () => {
  /** The last last. */
  const done = new Map<string, readonly Done[]>()
  const takenBack = shallowReactive(new Map<string, readonly TakenBack[]>())
  /** How often something new was done. */
  const acts = ref(0)
  const doneIn = (id: string): readonly Done[] => done.get(id) ?? []
  const takenIn = (id: string): readonly TakenBack[] => takenBack.get(id) ?? []

  function keep(id: string, acts: readonly Done[]): void {
    done.set(id, [...doneIn(id), ...acts].slice(-most))
  }

  function keepTaken(id: string, taken: TakenBack): void {
    takenBack.set(id, [...takenIn(id), taken].slice(-most))
  }

  return {
    acts,
    /** Something new was done: nothing that was taken back before can be done again. null: it has no way back. */
    did(id: string, act: Done | null): void {
      takenBack.delete(id)
      if (act !== null) keep(id, [act])
      acts.value += 1
    },
    /** What was done last and can be taken back; null: nothing that this start of the app knows of. */
    last: (id: string): Done | null => doneIn(id).at(-1) ?? null,
    /** It was taken back, or cannot be anymore. */
    drop(id: string, what: Done): void {
      done.set(
        id,
        doneIn(id).filter((each) => each !== what)
      )
    },
    actTaken(id: string, act: UndoableAct): void {
      this.drop(id, act)
      keepTaken(id, act)
    },
    /** These entries of the log were taken back, or cannot be anymore. */
    dropEntries(id: string, numbers: readonly (number | null)[]): void {
      done.set(
        id,
        doneIn(id).filter((each) => !('entry' in each && numbers.includes(each.entry)))
      )
    },
    entriesTaken(id: string, taken: TakenEntries): void {
      this.dropEntries(
        id,
        taken.entries.map(({ number }) => number)
      )
      keepTaken(id, taken)
    },
    /** What is done again next; null: nothing. */
    next: (id: string): TakenBack | null => takenIn(id).at(-1) ?? null,
    /** It was done again, and is what was done last. */
    doneAgain(id: string, what: TakenBack): void {
      takenBack.set(
        id,
        takenIn(id).filter((each) => each !== what)
      )
      keep(id, 'entries' in what ? what.entries.map(({ number }) => ({ entry: number })) : [what])
    },
    /** What this entry had taken back; null: nothing that is to be done again. */
    takenBy: (id: string, redo: number | undefined): TakenEntries | null =>
      takenIn(id).find(
        (each): each is TakenEntries => 'entries' in each && each.entries.some((entry) => entry.redo === redo)
      ) ?? null,
    /** The page has gone, and with it what only it tells of. */
    leave(): void {
      for (const [id, acts] of done) done.set(id, acts.filter(stays))
      for (const [id, acts] of takenBack) takenBack.set(id, acts.filter(stays))
    }
  }
})

const stays = (each: Done | TakenBack): boolean => !('undo' in each && each.isOfPage === true)
