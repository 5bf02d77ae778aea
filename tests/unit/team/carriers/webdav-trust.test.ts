import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  CarrierFailure,
  maxSegmentBytes,
  type PlaceCarrier
} from '../../../../electron/team/carriers/carrier'
import { readServerAddress } from '../../../../electron/team/carriers/webdav/file-server'
import { makeCertificate, makeExpired, type TestCertificate } from '../../../support/certificates'
import { eventually } from '../../../support/eventually'
import { startProxy } from '../../../support/faulty-store'
import {
  fileServerLogin,
  hasApache,
  hasNginx,
  startApache,
  startNginx,
  type FileServerProcess
} from '../../../support/servers/file-servers'
import { problemOf } from './carrier-contract'
import { newId } from './postgres-place'
import { openWebdav, type WebdavOptions } from './webdav-place'

const { signal } = new AbortController()
const device = 'a'.repeat(32)
const one = { device, sequence: 1 }

function open(options: WebdavOptions): PlaceCarrier {
  const carrier = openWebdav(options)
  onTestFinished(() => carrier.close())
  return carrier
}

/** A new folder of a server, ready for a team. */
async function prepared(
  server: FileServerProcess,
  options: Partial<WebdavOptions> = {}
): Promise<WebdavOptions> {
  const own = newId()
  server.makeFolder(own)
  const all = { address: server.address + own, ...options }
  await open(all).prepare(signal)
  return all
}

describe.skipIf(!hasApache)('Apache over TLS', () => {
  let tls: TestCertificate
  let server: FileServerProcess
  beforeAll(async () => {
    tls = await makeCertificate({ hosts: ['127.0.0.1'] })
    server = await startApache(tls)
  })
  afterAll(() => server.stop())

  it('fault 145: is trusted by an authority that was added, and by no other', async () => {
    const options = await prepared(server, { authorities: [tls.ca] })
    expect(await open(options).list(signal)).toEqual([])
    const seen = server.log()
    expect(await problemOf(open({ ...options, authorities: [] }).list(signal))).toBe('untrusted')
    const foreign = [(await makeCertificate()).ca]
    expect(await problemOf(open({ ...options, authorities: foreign }).list(signal))).toBe('untrusted')
    const address = options.address.replace('127.0.0.1', 'localhost')
    expect(await problemOf(open({ ...options, address }).list(signal))).toBe('untrusted')
    expect(server.log()).toBe(seen)
  })

  it('is reached through a proxy, which sees neither names nor the password', async () => {
    const proxy = await startProxy()
    onTestFinished(() => proxy.close())
    const options = await prepared(server, { authorities: [tls.ca], proxy: `PROXY ${proxy.address}` })
    await open(options).append(one, new Uint8Array([1]), signal)
    expect(await open(options).list(signal)).toEqual([one])
    expect(new Set(proxy.requests)).toEqual(new Set([`CONNECT 127.0.0.1:${server.port}`]))
  })

  it('fault 145: says that a password is wrong, and that there is no such folder', async () => {
    const options = await prepared(server, { authorities: [tls.ca] })
    expect(await problemOf(open({ ...options, password: 'another' }).list(signal))).toBe('refused')
    expect(await problemOf(open({ ...options, userName: '', password: '' }).list(signal))).toBe('refused')
    expect(await problemOf(open({ ...options, userName: 'a:b' }).list(signal))).toBe('refused')
    const nowhere = { ...options, address: `${server.address}none/at/all` }
    expect(await problemOf(open(nowhere).prepare(signal))).toBe('invalid')
    expect(await problemOf(open(nowhere).list(signal))).toBe('not-a-team')
  })

  it('keeps the password out of what a failure says', async () => {
    const password = 'canary-of-a-password'
    const address = `${server.address}none`
    for (const authorities of [[tls.ca], []]) {
      const failure: unknown = await open({ address, password, authorities })
        .list(signal)
        .catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(CarrierFailure)
      const all = inspect(failure, { depth: 20, showHidden: true })
      expect(all).not.toContain(password)
      expect(all).not.toContain(Buffer.from(`${fileServerLogin.userName}:${password}`).toString('base64'))
    }
  })
})

describe.skipIf(!hasApache)('Apache that is stopped again and again', () => {
  it('fault 139: loses nothing of what it has taken', async () => {
    const server = await startApache()
    onTestFinished(() => server.stop())
    const options = await prepared(server)
    const carrier = open(options)
    let acknowledged = 0
    const adding = (async () => {
      for (let sequence = 1; sequence <= 120; sequence += acknowledged >= sequence ? 1 : 0) {
        const appended = carrier.append({ device, sequence }, new Uint8Array(5000).fill(sequence), signal)
        const problem = await problemOf(appended)
        if (problem === null) acknowledged = sequence
        else {
          expect(problem).toBe('unreachable')
          await server.whenUp()
        }
      }
    })()
    for (const after of [20, 70]) {
      await eventually(() => expect(acknowledged).toBeGreaterThan(after))
      await server.kill()
      await server.start()
    }
    await adding
    const names = await open(options).list(signal)
    expect(names.map(({ sequence }) => sequence).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 120 }, (_, at) => at + 1)
    )
    for (const name of names)
      expect(await open(options).read(name, signal)).toEqual(new Uint8Array(5000).fill(name.sequence))
  })
})

describe.skipIf(!hasNginx)('nginx behind something that ends TLS', () => {
  it('moves what was uploaded, though it knows itself by another scheme', async () => {
    const tls = await makeCertificate({ hosts: ['127.0.0.1'] })
    const server = await startNginx()
    onTestFinished(() => server.stop())
    const own = newId()
    server.makeFolder(own)
    const front = createTlsServer(tls, (socket) => {
      const behind = connect(server.port, '127.0.0.1')
      for (const end of [socket, behind]) end.on('error', () => socket.destroy())
      socket.pipe(behind).pipe(socket)
    }).listen(0, '127.0.0.1')
    await once(front, 'listening')
    onTestFinished(() => void front.close())
    const { port } = front.address() as AddressInfo
    const options = { address: `https://127.0.0.1:${port}/files/${own}/`, authorities: [tls.ca] }
    await open(options).prepare(signal)
    await open(options).append(one, new Uint8Array([7]), signal)
    expect(await open(options).read(one, signal)).toEqual(new Uint8Array([7]))
    expect(server.log()).toContain(' 400')
  })
})

describe('A file server that means ill', () => {
  const seen: { method: string; path: string; authorization: string }[] = []

  async function serve(
    answer: (request: IncomingMessage, response: ServerResponse) => void
  ): Promise<string> {
    seen.length = 0
    const server = createServer((request, response) => {
      const { method = '', url: path = '', headers } = request
      seen.push({ method, path, authorization: headers.authorization ?? '' })
      request.resume()
      answer(request, response)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  }
  const listed = (...hrefs: string[]): string => {
    const responses = hrefs.map(
      (href) =>
        `<D:response><D:href>${href}</D:href><D:propstat><D:prop><D:resourcetype><D:collection/></D:resourcetype></D:prop></D:propstat></D:response>`
    )
    return `<D:multistatus xmlns:D="DAV:">${responses.join('')}</D:multistatus>`
  }

  it('fault 20: is not followed to another origin, where the password would go', async () => {
    const elsewhere: string[] = []
    const thief = await serve((request, response) => {
      elsewhere.push(request.headers.authorization ?? '')
      response.end()
    })
    const address = await serve((_, response) => response.writeHead(307, { location: `${thief}team/` }).end())
    expect(await problemOf(open({ address }).list(signal))).toBe('invalid')
    expect(await problemOf(open({ address }).append(one, new Uint8Array([1]), signal))).toBe('invalid')
    expect(elsewhere).toEqual([])
  })

  it('is followed within its own', async () => {
    const address = await serve((request, response) => {
      if (request.url === '/team/') response.writeHead(301, { location: '/moved/team/' }).end()
      else response.writeHead(207).end(listed('/moved/team/'))
    })
    expect(await open({ address }).list(signal)).toEqual([])
    expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'PROPFIND /team/',
      'PROPFIND /moved/team/'
    ])
  })

  it('leads to no path but those of the team', async () => {
    const address = await serve((request, response) => {
      const inside = [
        `../../${device}/`,
        `/other/${device}/`,
        `%2e%2e%2f${device}/`,
        `/team/${device}%2f..%2f/`,
        '..'
      ]
      const hrefs =
        request.url === '/team/' ? [...inside, `/team/${device}/`, 'http://other.example/team/x/'] : []
      const segments = [`/x/${device}/1.vseg`, `/team/${device}/../2.vseg`, `/team/${device}/%2e%2e%2f3.vseg`]
      response.writeHead(207).end(listed(...hrefs, ...(request.url === '/team/' ? [] : segments)))
    })
    // Where it says that its folder is does not matter: names are looked at, and requests go where they always do.
    expect(await open({ address }).list(signal)).toEqual([one])
    expect(seen.map(({ path }) => path)).toEqual(['/team/', `/team/${device}/`])
  })

  it('is not read without end', async () => {
    const endless = await serve((_, response) => {
      response.writeHead(207)
      const chunk = Buffer.alloc(1_000_000, ' ')
      const more = (): void => {
        while (response.writable && response.write(chunk));
      }
      response.on('drain', more)
      more()
    })
    expect(await problemOf(open({ address: endless }).list(signal))).toBe('invalid')
    const long = await serve((_, response) => response.end(Buffer.alloc(maxSegmentBytes + 1)))
    expect(await problemOf(open({ address: long }).read(one, signal))).toBe('invalid')
  })

  it('is told from one by what it answers', async () => {
    const page = await serve((_, response) =>
      response.setHeader('content-type', 'text/html').end('<html>Log in</html>')
    )
    expect(await problemOf(open({ address: page }).list(signal))).toBe('invalid')
    const part = await serve((_, response) => response.writeHead(206).end('x'))
    expect(await problemOf(open({ address: part }).read(one, signal))).toBe('invalid')
  })

  it.each([
    [401, 'refused'],
    [403, 'refused'],
    [413, 'refused'],
    [405, 'invalid'],
    [423, 'unreachable'],
    [429, 'unreachable'],
    [500, 'unreachable'],
    [501, 'invalid'],
    [503, 'unreachable'],
    [507, 'full']
  ])('means by %i that it is %s', async (status, problem) => {
    const address = await serve((_, response) => response.writeHead(status).end())
    expect(await problemOf(open({ address }).list(signal))).toBe(problem)
    expect(await problemOf(open({ address }).append(one, new Uint8Array([1]), signal))).toBe(problem)
  })

  it('that breaks off in the middle of a segment has given none', async () => {
    const address = await serve((_, response) => {
      response.writeHead(200, { 'content-length': 100 })
      response.write('half')
      setImmediate(() => response.destroy())
    })
    expect(await problemOf(open({ address }).read(one, signal))).toBe('unreachable')
  })

  it('is told the password by nobody where it is expired', async () => {
    const tls = await makeExpired()
    const server = createTlsServer(tls).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`
    expect(await problemOf(open({ address, authorities: [tls.ca] }).list(signal))).toBe('untrusted')
  })
})

describe('The address of a file server', () => {
  it('is one of a folder, with https', () => {
    expect(readServerAddress(' https://cloud.example.com/remote.php/dav/files/ada/Team ').href).toBe(
      'https://cloud.example.com/remote.php/dav/files/ada/Team/'
    )
    expect(readServerAddress('http://127.0.0.1:8080').href).toBe('http://127.0.0.1:8080/')
  })

  it.each([
    ['http://cloud.example.com/', 'untrusted'],
    ['http://127.example.com/', 'untrusted'],
    ['', 'invalid'],
    ['cloud.example.com', 'invalid'],
    ['ftp://cloud.example.com/', 'invalid'],
    ['https://ada:secret@cloud.example.com/', 'invalid'],
    ['https://cloud.example.com/?a=b', 'invalid'],
    ['https://cloud.example.com/#a', 'invalid']
  ])('is not: %s (%s)', async (address, problem) => {
    expect(await problemOf(open({ address }).list(signal))).toBe(problem)
  })
})
