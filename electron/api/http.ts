import type { AxiosResponse } from 'axios'
import http from 'node:http'
import type { Readable } from 'node:stream'
import { fail, type FailureFacts, ok, type Result } from '../contract/failure'
import { Agents } from './agents'
import { type Body, maxAnswer, maxErrorBody, readBody } from './body'
import { isCaptiveRedirect, isSuccess, networkFailure } from './failures'
import { createRouteFinder, type Route } from './routes'
import type { StoreClientDeps } from './types'

/** Redirects within the store that are followed: a path that moved needs one or two. */
const maxRedirects = 5

const redirects = new Set([301, 302, 303, 307, 308])

/** What is sent: a GET without a body unless it says otherwise. */
export interface Question {
  url: URL
  headers: Record<string, string>
  method?: string
  body?: Uint8Array
}

/**
 * Sends a request and follows redirects within its origin, with the same method and body. A redirect to another origin is never followed,
 * since the key and the user id would go there (fault 20): it fails with `redirected`, or with `captive-portal` if it looks like a
 * network's sign-in page. A loop, or too many redirects, fail with `redirected` (fault 21).
 */
export async function sendFollowing(
  wire: Wire,
  question: Question,
  signal: AbortSignal
): Promise<Result<Answer>> {
  const { url: start } = question
  const seen = new Set([start.href])
  let url = start
  for (let followed = 0; ; followed += 1) {
    const result = await wire.send({ ...question, url }, signal)
    if (!result.ok || !redirects.has(result.value.status)) return result
    const status = result.value.status
    const target = URL.parse(result.value.location ?? '', url.href)
    if (target === null) return fail('redirected', { host: start.host, status })
    const facts = { host: start.host, status, location: originOf(target) }
    if (target.origin !== start.origin || target.origin === 'null') {
      return fail(isCaptiveRedirect(start, target) ? 'captive-portal' : 'redirected', facts)
    }
    url = asRequested(target)
    if (seen.has(url.href) || followed >= maxRedirects) return fail('redirected', facts)
    seen.add(url.href)
  }
}

/** The URL without parts that are not sent, so that loops are seen; a user and password in it would become a header. */
function asRequested(target: URL): URL {
  const url = new URL(target)
  url.hash = ''
  url.username = ''
  url.password = ''
  return url
}

function originOf(url: URL): string {
  return url.origin === 'null' ? url.protocol : url.origin
}

/** What a server answered, whatever its status. */
export interface Answer {
  url: URL
  /** The IP address that it came from; null: behind a proxy, or not known. */
  from?: string | null
  status: number
  contentType: string
  /** Raw header texts. */
  location: string | undefined
  retryAfter: string | undefined
  date: string | undefined
  /** Whole for 2xx, at most `maxErrorBody` bytes for a failure, empty for a redirect. */
  bytes: Uint8Array<ArrayBuffer>
}

export interface Wire {
  /** Sends one request over the routes that lead there; follows no redirects. Rejects when the signal is aborted. */
  send(question: Question, signal: AbortSignal): Promise<Result<Answer>>
  /** Prepares for the first request, which would otherwise take 0.1 s more. */
  warm(): Promise<void>
  /** Closes the kept connections that are not in use. */
  closeIdle(): void
  close(): void
}

/** Sends a request; resolves when the headers of the answer are there. */
type Send = (request: Request) => Promise<AxiosResponse<Readable>>

interface Request extends Omit<Question, 'url'> {
  url: string
  signal: AbortSignal
  agent: http.Agent
}

/**
 * Loads axios on demand: that takes 60 ms, which the start need not wait for. Its own handling of redirects, proxies and decompression
 * is off; they are done here, within bounds.
 */
async function loadSend(): Promise<Send> {
  const [{ Axios }, { sendOverNode }] = await Promise.all([import('axios'), import('./adapter')])
  const client = new Axios({ adapter: sendOverNode })
  return ({ agent, body, ...request }) =>
    client.request({ ...request, httpAgent: agent, ...(body ? { data: body } : {}) })
}

/** The only user of axios, with its adapter. */
export function createWire(deps: StoreClientDeps): Wire {
  const agents = new Agents(deps)
  let loading: Promise<Send> | null = null
  const loaded = (): Promise<Send> => (loading ??= loadSend())
  const ways = createRouteFinder(deps.resolveProxy, (url) =>
    deps.log?.debug('the proxy settings could not be read', { host: url.host })
  )
  return {
    async send(question, signal) {
      let result: Result<Answer> | null = null
      for (const route of await ways.find(question.url)) {
        result = await sendOver(route, { send: await loaded(), agents, question, signal })
        if (!result.ok) ways.forget()
        if (result.ok || result.failure.code !== 'proxy-unreachable') return result
        deps.log?.debug('a proxy does not answer', { proxy: result.failure.facts.proxy ?? '' })
      }
      return result ?? fail('internal')
    },
    async warm() {
      await Promise.all([loaded(), agents.warm()])
    },
    closeIdle() {
      ways.forget()
      agents.closeIdle()
    },
    close: () => agents.close()
  }
}

interface Passage {
  send: Send
  agents: Agents
  question: Question
  signal: AbortSignal
}

async function sendOver(route: Route, { send, agents, question, signal }: Passage): Promise<Result<Answer>> {
  const { url } = question
  const facts: FailureFacts = { host: url.host, ...(route.kind === 'direct' ? {} : { proxy: route.name }) }
  try {
    const agent = await agents.agentFor(route, url.protocol === 'https:' ? 'https:' : 'http:')
    const response = await send({ ...question, url: url.href, signal, agent })
    const refused = agents.refusedTunnel(response.request)
    if (refused !== undefined) {
      response.data.destroy()
      const code = refused === 407 ? 'proxy-auth' : 'unreachable'
      return fail(code, { ...facts, status: refused })
    }
    if (response.status === 407) {
      response.data.destroy()
      return fail('proxy-auth', { ...facts, status: 407 })
    }
    const from = route.kind === 'direct' ? senderOf(response) : null
    const body = await bodyOf(response)
    if (isSuccess(response.status) && body.cut) return fail('answer-too-large', facts)
    return ok({ url, from, status: response.status, ...headersOf(response), bytes: body.bytes })
  } catch (error) {
    signal.throwIfAborted()
    return networkFailure(error, facts)
  }
}

/** To be called before the body is read: a closed connection no longer knows its address. */
function senderOf({ data }: AxiosResponse<Readable>): string | null {
  return data instanceof http.IncomingMessage ? (data.socket.remoteAddress ?? null) : null
}

/** A broken body must not hide the status of a failure, whose body is read only for what it says. */
async function bodyOf(response: AxiosResponse<Readable>): Promise<Body> {
  const encoding = headerOf(response, 'content-encoding') ?? ''
  if (isSuccess(response.status)) return readBody(response.data, encoding, maxAnswer)
  if (response.status < 400) {
    response.data.destroy()
    return { bytes: new Uint8Array(), cut: false }
  }
  try {
    return await readBody(response.data, encoding, maxErrorBody)
  } catch {
    return { bytes: new Uint8Array(), cut: false }
  }
}

function headersOf(response: AxiosResponse): Omit<Answer, 'url' | 'status' | 'bytes'> {
  return {
    contentType: headerOf(response, 'content-type') ?? '',
    location: headerOf(response, 'location'),
    retryAfter: headerOf(response, 'retry-after'),
    date: headerOf(response, 'date')
  }
}

function headerOf(response: AxiosResponse, name: string): string | undefined {
  const value: unknown = response.headers[name]
  return typeof value === 'string' ? value : undefined
}
