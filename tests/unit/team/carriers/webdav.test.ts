import { afterAll, beforeAll, describe } from 'vitest'
import {
  hasApache,
  hasNginx,
  startApache,
  startNginx,
  type FileServerProcess
} from '../../../support/servers/file-servers'
import { describeCarrier } from './carrier-contract'
import { webdavPlace } from './webdav-place'

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

    describeCarrier(name, () => Promise.resolve(webdavPlace(server)))
  })
})
