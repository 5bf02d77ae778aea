import type { ExportChoices, ExportReport, ExportState } from '../../../../../electron/contract/export'

export function exportState(changes: Partial<ExportState> = {}): ExportState {
  const beginning = { number: 1, connectionId: 'shop', format: 'csv', file: 'Shop.csv' } as const
  return { ...beginning, phase: 'writing', done: 10, total: 40, report: null, because: null, ...changes }
}

export function exportReport(changes: Partial<ExportReport> = {}): ExportReport {
  return {
    rows: 40,
    bytes: 5000,
    duration: 100,
    coverage: { here: 1240, products: 1240, setAside: 0, total: 1240, asOf: 0, state: 'complete' },
    changed: false,
    reviewsUnread: false,
    missing: 0,
    setAside: 0,
    disarmed: 0,
    shortened: 0,
    replaced: 0,
    unlinked: 0,
    withoutPicture: 0,
    ...changes
  }
}

export const exportChoices: ExportChoices = {
  format: 'csv',
  separator: 'comma',
  decimal: 'point',
  bom: true,
  about: true,
  pictures: false,
  paper: 'a4',
  extras: ['note']
}
