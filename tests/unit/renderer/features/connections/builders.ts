import type { Connection, ConnectionList, ConnectionTest } from '../../../../../electron/contract/connection'

export function connectionOf(changes: Partial<Connection> = {}): Connection {
  return {
    id: 'shop',
    kind: 'store',
    name: 'Corner shop',
    baseUrl: 'https://shop.example',
    apiPath: '/api/public/products',
    currency: 'EUR',
    locale: 'de-DE',
    httpAllowed: false,
    credential: 'keychain',
    setByOrganization: false,
    ...changes
  }
}

export function listOf(connections: Connection[], changes: Partial<ConnectionList> = {}): ConnectionList {
  return {
    connections,
    offered: [],
    activeId: connections[0]?.id ?? null,
    keychain: { available: true },
    settingsDamage: null,
    ...changes
  }
}

export const goodTest: ConnectionTest = {
  failed: null,
  sample: { form: 'full', items: 25, setAside: 0, totalItems: 1240, duration: 80 }
}
