/** What XML 1.0 has no way to write (its production `Char`), besides halves of pairs; and U+007F, which the library leaves out. */
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g

/**
 * A text as a workbook can hold it; nearly every one comes back as the very same. U+FFFD stands for each of these signs:
 * the way that OOXML has for them (`_x000B_`) is not open here, since the library escapes that as well. Line breaks become those
 * of sheets, which also a reader of XML would make of them.
 */
export function xmlText(text: string): { text: string; isReplaced: boolean } {
  const lines = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
  const sound = lines.toWellFormed().replace(unwritable, '\ufffd')
  return { text: sound, isReplaced: sound !== lines }
}
