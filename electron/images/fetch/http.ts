import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { readBody } from '../../api/body'
import type { Validators } from '../disk/protocol'

/**
 * All that a picture's server learns of us: no key, no user id, no cookie, no referrer (fault 71). Bodies come as they
 * are, since a compressed one could grow without bound.
 */
const headers = {
  // What is decoded (sniff.ts); what else a server has is better told of by its kind than by a 406.
  accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif,image/*;q=0.5',
  'accept-encoding': 'identity',
  'user-agent': 'Vitrine'
}

/**
 * One answer: where to go on, bytes of the body, that what is there still holds, a status without a picture, more bytes
 * than allowed, or a proxy's refusal to lead there.
 */
export type Answer =
  | { kind: 'redirect'; location: string }
  | { kind: 'body'; bytes: Uint8Array<ArrayBuffer>; headers: IncomingHttpHeaders }
  | { kind: 'unchanged'; headers: IncomingHttpHeaders }
  | { kind: 'status'; status: number; headers: IncomingHttpHeaders }
  | { kind: 'too-large' }
  | { kind: 'tunnel-refused'; status: number }

interface GetOptions {
  agent: http.Agent
  refusedTunnel: (request: object) => number | undefined
  signal: AbortSignal
  /** Most bytes of a body. */
  maxBytes: number
  /** With which the server is asked only for another picture than the one that is there. */
  validators: Pick<Validators, 'etag' | 'lastModified'> | null
}

/** Sends one GET and reads the answer; follows nothing. Rejects with Node's errors of the network. */
export async function getPicture(url: URL, options: GetOptions): Promise<Answer> {
  const { request, response } = await send(url, options)
  const refused = options.refusedTunnel(request)
  const answer: Answer =
    refused === undefined ? await readAnswer(response, options) : { kind: 'tunnel-refused', status: refused }
  if (answer.kind !== 'body') response.destroy()
  return answer
}

interface Exchange {
  request: http.ClientRequest
  response: IncomingMessage
}

function send(url: URL, { agent, signal, validators }: GetOptions): Promise<Exchange> {
  const { request } = url.protocol === 'https:' ? https : http
  const conditions = conditionsOf(validators)
  const once = (retryStale: boolean): Promise<Exchange> =>
    new Promise((resolve, reject) => {
      const sent = request(url, { agent, signal, headers: { ...headers, ...conditions } }, (response) =>
        resolve({ request: sent, response })
      )
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // The server closed a kept connection just when it was used again: a new one will do.
        if (retryStale && sent.reusedSocket && error.code === 'ECONNRESET') resolve(once(false))
        else reject(error)
      })
      sent.end()
    })
  return once(true)
}

function conditionsOf(validators: GetOptions['validators']): Record<string, string> {
  const { etag = null, lastModified = null } = validators ?? {}
  return {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified })
  }
}

async function readAnswer(response: IncomingMessage, { maxBytes, validators }: GetOptions): Promise<Answer> {
  const status = response.statusCode ?? 0
  const { headers } = response
  const { location } = headers
  if (isRedirect(status) && location !== undefined) return { kind: 'redirect', location }
  if (status === 304 && validators !== null) return { kind: 'unchanged', headers }
  // A part (206) was not asked for: it would be taken for the whole.
  if (status < 200 || status > 299 || status === 206) return { kind: 'status', status, headers }
  if (Number(headers['content-length']) > maxBytes) return { kind: 'too-large' }
  // As it is, since nothing else was asked for: one that is compressed all the same is no picture.
  const { bytes, cut } = await readBody(response, 'identity', maxBytes)
  return cut ? { kind: 'too-large' } : { kind: 'body', bytes, headers }
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status)
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** ms for which a picture is not asked for again where its server says nothing. */
export const defaultAge = day
/** However short a server wants its pictures kept: a list that is scrolled to and fro is not to ask again. */
export const shortestAge = hour
/** However long: somebody may have put another picture there all the same. */
export const longestAge = 30 * day

/**
 * For how long a picture stands before its server is asked whether it has changed, in ms: by `Cache-Control` (`max-age` less
 * `Age`; `no-store` and `no-cache` are the shortest, since the person who works offline needs the picture), then `Expires`
 * against the answer's own `Date`, so that a wrong clock here changes nothing (fault 93); within an hour and 30 days.
 */
export function ageOf(headers: IncomingHttpHeaders): number {
  return Math.min(longestAge, Math.max(shortestAge, statedAge(headers) ?? defaultAge))
}

function statedAge({
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
