import { createFileServer } from '../../../../electron/team/carriers/webdav/file-server'
import { createWebdavCarrier } from '../../../../electron/team/carriers/webdav/webdav-carrier'
import type { PlaceCarrier } from '../../../../electron/team/carriers/carrier'
import { fileServerLogin, type FileServerProcess } from '../../../support/servers/file-servers'
import type { CarrierPlace } from './carrier-contract'
import { newId } from './postgres-place'

export interface WebdavOptions {
  address: string
  userName?: string
  password?: string
  authorities?: readonly string[]
  /** As a PAC file says it; straight when not given. */
  proxy?: string
}

/** A carrier over HTTP; as the servers' one user unless another is named. */
export function openWebdav(options: WebdavOptions): PlaceCarrier {
  const { address, authorities = [], proxy = 'DIRECT' } = options
  const { userName, password } = { ...fileServerLogin, ...options }
  const network = { resolveProxy: () => Promise.resolve(proxy), addedAuthorities: () => authorities }
  return createWebdavCarrier(createFileServer({ address, userName, password, network }))
}

/** A new team's place in a folder of its own on the server, which nobody has prepared. */
export function webdavPlace(server: FileServerProcess): CarrierPlace {
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
