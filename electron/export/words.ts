import type { RuleId } from '../contract/audit-rules'
import type { ChangeKind } from '../contract/narrowing'
import type { ExportColumn } from '../contract/export'
import type { SetAsideReason } from '../contract/product'
import type { ReviewState } from '../contract/review'

/** A column as a file has it; the second is of files with items that were set aside. */
export type FileColumn = ExportColumn | 'problem'

/**
 * The words that stand in exported files. No heading is `ID`: a CSV file that begins with these letters is taken for another
 * format (SYLK).
 */
export const fileWords = {
  columns: {
    id: 'Product ID',
    name: 'Name',
    price: 'Price',
    description: 'Description',
    image: 'Picture address',
    place: 'Place',
    change: 'Last sync',
    review: 'Review',
    note: 'Note',
    reviewer: 'Reviewer',
    'reviewed-at': 'Reviewed',
    findings: 'Findings',
    problem: 'Problem'
  } satisfies Record<FileColumn, string>,
  picture: 'Picture',
  states: {
    unreviewed: 'Unreviewed',
    approved: 'Approved',
    changed: 'Changed since approved',
    'needs-work': 'Needs work',
    ignored: 'Ignored'
  } satisfies Record<ReviewState, string>,
  changes: { new: 'New', changed: 'Changed', gone: 'Gone' } satisfies Record<ChangeKind, string>,
  problems: {
    'not-an-object': 'Not an object',
    'id-missing': 'No ID',
    'id-empty': 'Empty ID',
    'id-unsafe-number': 'ID is a number too large to be exact',
    'id-too-long': 'ID too long',
    'id-wrong-type': 'ID is neither text nor a number'
  } satisfies Record<SetAsideReason, string>,
  sheet: 'Products',
  about: 'About this export'
}

/** Findings stand in a cell by the names of their rules. */
export function findingsText(findings: readonly RuleId[]): string {
  return findings.join('; ')
}
