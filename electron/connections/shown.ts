import type { StoreAddress } from '../api/types'
import type { Connection, CredentialState } from '../contract/connection'
import type { SavedConnection } from '../settings'
import { demoId } from './demo'

/** A saved connection as the renderer sees it. */
export function shown(
  saved: SavedConnection,
  credential: CredentialState,
  setByOrganisation: boolean
): Connection {
  const { id, name, baseUrl, apiPath, currency, locale, httpAllowed } = saved
  const draft = { name, baseUrl, apiPath, currency, locale, httpAllowed }
  return { id, kind: 'store', ...draft, credential, setByOrganisation }
}

/** The demo connection as the renderer sees it. Its prices are in euros; its name is not a person's to change. */
export function shownDemo({ baseUrl, apiPath }: StoreAddress, credential: CredentialState): Connection {
  return {
    id: demoId,
    kind: 'demo',
    name: 'Demo store',
    baseUrl,
    apiPath,
    currency: 'EUR',
    locale: null,
    httpAllowed: true,
    credential,
    setByOrganisation: false
  }
}
