import { describe, expect, it } from 'vitest'
import { fail } from '../../../../../electron/contract/failure'
import {
  doneMessage,
  failedMessage,
  progressMessage
} from '../../../../../renderer/features/export/export-messages'
import { exportReport, exportState } from './builders'

describe('the words of an export', () => {
  it('say what was written, and nothing more where nothing was lost', () => {
    expect(doneMessage('Shop.csv', exportReport({ rows: 1234 }), 'en')).toBe('Shop.csv: 1,234 rows, 5 kB')
  })

  it('say why there are more rows than products', () => {
    const { coverage } = exportReport()
    const words = (rows: number): string => doneMessage('Shop.csv', exportReport({ rows, coverage }), 'en')
    expect(words(1241)).toBe('Shop.csv: 1,241 rows, 5 kB · the store lists 1 product twice')
    expect(words(1240)).toBe('Shop.csv: 1,240 rows, 5 kB')
  })

  it('say of a whole copy that the store’s list has changed since, and not that it lacks something', () => {
    const coverage = { ...exportReport().coverage, state: 'changed' as const }
    const words = doneMessage('Shop.csv', exportReport({ rows: 1240, coverage }), 'en')
    expect(words).toBe('Shop.csv: 1,240 rows, 5 kB · the store’s list has changed since the sync')
  })

  it('say all that is not in the file as it is in the catalog', () => {
    const coverage = { here: 3, products: 3, setAside: 0, total: 9, asOf: 0, state: 'partial' } as const
    const lost = {
      missing: 1,
      setAside: 2,
      disarmed: 3,
      shortened: 4,
      replaced: 5,
      unlinked: 6,
      withoutPicture: 7
    }
    const words = doneMessage(
      'Shop.csv',
      exportReport({ coverage, changed: true, reviewsUnread: true, ...lost }),
      'en'
    )
    expect(words.split(' · ').slice(1)).toEqual([
      'your copy does not have the whole catalog',
      'the catalog changed during the export; the file shows it as it was before',
      'marks and notes could not be read',
      '1 selected product is no longer in your copy',
      '2 items could not be read',
      '3 texts got an apostrophe in front',
      '4 texts were too long for a cell and were cut',
      '5 texts have � for characters that the file cannot hold',
      '6 addresses are text without a link',
      '7 pictures could not be downloaded'
    ])
  })

  it('say how far it is only while that is known', () => {
    expect(progressMessage(exportState({ done: 2000, total: 40_000 }), 'en')).toBe('5%')
    expect(progressMessage(exportState({ total: null, phase: 'preparing' }), 'en')).toBe('')
  })

  it('fault 95: say why there is no file, and what to do', () => {
    const of = (...facts: Parameters<typeof fail>): string => failedMessage(fail(...facts).failure)
    expect(of('storage-failed', { disk: 'full' })).toContain('disk is full')
    expect(of('storage-failed', { disk: 'in-use' })).toContain('another program')
    expect(of('input-invalid', { field: 'pictures' })).toContain('too many products')
    expect(of('internal')).toContain('Try again')
    expect(of('storage-failed', { disk: 'full' })).toContain('Your existing file was not changed.')
    expect(of('storage-failed', { disk: 'gone' })).not.toContain('as it was')
  })
})
