/** What XML cannot hold as it is, or a spreadsheet reads as an escape. */
const special = /[&<>"\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9a-fA-F]{4}_)/g
const isSpecial = new RegExp(special.source)

const named: Partial<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * A text as it stands in a cell or an attribute of a sheet. Signs that XML forbids are written as spreadsheets do, `_x0000_`
 * (ECMA-376, 22.9.2.19), and what looks like that is kept from being read so.
 */
export function xmlText(text: string): string {
  const sound = text.isWellFormed() ? text : text.toWellFormed()
  return isSpecial.test(sound) ? sound.replace(special, escaped) : sound
}

function escaped(sign: string): string {
  const code = sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  return named[sign] ?? `_x${code}_`
}
