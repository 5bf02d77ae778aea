/** IMF-fixdate and the older RFC 850 form; JavaScript would also read "-5" or "1" as a date. */
const httpDate = /^[A-Za-z]{3,9}, \d{2}[ -][A-Za-z]{3}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/

/**
 * How long `Retry-After` asks to wait, in ms, uncapped: seconds (28) or an HTTP date (29). A date is taken
 * against the answer's own `Date`, so that a wrong clock here changes nothing (93). null for what is neither (30).
 */
export function readRetryAfter(
  value: string | undefined,
  date: string | undefined,
  now: number
): number | null {
  const text = value?.trim() ?? ''
  if (/^\d{1,15}$/.test(text)) return Number(text) * 1000
  const until = readDate(text)
  if (until === null) return null
  return Math.max(0, until - (readDate(date?.trim() ?? '') ?? now))
}

function readDate(text: string): number | null {
  const time = httpDate.test(text) ? Date.parse(text) : NaN
  return Number.isNaN(time) ? null : time
}
