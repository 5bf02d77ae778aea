import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openForReading } from '../../../../electron/catalog/db/open'
import { createPictureCache } from '../../../../electron/catalog/read/picture-columns'
import { runAtOnce } from '../../../../electron/database/cooperative'
import { testFolder } from '../../../support/folder'
import { fillCopy } from '../support/filled-copy'
import { join } from 'node:path'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('what is known of pictures is let go when nobody asks for it, and read anew when somebody does', () => {
  const folder = testFolder()
  const copy = fillCopy([{ image: 'https://a.example/1' }, { image: 'https://a.example/2' }], folder)
  const db = openForReading(join(folder, 'catalog.sqlite'))
  const pictures = createPictureCache(db, 1000)
  copy.find(1, { state: 'broken' })
  const first = runAtOnce(pictures.get())
  expect(Array.from(first.state)).toEqual([0, 2])
  vi.advanceTimersByTime(999)
  expect(runAtOnce(pictures.get())).toBe(first)
  vi.advanceTimersByTime(1000)
  // Nobody tells it what changes while it holds nothing.
  copy.find(2, { state: 'broken' })
  const second = runAtOnce(pictures.get())
  expect(Array.from(second.state)).toEqual([0, 2, 2])
  expect(second.version).toBeGreaterThan(first.version)
  db.close()
})

it('what changes while it is being read is not lost', () => {
  const folder = testFolder()
  const copy = fillCopy([{ image: 'https://a.example/1' }], folder)
  const db = openForReading(join(folder, 'catalog.sqlite'))
  const pictures = createPictureCache(db)
  copy.find(1, { state: 'broken' })
  const reading = pictures.get()
  reading.next()
  copy.find(1, null)
  pictures.changed([1])
  runAtOnce(reading)
  expect(runAtOnce(pictures.get()).state[1]).toBe(0)
  const again = pictures.get()
  pictures.changed([1])
  runAtOnce(again)
  copy.find(1, { state: 'broken' })
  pictures.changed(null)
  expect(runAtOnce(pictures.get()).state[1]).toBe(2)
  db.close()
})
