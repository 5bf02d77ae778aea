import {
  CanceledError,
  type AxiosAdapter,
  type AxiosResponse,
  type InternalAxiosRequestConfig,
  type RawAxiosHeaders
} from 'axios'
import http from 'node:http'
import https from 'node:https'

/**
 * Sends axios's requests over Node's own client; resolves with the body as a stream when the headers are there. Everything else in
 * axios's own adapter (redirects, proxies, decompression, progress, limits) would be off, and it took half as much processor time
 * again per page. Rejects with Node's error unchanged, and with `CanceledError` as soon as the signal is aborted, also while no
 * connection is free.
 */
export const sendOverNode: AxiosAdapter = (config) => {
  const { promise, resolve, reject } = Promise.withResolvers<AxiosResponse>()
  const request = requestOf(config)
  request.on('response', (message) => resolve(answerOf(message, request, config)))
  // Stays attached after the response has begun: errors from then on reach the reader of the body.
  request.on('error', reject)
  config.signal?.addEventListener?.('abort', () => {
    reject(new CanceledError(undefined, config, request))
    // If the request is over, this leaves its connection alone, which may serve another request by now.
    request.destroy()
  })
  request.end(bodyOf(config))
  return promise
}

function requestOf({
  url = '',
  method = 'get',
  headers,
  httpAgent
}: InternalAxiosRequestConfig): http.ClientRequest {
  const agent: unknown = httpAgent
  // Node's default agent would ignore proxies and the added authorities.
  if (!(agent instanceof http.Agent)) throw new TypeError('a request needs the agent of its route')
  const { request: make } = url.startsWith('https:') ? https : http
  const request = make(url, { agent, method: method.toUpperCase() })
  for (const [name, value] of headers) request.setHeader(name, String(value))
  return request
}

function bodyOf({ data }: InternalAxiosRequestConfig): Uint8Array | undefined {
  const body: unknown = data
  return body instanceof Uint8Array ? body : undefined
}

function answerOf(
  message: http.IncomingMessage,
  request: http.ClientRequest,
  config: InternalAxiosRequestConfig
): AxiosResponse {
  const { statusCode = 0, statusMessage = '' } = message
  const headers: RawAxiosHeaders = {}
  for (const [name, value] of Object.entries(message.headers)) headers[name] = value ?? null
  return { data: message, status: statusCode, statusText: statusMessage, headers, config, request }
}
