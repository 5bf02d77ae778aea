/**
 * What a spreadsheet may run at the beginning of a cell (OWASP, "CSV Injection"): = + - @, as full-width signs too, a tab or a line
 * break; also after what some programs skip: spaces, quotes, signs that are not seen.
 */
const runsAtStart = /^(?:[\t\r\n]|[\s"'\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u

/**
 * The same within a text, after what another program may take for the end of a cell: a file with commas that is opened where
 * semicolons are usual is cut at those. Here + and - are left alone, as in lists with dashes and in temperatures, unless they begin
 * something that calls. Looked for from the sign backwards: from each separator forwards, a store's text of nothing but line breaks
 * takes seconds.
 */
const signWithin = /[=+\-@＝＋－＠](?<=[\t\r\n,;|][\s"'\p{Cf}]*.)/gu
const alwaysRuns = /[=@＝＠]/
const lineEnd = /[\r\n]|$/g

/**
 * Makes a text harmless that a spreadsheet would run (94): an apostrophe stands before it. Any other text comes back as the very
 * same. For CSV alone, where nothing says what is text; numbers do not pass here.
 */
export function harmless(text: string): string {
  const within = harmlessWithin(text)
  return runsAtStart.test(text) ? `'${within}` : within
}

function harmlessWithin(text: string): string {
  /** Of the line that the sign is in: its end, and where something is called for the last time. */
  let end = -1
  let lastCall = -1
  return text.replace(signWithin, (sign, at: number) => {
    if (at > end) {
      lineEnd.lastIndex = at
      end = lineEnd.exec(text)?.index ?? text.length
      const line = text.slice(at, end)
      lastCall = at + Math.max(line.lastIndexOf('|'), line.lastIndexOf('('), line.lastIndexOf('!'))
    }
    return alwaysRuns.test(sign) || lastCall > at ? `'${sign}` : sign
  })
}
