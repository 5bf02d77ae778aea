import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Credentials } from '../contract/connection'
import { createFrontDesk } from './front-desk'
import { openStoreFiles } from './listing'

export interface DemoStore {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  baseUrl: string
  apiPath: string
  /** Made anew at each start; good for this store only. */
  credentials: Credentials
  /** Stops listening and ends every connection at once, idle ones and those in use. */
  close(): Promise<void>
}

/**
 * Starts the demo store: the API of a real store, served to this computer only (127.0.0.1), with the sample catalog and the
 * pictures that are in `folder`. `port` 0, the default, takes a free one. Rejects when the port is taken.
 */
export async function startDemoStore(folder: string, port = 0): Promise<DemoStore> {
  const credentials: Credentials = {
    userId: `demo-${randomBytes(6).toString('hex')}`,
    key: `vitrine-demo-${randomBytes(24).toString('base64url')}`
  }
  const server = createServer(createFrontDesk(openStoreFiles(folder), credentials))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the demo store has no port')
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    apiPath: '/api/public/products',
    credentials,
    close: async () => {
      const closed = once(server, 'close')
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      await closed
    }
  }
}
