import type { TeamPlace } from '../../contract/team'
import type { NetworkAccess } from '../../network'
import type { PlaceCarrier } from './carrier'
import { createFolderCarrier } from './folder'
import { createPostgresCarrier } from './postgres/postgres-carrier'
import { createPostgresSession } from './postgres/session'
import { createFileServer } from './webdav/file-server'
import { createWebdavCarrier } from './webdav/webdav-carrier'

/** What carriers that use the network are given. */
export interface CarrierServices {
  /** Of the place; '' for none. Never logged. */
  password: string
  /** Routes and added certificate authorities. */
  network: NetworkAccess
  /** Distinguishes teams where a place holds several, as a database does: 32 hexadecimal digits that stand for the store. */
  teamKey: string
}

export type OpenCarrier = (place: TeamPlace, services: CarrierServices) => PlaceCarrier

/** Whether a place has carriers that claim products for one of several people (`Carrier.claim`). */
export function hasClaims({ kind }: TeamPlace): boolean {
  return kind === 'postgres'
}

/** Does no input or output yet: what is wrong with the place, the first call says. */
export const openCarrier: OpenCarrier = (place, { password, network, teamKey }) => {
  switch (place.kind) {
    case 'folder':
      return createFolderCarrier(place.path)
    case 'webdav': {
      const { address, userName } = place
      return createWebdavCarrier(createFileServer({ address, userName, password, network }))
    }
    case 'postgres': {
      const { address, userName } = place
      const { addedAuthorities } = network
      return createPostgresCarrier(
        createPostgresSession({ address, userName, password, addedAuthorities }),
        teamKey
      )
    }
  }
}
