import { createFileServer } from '../../../../electron/team/carriers/webdav/file-server'
import { createWebdavCarrier } from '../../../../electron/team/carriers/webdav/webdav-carrier'
import type { PlaceCarrier } from '../../../../electron/team/carriers/carrier'
import { fileServerLogin } from '../../../support/servers/file-servers'

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
