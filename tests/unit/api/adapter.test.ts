import { Axios, CanceledError } from 'axios'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sendOverNode } from '../../../electron/api/adapter'
import { eventually } from '../../support/eventually'

describe('axios over Node', () => {
  const client = new Axios({ adapter: sendOverNode })
  let server: http.Server
  let agent: http.Agent
  let waiting: http.ServerResponse[]
  let connections: number

  beforeEach(async () => {
    waiting = []
    connections = 0
    agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    server = http.createServer((request, response) => {
      const { method = '', headers } = request
      if (request.url === '/later') waiting.push(response)
      else if (method !== 'GET') {
        response.setHeader('x-seen', `${method} of ${headers['content-length'] ?? ''}`)
        request.pipe(response)
      } else
        response.setHeader('x-seen', request.headers['x-api-key'] ?? '').end(`body of ${request.url ?? ''}`)
    })
    server.on('connection', () => connections++)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })

  afterEach(() => {
    agent.destroy()
    server.closeAllConnections()
    server.close()
  })

  function get(
    path: string,
    signal = new AbortController().signal
  ): Promise<{ data: Readable; headers: object }> {
    const { port } = server.address() as AddressInfo
    const url = `http://127.0.0.1:${String(port)}${path}`
    return client.request({ url, signal, httpAgent: agent, headers: { 'x-api-key': 'the key' } })
  }

  /** The question for `/later`, once it is there. */
  const held = (): Promise<http.ServerResponse> =>
    eventually(() => {
      const [response] = waiting
      if (response === undefined) throw new Error('nothing was asked for yet')
      return response
    })

  it('sends a body with another method than GET', async () => {
    const { port } = server.address() as AddressInfo
    const answer = await client.request<Readable>({
      url: `http://127.0.0.1:${String(port)}/b`,
      method: 'PROPFIND',
      httpAgent: agent,
      data: new TextEncoder().encode('what is there?')
    })
    expect(answer.headers['x-seen']).toBe('PROPFIND of 14')
    expect(await text(answer.data)).toBe('what is there?')
  })

  it('sends the headers, and answers with those of the answer and its body as a stream', async () => {
    const answer = await get('/a')
    expect({ ...answer.headers }).toMatchObject({ 'x-seen': 'the key' })
    expect(await text(answer.data)).toBe('body of /a')
  })

  it('ends when its signal does, before an answer', async () => {
    const ending = new AbortController()
    const asked = get('/later', ending.signal)
    const gone = once(await held(), 'close')
    ending.abort()
    await expect(asked).rejects.toBeInstanceOf(CanceledError)
    await gone
  })

  it('ends at once also while no connection is free, and leaves that of another alone', async () => {
    const first = get('/later')
    const response = await held()
    const ending = new AbortController()
    const second = get('/a', ending.signal)
    ending.abort()
    await expect(second).rejects.toBeInstanceOf(CanceledError)
    response.end('late')
    expect(await text((await first).data)).toBe('late')
    expect(await text((await get('/b')).data)).toBe('body of /b')
  })

  it('does not end what another asks over its connection, once it is over itself', async () => {
    const ending = new AbortController()
    expect(await text((await get('/a', ending.signal)).data)).toBe('body of /a')
    const next = get('/later')
    const response = await held()
    ending.abort()
    response.end('still there')
    expect(await text((await next).data)).toBe('still there')
    expect(connections).toBe(1)
  })
})
