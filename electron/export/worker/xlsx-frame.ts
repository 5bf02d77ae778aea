import type { ZipFile } from './zip-file'
import { stylesXml } from './xlsx-styles'
import { xmlText } from './xml'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const types = 'http://schemas.openxmlformats.org/package/2006/content-types'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
export const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const mime = 'application/vnd.openxmlformats-officedocument'

/** A workbook's sheets by their names, in order; how many of the first have pictures. */
export interface Frame {
  sheets: string[]
  drawings: number
  currency: string | null
}

/** One thing that a part refers to. `isOutside`: an address, no part of the file. */
export interface Relation {
  id: string
  kind: 'worksheet' | 'styles' | 'officeDocument' | 'hyperlink' | 'drawing' | 'image'
  target: string
  isOutside?: boolean
}

export function relationXml({ id, kind, target, isOutside = false }: Relation): string {
  const mode = isOutside ? ' TargetMode="External"' : ''
  return `<Relationship Id="${id}" Type="${relations}/${kind}" Target="${xmlText(target)}"${mode}/>`
}

/** The list of what a part refers to. */
export const relationsStart = `${head}<Relationships xmlns="${packageRelations}">`
export const relationsEnd = '</Relationships>'

export function sheetStart(): string {
  return `${head}<worksheet xmlns="${main}" xmlns:r="${relations}">`
}

/** Adds all that a workbook has beside its sheets. */
export async function addFrame(zip: ZipFile, { sheets, drawings, currency }: Frame): Promise<void> {
  const all = (list: Relation[]): string => relationsStart + list.map(relationXml).join('') + relationsEnd
  await zip.add('[Content_Types].xml', contentTypes(sheets.length, drawings))
  await zip.add('_rels/.rels', all([{ id: 'r1', kind: 'officeDocument', target: 'xl/workbook.xml' }]))
  await zip.add('xl/workbook.xml', workbook(sheets))
  await zip.add(
    'xl/_rels/workbook.xml.rels',
    all([
      ...sheets.map((_, index) => {
        const [id, target] = [`r${index + 1}`, `worksheets/sheet${index + 1}.xml`]
        return { id, kind: 'worksheet', target } as const
      }),
      { id: 'styles', kind: 'styles', target: 'styles.xml' }
    ])
  )
  await zip.add('xl/styles.xml', stylesXml(currency))
}

function contentTypes(sheets: number, drawings: number): string {
  const part = (path: string, type: string): string =>
    `<Override PartName="/xl/${path}.xml" ContentType="${mime}.${type}+xml"/>`
  const numbered = (count: number, path: string, type: string): string =>
    Array.from({ length: count }, (_, index) => part(`${path}${index + 1}`, type)).join('')
  return `${head}<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="jpg" ContentType="image/jpeg"/>${[
    part('workbook', 'spreadsheetml.sheet.main'),
    part('styles', 'spreadsheetml.styles'),
    numbered(sheets, 'worksheets/sheet', 'spreadsheetml.worksheet'),
    numbered(drawings, 'drawings/drawing', 'drawing')
  ].join('')}</Types>`
}

function workbook(sheets: readonly string[]): string {
  const list = sheets.map(
    (name, index) => `<sheet name="${xmlText(name)}" sheetId="${index + 1}" r:id="r${index + 1}"/>`
  )
  return `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${list.join('')}</sheets></workbook>`
}
