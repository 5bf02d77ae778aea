import { isAscii } from './characters'

/** What bytes 80–BF become when they are read as Windows-1252: the rest of a letter that was UTF-8. */
const rest =
  '\\x80-\\xbf\\u20ac\\u201a\\u0192\\u201e\\u2026\\u2020\\u2021\\u02c6\\u2030\\u0160\\u2039\\u0152\\u017d\\u2018\\u2019\\u201c\\u201d\\u2022\\u2013\\u2014\\u02dc\\u2122\\u0161\\u203a\\u0153\\u017e\\u0178'
/** Those of them that also stand behind a capital Ã, Ä or Å where all is right: quotes, dashes, dots, spaces. */
const punctuation = '\\xa0\\xab\\xbb\\u2018\\u2019\\u201c\\u201d\\u2026\\u2013\\u2014\\u2022\\u2122'
/** What the same bytes become as Windows-1251, in which they are Cyrillic letters and signs. */
const cyrillicRest =
  '\\u0402\\u0403\\u201a\\u0453\\u201e\\u2026\\u2020\\u2021\\u20ac\\u2030\\u0409\\u2039\\u040a\\u040c\\u040b\\u040f\\u0452\\u2018\\u2019\\u201c\\u201d\\u2022\\u2013\\u2014\\u2122\\u0459\\u203a\\u045a\\u045c\\u045b\\u045f\\xa0\\u040e\\u045e\\u0408\\xa4\\u0490\\xa6\\xa7\\xa9\\u0404\\xab-\\xae\\u0407\\xb0\\xb1\\u0406\\u0456\\u0491\\xb5-\\xb7\\u0451\\u2116\\u0454\\xbb\\u0458\\u0405\\u0455\\u0457'

const garbled = new RegExp(
  [
    '\\ufffd',
    // Ã¤ Å‚ Ä™: letters of Western and Central Europe.
    `[ÃÄÅ](?=[${rest}])[^${punctuation}]`,
    `(?<=\\p{Ll})[ÃÄÅ][${punctuation}]`,
    // Â° Â©, and the no-break space that became one.
    'Â[\\xa0-\\xa9\\xac-\\xba\\xbc-\\xbf]',
    // â€™ â„¢ â‚¬, and the byte order mark.
    'â[€„‚ˆœ†\\x80-\\x9f]',
    'ï»¿',
    // Ð¡Ñ‚: Cyrillic; ãƒ†ã‚¹: Japanese and Chinese.
    `(?:[ÐÑ][${rest}]){2}`,
    `(?:[ã-ï][${rest}]{2}){2}`,
    // РўРµ: Cyrillic that was read as Cyrillic of another kind.
    `(?:[РС][${cyrillicRest}]){3}`,
    // Gr??e: what a system without these letters left of them.
    '(?<=\\p{L})\\?{2,}(?=\\p{L})'
  ].join('|'),
  'u'
)
/** UTF-16 units around what was found that are quoted with it. */
const around = 20

/** The first place of a text that was written in one encoding and read in another, with what stands around it; null: none. */
export function garbledIn(text: string): string | null {
  if (isAscii(text) && !text.includes('?')) return null
  const match = garbled.exec(text)
  if (match === null) return null
  const start = Math.max(0, match.index - around)
  return text
    .slice(start, match.index + match[0].length + around)
    .toWellFormed()
    .trim()
}

/** Elements of HTML that descriptions are pasted with: any other word in angle brackets may be meant. */
const elements =
  'a|abbr|article|b|big|blockquote|body|br|button|center|code|col|dd|del|div|dl|dt|em|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|label|li|link|main|meta|nav|ol|p|picture|pre|q|s|script|section|small|source|span|strike|strong|style|sub|sup|svg|table|tbody|td|tfoot|th|thead|title|tr|tt|u|ul|video'
const tag = new RegExp(String.raw`</?(?:${elements})(?:\s[^<>]*)?/?>|<!--|<!doctype\b|<!\[CDATA\[`, 'i')

/** Names of characters that shops' texts are full of once they were escaped too often, and all accented letters. */
const named =
  'amp|lt|gt|quot|apos|nbsp|ensp|emsp|thinsp|shy|ndash|mdash|hellip|bull|middot|laquo|raquo|[lrsb]squo|[lrsb]dquo|copy|reg|trade|deg|euro|pound|yen|cent|sect|para|times|divide|plusmn|frac(?:12|14|34)|sup[123]|micro|iexcl|iquest|ordf|ordm|szlig|eth|thorn|[a-zA-Z]{1,2}(?:acute|grave|circ|uml|tilde|cedil|ring|slash|lig|caron)'
const entity = new RegExp(String.raw`&(?:amp;)?(?:#\d{2,7}|#x[\da-f]{2,6}|${named});`, 'i')

const forumTag = /\[\/(?:b|i|u|s|url|img|size|color|list|quote|code|center)\]/i

/** The first piece of HTML, or of a forum's markup, in a text; null: there is none. "a < b" and "R&D" are none. */
export function markupIn(text: string): string | null {
  if (text.includes('<')) {
    const found = tag.exec(text)
    if (found) return found[0]
  }
  if (text.includes('&')) {
    const found = entity.exec(text)
    if (found) return found[0]
  }
  return text.includes('[/') ? (forumTag.exec(text)?.[0] ?? null) : null
}
