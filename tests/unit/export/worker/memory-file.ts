import type { ExportRow } from '../../../../electron/export/worker/rows'
import type { About } from '../../../../electron/export/worker/about'

/** What a writer wrote, in memory. */
export interface MemoryFile {
  write(bytes: string | Uint8Array): void
  bytes(): Buffer<ArrayBuffer>
}

export function memoryFile(): MemoryFile {
  const parts: Buffer[] = []
  return {
    write: (bytes) => void parts.push(Buffer.from(bytes)),
    bytes: () => Buffer.concat(parts)
  }
}

export function exportRow(row: Partial<ExportRow> = {}): ExportRow {
  return {
    key: 1,
    id: 'p-1',
    name: 'Oak chair',
    price: 129.5,
    description: 'Solid oak',
    image: 'https://pictures.example/chair.jpg',
    place: 1,
    change: null,
    review: 'approved',
    approvals: null,
    reason: null,
    note: '',
    reviewer: '',
    disagreeing: [],
    assignedTo: '',
    reviewedAt: null,
    findings: [],
    found: '',
    problem: null,
    ...row
  }
}

export const about: About = {
  store: 'Kirkton',
  list: 'All products',
  rows: 1,
  coverage: {
    here: 3,
    products: 3,
    setAside: 0,
    total: 4,
    asOf: Date.UTC(2026, 10, 21, 9, 12),
    state: 'partial'
  },
  exportedAt: Date.UTC(2026, 10, 21, 10, 0),
  remarks: []
}
