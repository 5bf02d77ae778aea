import type { ExportWords } from '../../electron/export/worker/words'

/** Words for files, those of an export in English. */
export const fileWords: ExportWords = {
  language: 'en',
  columns: {
    id: 'Product ID',
    name: 'Name',
    price: 'Price',
    description: 'Description',
    image: 'Picture address',
    place: 'Place',
    change: 'Last sync',
    review: 'Review',
    approvals: 'Approvals',
    reason: 'Reason',
    note: 'Note',
    reviewer: 'Reviewer',
    'reviewed-at': 'Reviewed',
    findings: 'Findings',
    problem: 'Problem'
  },
  reasons: {
    picture: 'Picture',
    price: 'Price',
    name: 'Name',
    text: 'Text',
    double: 'Double',
    other: 'Other'
  },
  states: {
    unreviewed: 'Unreviewed',
    'awaiting-you': 'Awaiting approval',
    'awaiting-others': 'Awaiting approval',
    approved: 'Approved',
    changed: 'Changed after approval',
    'needs-work': 'Needs work',
    ignored: 'Ignored'
  },
  changes: { new: 'New', changed: 'Changed', gone: 'Gone' },
  rules: { 'name-missing': 'Name missing', 'price-zero': 'Price is zero' },
  problems: {
    'not-an-object': 'Not an object',
    'id-missing': 'No ID',
    'id-empty': 'Empty ID',
    'id-unsafe-number': 'Too large a number',
    'id-too-long': 'ID too long',
    'id-wrong-type': 'Neither text nor a number'
  },
  picture: 'Picture',
  noPicture: 'No picture',
  products: 'Products',
  about: {
    title: 'About this export',
    store: 'Store',
    list: 'List',
    rows: 'Rows',
    catalog: 'Catalog',
    asOf: 'As of',
    exported: 'Exported',
    note: 'Note',
    complete: 'complete, items: {items}',
    partial: 'partial, items: {items} of {total}',
    partialUnknown: 'partial, items: {items}',
    lineList: '{store}: {list}. Rows: {rows}.',
    lineCatalog: 'Catalog: {coverage}.',
    lineCatalogAsOf: 'Catalog as of {time}: {coverage}.',
    lineExported: 'Exported {time}.',
    linePrinted: 'Printed {time}.'
  },
  remarks: {
    missing: 'Missing: {number}.',
    setAside: 'Set aside: {number}.',
    disarmed: 'With an apostrophe: {number}.',
    shortened: 'Cut: {number}.',
    replaced: 'With other signs: {number}.',
    unlinked: 'Without link: {number}.',
    withoutPicture: 'Without picture: {number}.',
    reviewsUnread: 'Marks and notes could not be read.',
    changed: 'The catalog changed meanwhile.'
  }
}
