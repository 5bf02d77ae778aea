import { expect, it } from 'vitest'
import {
  cutEmptyEnd,
  entriesRead,
  newCheckpoint,
  readCheckpoint,
  resize,
  setEntries,
  storedCheckpoint
} from '../../../../electron/sync/crawl/checkpoint'

it('a list of very many short pages is read on in smaller ones, and its empty end is dropped', () => {
  const checkpoint = newCheckpoint(100)
  for (let page = 1; page <= 200_000; page++) setEntries(checkpoint, page, 95)
  setEntries(checkpoint, 200_001, 0)
  checkpoint.unread = Array.from({ length: 200_000 }, (_, at) => at + 1)
  cutEmptyEnd(checkpoint)
  expect(checkpoint.highest).toBe(200_000)
  resize(checkpoint, 50)
  expect(checkpoint).toMatchObject({ limit: 50, next: 1, highest: 0 })
})

it('a checkpoint of a store all of whose pages are short stays small, and is read back as it was', () => {
  const checkpoint = newCheckpoint(100)
  for (let page = 1; page <= 100_000; page++) setEntries(checkpoint, page, page === 700 ? 3 : 95)
  const text = JSON.stringify(storedCheckpoint(checkpoint))
  expect(text.length).toBeLessThan(1000)
  const read = readCheckpoint(JSON.parse(text))
  expect(read?.irregularPages).toEqual(checkpoint.irregularPages)
  expect(read && entriesRead(read)).toBe(entriesRead(checkpoint))
})

it('a checkpoint that the first version wrote is read', () => {
  const stored = { ...newCheckpoint(100), highest: 7, irregularPages: { 3: 20, 7: 0 } }
  expect(readCheckpoint(JSON.parse(JSON.stringify(stored)))?.irregularPages).toEqual({ 3: 20, 7: 0 })
})

it('a checkpoint that an earlier version wrote, with its own names, is resumed at the same place', () => {
  const checkpoint = newCheckpoint(100)
  for (let page = 1; page <= 7; page++) setEntries(checkpoint, page, page === 3 ? 20 : 100)
  const known = { ...checkpoint, next: 8, end: { reportedLastPage: 9 }, repeatedFrom: 6 }
  const { irregularPages, repeatedFrom, dirtyRanges, ...rest } = { ...known, dirtyRanges: [[2, 4]] }
  const former = {
    ...rest,
    end: { told: 9 },
    odd: irregularPages,
    echoes: repeatedFrom,
    suspects: dirtyRanges
  }
  const read = readCheckpoint(JSON.parse(JSON.stringify(former)))
  expect(read).toMatchObject({ irregularPages: { 3: 20 }, repeatedFrom: 6 })
  expect(read?.dirtyRanges).toContainEqual([2, 4])
  expect(read).toEqual(readCheckpoint(JSON.parse(JSON.stringify({ ...known, dirtyRanges: [[2, 4]] }))))
})
