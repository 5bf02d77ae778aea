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
