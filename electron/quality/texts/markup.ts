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
