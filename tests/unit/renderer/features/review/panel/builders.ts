import type { LogEntry, Review } from '../../../../../../electron/contract/review'

/** The review of the corner shop's first product, on which nobody has decided, save what the test sets. */
export function review(changes: Partial<Review> = {}): Review {
  return {
    productId: 'p-1',
    mark: 'unreviewed',
    state: 'unreviewed',
    approvals: null,
    reason: null,
    note: '',
    markedBy: '',
    notedBy: '',
    markedAt: null,
    notedAt: null,
    draft: null,
    draftBegunOn: null,
    differences: [],
    isWorse: false,
    ...changes
  }
}

/** An entry that says that Kim approved one product. */
export function logEntry(changes: Partial<LogEntry> = {}): LogEntry {
  return {
    number: 7,
    at: Date.UTC(2026, 10, 3, 9),
    by: 'Kim',
    kind: 'mark',
    count: 1,
    product: { id: 'p-1', name: 'Walnut bowl' },
    of: 'mark',
    before: 'unreviewed',
    after: 'approved',
    beforeBy: null,
    afterBy: null,
    reasonBefore: null,
    reason: null,
    from: null,
    undone: false,
    canUndo: true,
    ...changes
  }
}
