import { isSuccess } from '../../../api/failures'
import { createWire, sendFollowing, type Answer, type Question } from '../../../api/http'
import { withDeadline } from '../../../async/with-timeout'
import type { Failure } from '../../../contract/failure'
import type { NetworkAccess } from '../../../network'
import { CarrierFailure, maxSegmentBytes, type CarrierProblem } from '../carrier'
import type { Member } from './multistatus'

/**
 * The URL of a folder on a server, with a slash at its end. Fails with `invalid` where it is none, or has a password in it, which would be
 * kept in a file; with `untrusted` where it is not https and the server not this computer.
 */
export function readServerAddress(text: string): URL {
  const url = URL.parse(text.trim())
  if (url === null || !/^https?:$/.test(url.protocol)) throw invalid('is none of a file server')
  if (url.username !== '' || url.password !== '') throw invalid('has a user name or a password in it')
  if (url.search !== '' || url.hash !== '') throw invalid('is none of a folder')
  if (url.protocol === 'http:' && !/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname)) {
    throw new CarrierFailure('untrusted', 'the address does not begin with https')
  }
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  return url
}

function invalid(what: string): CarrierFailure {
  return new CarrierFailure('invalid', `the address ${what}`)
}

/** ms for one request; a segment of some megabytes on a slow line takes a while. */
const deadline = 60_000

interface FileServerLogin {
  /** As `readServerAddress` takes it. */
  address: string
  userName: string
  password: string
  network: NetworkAccess
}

/**
 * The verbs of WebDAV that are needed, on paths below the address: `team/3.vseg`, a folder's with a slash at its end. They reject with
 * `CarrierFailure`, or with the signal's reason.
 */
export interface FileServer {
  /** What the folder holds, itself included; null: there is no such folder. */
  list: (folder: string, signal: AbortSignal) => Promise<Member[] | null>
  /** Null: there is no such file. */
  get: (file: string, signal: AbortSignal) => Promise<Uint8Array | null>
  /** False: its folder is not there. */
  put: (file: string, bytes: Uint8Array, signal: AbortSignal) => Promise<boolean>
  /** False: the new name is taken, as far as the server looks at that (fault 144). */
  move: (from: string, to: string, signal: AbortSignal) => Promise<boolean>
  remove: (file: string, signal: AbortSignal) => Promise<void>
  /** Does nothing where the folder is there. False: the one above it is not. */
  makeFolder: (folder: string, signal: AbortSignal) => Promise<boolean>
  close: () => void
}

interface AskOptions {
  headers?: Record<string, string>
  body?: Uint8Array
  /** Statuses other than successes that the caller can tell apart. */
  expected?: readonly number[]
}

const gone = [404, 410]
/** What servers say of a destination that they take for another server's. */
const notMine = [400, 502]
const propfind = new TextEncoder().encode(
  '<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop><resourcetype/></prop></propfind>'
)

export function createFileServer({ address, userName, password, network }: FileServerLogin): FileServer {
  const wire = createWire(network)

  async function ask(
    method: string,
    path: string,
    signal: AbortSignal,
    { headers = {}, body, expected = [] }: AskOptions = {}
  ): Promise<Answer> {
    const url = new URL(path, readServerAddress(address))
    const all = { ...always, ...authorization(userName, password), ...headers }
    const question: Question = { url, method, headers: all, ...(body ? { body } : {}) }
    const result = await withDeadline(deadline, signal, { host: url.host }, (ending) =>
      sendFollowing(wire, question, ending)
    )
    signal.throwIfAborted()
    if (!result.ok) {
      throw new CarrierFailure(problemOf(result.failure), `the file server: ${result.failure.code}`)
    }
    const { status } = result.value
    if (isSuccess(status) || expected.includes(status)) return result.value
    throw new CarrierFailure(statusProblem(status), `the file server answered ${method} with ${status}`)
  }

  return {
    async list(folder, signal) {
      const headers = { depth: '1', 'content-type': 'application/xml; charset=utf-8' }
      const answer = await ask('PROPFIND', folder, signal, { headers, body: propfind, expected: gone })
      if (gone.includes(answer.status)) return null
      if (answer.status !== 207) throw new CarrierFailure('invalid', 'the address is none of WebDAV')
      // With its parser, which a start need not wait for.
      const { readMultistatus } = await import('./multistatus')
      return readMultistatus(answer.bytes)
    },
    async get(file, signal) {
      const { status, bytes } = await ask('GET', file, signal, { expected: gone })
      if (gone.includes(status)) return null
      // A part was not asked for.
      if (status !== 200) throw new CarrierFailure('invalid', `the file server answered GET with ${status}`)
      if (bytes.byteLength > maxSegmentBytes) throw new CarrierFailure('invalid', 'a segment is too long')
      return bytes
    },
    async put(file, bytes, signal) {
      const headers = { 'content-type': 'application/octet-stream' }
      const { status } = await ask('PUT', file, signal, { headers, body: bytes, expected: [404, 409] })
      return isSuccess(status)
    },
    async move(from, to, signal) {
      const target = new URL(to, readServerAddress(address))
      const moveTo = (destination: string, expected: readonly number[]): Promise<Answer> =>
        ask('MOVE', from, signal, { headers: { destination, overwrite: 'F' }, expected })
      // Behind a proxy that ends TLS, a server may not take the scheme for its own. Apache takes no path.
      const named = await moveTo(target.href, [412, ...notMine])
      const { status } = notMine.includes(named.status) ? await moveTo(target.pathname, [412]) : named
      return isSuccess(status)
    },
    async remove(file, signal) {
      await ask('DELETE', file, signal, { expected: gone })
    },
    async makeFolder(folder, signal) {
      const { status } = await ask('MKCOL', folder, signal, { expected: [404, 405, 409] })
      // 405: there is something already.
      return isSuccess(status) || status === 405
    },
    close: () => wire.close()
  }
}

const always = { 'user-agent': 'Vitrine', 'cache-control': 'no-cache', 'accept-encoding': 'identity' }

function authorization(userName: string, password: string): Record<string, string> {
  if (userName === '' && password === '') return {}
  if (userName.includes(':')) throw new CarrierFailure('refused', 'a user name cannot have a colon in it')
  return { authorization: `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}` }
}

function problemOf({ code }: Failure): CarrierProblem {
  if (code.startsWith('certificate-')) return 'untrusted'
  return code === 'redirected' || code.startsWith('answer-') ? 'invalid' : 'unreachable'
}

function statusProblem(status: number): CarrierProblem {
  switch (status) {
    case 401:
    case 403:
    // Longer than the server, or a proxy before it, lets files be.
    case 413:
      return 'refused'
    case 404:
    case 410:
      return 'not-found'
    case 507:
      return 'full'
    // Locked, or asked too often: both pass.
    case 423:
    case 429:
      return 'unreachable'
    default:
      // What is not implemented does not pass.
      return status >= 500 && status !== 501 ? 'unreachable' : 'invalid'
  }
}
