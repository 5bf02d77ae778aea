/**
 * What a spreadsheet may run at the beginning of a cell (OWASP, "CSV Injection"): = + - @, as full-width signs too, a tab or a line
 * break; also after what some programs skip: spaces, quotes, signs that are not seen.
 */
const runsAtStart = /^(?:[\t\r\n]|[\s"'\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u

/**
 * The same within a text, after what another program may take for the end of a cell: a file with commas that is opened where
 * semicolons are usual is cut at those. Here + and - are left alone, as in lists with dashes and in temperatures, unless they begin
 * something that calls.
 */
const runsWithin = /([\t\r\n,;|][\s"'\p{Cf}]*)(?=[=@＝＠]|[+\-＋－][^\r\n]*[|(!])/gu
const mayRunWithin = /[\t\r\n,;|][\s"'\p{Cf}]*[=+\-@＝＋－＠]/u

/**
 * Makes a text harmless that a spreadsheet would run (94): an apostrophe stands before it. Any other text comes back as the very
 * same. For CSV alone, where nothing says what is text; numbers do not pass here.
 */
export function harmless(text: string): string {
  const within = mayRunWithin.test(text) ? text.replace(runsWithin, "$1'") : text
  return runsAtStart.test(text) ? `'${within}` : within
}
