import type { IncomingHttpHeaders } from 'node:http'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** ms for which a picture is not asked for again where its server says nothing. */
export const freshByDefault = day
/** However short a server calls its pictures fresh: a list that is scrolled to and fro is not to ask again. */
export const freshAtLeast = hour
/** However long: somebody may have put another picture there all the same. */
export const freshAtMost = 30 * day

/**
 * For how long a picture stands before its server is asked whether it has changed, in ms: by `Cache-Control` (`max-age` less
 * `Age`; `no-store` and `no-cache` are the shortest, since the person who works offline needs the picture), then `Expires`
 * against the answer's own `Date`, so that a wrong clock here changes nothing (fault 93); within an hour and 30 days.
 */
export function freshFor(headers: IncomingHttpHeaders): number {
  return Math.min(freshAtMost, Math.max(freshAtLeast, freshAsStated(headers) ?? freshByDefault))
}

function freshAsStated({
  'cache-control': control = '',
  age,
  expires,
  date
}: IncomingHttpHeaders): number | null {
  if (/(?:^|[,\s])no-(?:store|cache)\b/i.test(control)) return 0
  const seconds = /(?:^|[,\s])max-age\s*=\s*"?(\d{1,12})/i.exec(control)?.[1]
  if (seconds !== undefined)
    return (Number(seconds) - (/^\d{1,12}$/.exec(age ?? '') ? Number(age) : 0)) * 1000
  if (expires === undefined) return null
  const [until, from] = [Date.parse(expires), Date.parse(date ?? '')]
  // `Expires: 0` and the like are no dates: expired already (RFC 9111, 5.3).
  if (Number.isNaN(until)) return 0
  return Number.isNaN(from) ? null : until - from
}

/** Longest validator that is kept, in characters. */
const longestValidator = 200

/** What a server gave to ask again with; what is not short visible text is left out. */
export function validatorsIn(headers: IncomingHttpHeaders): {
  etag: string | null
  lastModified: string | null
} {
  return { etag: visible(headers.etag), lastModified: visible(headers['last-modified']) }
}

function visible(value: string | undefined): string | null {
  return value !== undefined && value.length <= longestValidator && /^[\x20-\x7e]+$/.test(value)
    ? value
    : null
}
