import { describe, expect, it } from 'vitest'
import type { LogEntry } from '../../../electron/contract/review'
import { latestDecisions } from '../../../electron/today/latest-decisions'
import { logEntry } from '../renderer/features/review/panel/builders'

/** Entries as the log has them, newest first, each numbered by its place from the oldest, 1. */
const logOf = (...entries: Partial<LogEntry>[]): LogEntry[] =>
  entries.map((entry, at) => logEntry({ number: entries.length - at, ...entry }))
const shown = (log: readonly LogEntry[]): number[] => latestDecisions(log).map(({ number }) => number)

const mark = (undone = false): Partial<LogEntry> => ({ before: 'unreviewed', after: 'approved', undone })
const undo = (undone = false): Partial<LogEntry> => ({
  ...{ kind: 'undo', before: 'approved', after: 'unreviewed', undone }
})
const redo: Partial<LogEntry> = { kind: 'redo', before: 'unreviewed', after: 'approved' }
/** As it comes from the team, where no entry says that it was undone. */
const there = (entry: Partial<LogEntry>): Partial<LogEntry> => ({ ...entry, by: 'Ana', undone: false })

describe('the latest decisions', () => {
  it('are without what was taken back', () => {
    expect(shown(logOf(undo(), mark(true)))).toEqual([])
    expect(shown(logOf(mark(), undo(), mark(true)))).toEqual([3])
  })

  it('have what was done again once, and not at all where that was taken back', () => {
    expect(shown(logOf(redo, undo(true), mark()))).toEqual([1])
    expect(shown(logOf(undo(), redo, undo(true), mark(true)))).toEqual([])
  })

  it('are without what colleagues took back, whatever others did in between', () => {
    const jug = { id: 'jug', name: 'Jug' }
    expect(shown(logOf(there(undo()), { product: jug }, there(mark())))).toEqual([2])
    expect(shown(logOf(there(redo), there(undo()), there(mark())))).toEqual([1])
    expect(shown(logOf(there(undo()), there(mark()), there(mark())))).toEqual([1])
  })

  it('keep what another person said of the same product, whoever undid', () => {
    const by = (name: string): Partial<LogEntry> => ({ ...mark(), by: name, afterBy: name })
    const undoOfAna = { ...there(undo()), beforeBy: 'Ana' }
    expect(shown(logOf(undoOfAna, by('Ben'), by('Ana')))).toEqual([2])
    expect(shown(logOf({ ...undoOfAna, by: 'Olga' }, by('Ben'), by('Ana')))).toEqual([2])
  })

  it('tell that something was taken back where it is too long ago to be among them', () => {
    expect(shown(logOf(undo(), { product: { id: 'jug', name: 'Jug' } }))).toEqual([2, 1])
  })

  it('are without many products that were marked at once, where that was taken back', () => {
    const many = { product: null, count: 5, before: null }
    expect(
      shown(logOf({ ...undo(), ...many, before: 'approved', after: null }, { ...mark(true), ...many }))
    ).toEqual([])
  })
})
