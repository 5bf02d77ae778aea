import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Credentials } from '../contract/connection'
import { listing, type Form, type StoreFiles } from './listing'

const forms: Readonly<Record<string, Form>> = {
  '/api/public/products': 'full',
  '/api/landing/public/products': 'short'
}

interface Answer {
  status: number
  headers: Record<string, string>
  body: Uint8Array | string
}

function json(status: number, value: object, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify(value)
  }
}

function refusal(status: number, message: string, headers?: Record<string, string>): Answer {
  return json(status, { status, message }, headers)
}

/** Compares without telling by its duration how much was right. */
function same(given: string | string[] | undefined, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(expected))
}

function send(response: ServerResponse, method: string | undefined, { status, headers, body }: Answer): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  response.writeHead(status, {
    ...headers,
    'content-length': bytes.length,
    'x-content-type-options': 'nosniff'
  })
  response.end(method === 'HEAD' ? undefined : bytes)
}

/** Under another name than its own, the store is being reached through a web page's DNS trick. */
function isOwnHost(request: IncomingMessage): boolean {
  const port = request.socket.localPort ?? 0
  return ['127.0.0.1', 'localhost'].some((name) => request.headers.host === `${name}:${port}`)
}

/** Answers the requests to the demo store: lists for those who have the key, pictures for everyone here. */
export function createFrontDesk(files: StoreFiles, credentials: Credentials): RequestListener {
  const answerList = async (
    request: IncomingMessage,
    form: Form,
    query: URLSearchParams
  ): Promise<Answer> => {
    const known = same(request.headers['x-api-key'], credentials.key)
    if (!known || !same(request.headers.userid, credentials.userId)) {
      return refusal(401, 'The API key or the user id is not known here.')
    }
    return json(200, listing(await files.items(), form, query))
  }

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    if (!isOwnHost(request)) return refusal(403, 'This store answers to its own address only.')
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return refusal(405, 'This store can only be read.', { allow: 'GET, HEAD' })
    }
    const [path = '', search = ''] = (request.url ?? '').split(/\?(.*)/s)
    const form = Object.hasOwn(forms, path) ? forms[path] : undefined
    if (form !== undefined) return answerList(request, form, new URLSearchParams(search))
    const picture = await files.picture(path)
    if (picture === null) return refusal(404, 'There is nothing at this address.')
    const { bytes, type } = picture
    return { status: 200, headers: { 'content-type': type, 'cache-control': 'max-age=3600' }, body: bytes }
  }

  return (request, response) => {
    // Nobody sends this store a body; one that comes is read to nowhere.
    request.resume()
    answer(request)
      .catch(() => refusal(500, 'The demo store could not read its files.'))
      .then((given) => send(response, request.method, given))
      .catch(() => response.destroy())
  }
}
