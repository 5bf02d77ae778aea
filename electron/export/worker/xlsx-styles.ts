import { xmlText } from './xml'

/** Places in the list of formats of a cell (`cellXfs`). */
export const styles = {
  plain: 0,
  heading: 1,
  text: 2,
  price: 3,
  time: 4,
  link: 5,
  count: 6,
  wrapped: 7
} as const

/** Of formats that a workbook adds: below this number they are built in. */
const ownFormat = 164

/** Formats of numbers that are built in: whole, text, day and time. */
const builtIn = { whole: 1, text: 49, time: 22 }

/** The look of cells. `currency`: ISO 4217; null: prices are plain numbers. */
export function stylesXml(currency: string | null): string {
  const cell = (format: number, font: number, more = ''): string =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"${more || '/'}>`
  const top = ' applyAlignment="1"><alignment vertical="top"/></xf'
  const wrapped = ' applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf'
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<numFmts count="1"><numFmt numFmtId="${ownFormat}" formatCode="${xmlText(priceFormat(currency))}"/></numFmts>
<fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><u/><sz val="11"/><color rgb="FF0563C1"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="8">${[
    cell(0, 0),
    cell(builtIn.text, 1, top),
    cell(builtIn.text, 0, top),
    cell(ownFormat, 0, top),
    cell(builtIn.time, 0, top),
    cell(builtIn.text, 2, top),
    cell(builtIn.whole, 0, top),
    cell(builtIn.text, 0, wrapped)
  ].join('')}</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`
}

/** With the currency's own digits, and as many more as a price has. */
function priceFormat(currency: string | null): string {
  const digits =
    currency === null
      ? 2
      : (new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
          .minimumFractionDigits ?? 2)
  const more = '#'.repeat(Math.max(0, 4 - digits))
  const number = `#,##0${digits + more.length > 0 ? '.' : ''}${'0'.repeat(digits)}${more}`
  return currency === null ? number : `${number} [$${currency}]`
}
