/**
 * Makes a line of CSV (RFC 4180) of a record, with its end: CR LF. Quotes stand where a field has the separator, a quote or any line
 * break, where it has spaces at its edges or a byte order mark at its beginning, which some programs take away, and where it
 * begins with `ID`, which a file of another format (SYLK) does. An empty field that is alone on its line is quoted too: an empty
 * line would be no record.
 */
export function csvLine(separator: string): (fields: readonly string[]) => string {
  const isPlain = plainTest(separator)
  const quoted = (field: string): string => (isPlain(field) ? field : `"${field.replaceAll('"', '""')}"`)
  return (fields) => {
    if (fields.length === 1 && fields[0] === '') return '""\r\n'
    let line = ''
    for (let at = 0; at < fields.length; at++) line += (at === 0 ? '' : separator) + quoted(fields[at] ?? '')
    return `${line}\r\n`
  }
}

/** Whether a field can stand as it is. It is gone through for a class of signs alone: what is at its edges is asked by itself. */
function plainTest(separator: string): (field: string) => boolean {
  const breaking = new RegExp(`["\\r\\n${separator}]`)
  // `trim` takes a byte order mark away as well.
  return (field) => !breaking.test(field) && field.trim() === field && !field.startsWith('ID')
}
