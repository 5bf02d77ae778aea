/** `pdf` is a contact sheet: pictures with a few words under each, to be printed. */
export const exportFormats = ['xlsx', 'csv', 'json', 'pdf'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** What stands between the fields of a CSV file. */
export const separators = ['comma', 'semicolon', 'tab'] as const
export type Separator = (typeof separators)[number]

/** What stands before the decimals of a price in a CSV file. */
export const decimalSigns = ['point', 'comma'] as const
export type DecimalSign = (typeof decimalSigns)[number]

export const papers = ['a4', 'letter'] as const
export type Paper = (typeof papers)[number]

/** All that is told of a product, in the order in which it is offered. `image`: the address of its picture. */
export const exportColumns = [
  'id',
  'name',
  'price',
  'description',
  'image',
  'place',
  'change',
  'review',
  'approvals',
  'reason',
  'note',
  'reviewer',
  'reviewed-at',
  'assigned-to',
  'findings'
] as const
export type ExportColumn = (typeof exportColumns)[number]

/** A column as files have it; the last is of files with items that could not be read. */
export const fileColumns = [...exportColumns, 'problem'] as const
export type FileColumn = (typeof fileColumns)[number]

/** What a report counts of what could not be brought into a file as it is, in the order in which it is told. */
export const exportLosses = [
  'missing',
  'setAside',
  'disarmed',
  'shortened',
  'replaced',
  'unlinked',
  'withoutPicture'
] as const
export type ExportLoss = (typeof exportLosses)[number]

/** Products that a file with pictures holds at most: all of them pass through memory, and a spreadsheet or printer as well. */
export const mostWithPictures = { xlsx: 5000, pdf: 2000 } as const

/** Products that can be named one by one. */
export const mostSelected = 10_000
