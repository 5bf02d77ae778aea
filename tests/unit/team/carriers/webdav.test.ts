import { afterAll, beforeAll, describe } from 'vitest'
import {
  hasApache,
  hasNginx,
  startApache,
  startNginx,
  type FileServerProcess
} from '../../../support/servers/file-servers'
import { describeCarrier, type CarrierPlace } from './carrier-contract'
import { newId } from './postgres-place'
import { openWebdav } from './webdav-place'

const servers = [
  { name: 'Apache with mod_dav', has: hasApache, startServer: () => startApache() },
  { name: 'fault 144: nginx, which ignores conditions,', has: hasNginx, startServer: startNginx }
]

describe.each(servers)('$name', ({ name, has, startServer }) => {
  describe.skipIf(!has)('as a file server', () => {
    let server: FileServerProcess
    beforeAll(async () => {
      server = await startServer()
    })
    afterAll(() => server.stop())

    describeCarrier(name, () => Promise.resolve(placeIn(server)))
  })
})

function placeIn(server: FileServerProcess): CarrierPlace {
  const own = newId()
  server.makeFolder(own)
  return {
    open: () => openWebdav({ address: server.address + own }),
    takeAway: () => server.kill(),
    bringBack: () => server.start(),
    // By looking before it writes; only what two do at the same moment goes unnoticed.
    tellsTaken: true,
    letsRemove: true,
    end: () => Promise.resolve()
  }
}
