import { z } from 'zod'
import { ok, type Result } from '../contract/failure'
import { createItems, type Items } from './key-items'
import type { Keychain } from './keychain'

/** The accounts of items that are no store's key. */
export const teamAccount = 'vitrine-team-'

/** What signs the segments of a device, as `DeviceKey`. */
interface SavedKey {
  device: string
  privateKey: string
}

/** Keys of devices and passwords of teams: in the keychain alone. Fails as the keychain does. */
export interface TeamSecrets {
  /** null: this computer does not have it, as where the profile was copied from another. */
  key(device: string): Promise<Result<SavedKey | null>>
  /** A key of its own for each device id: profiles that were copied beside each other share the keychain. */
  saveKey(key: SavedKey): Promise<Result<null>>
  removeKey(device: string): Promise<Result<null>>
  /** '' where none is needed. */
  password(connectionId: string): Promise<Result<string>>
  savePassword(connectionId: string, password: string): Promise<Result<null>>
  removePassword(connectionId: string): Promise<Result<null>>
}

const keySchema = z.string().max(1000)

/** @param onSecret told of every secret before anything else happens with it */
export function createTeamSecrets(keychain: Keychain, onSecret: (secret: string) => void): TeamSecrets {
  const items: Items = createItems(keychain)
  const keyOf = (device: string): string => `${teamAccount}key-${device}`
  const passwordOf = (id: string): string => `${teamAccount}password-${id}`
  const learn = (secret: string): void => {
    if (secret !== '') onSecret(secret)
  }
  return {
    async key(device) {
      const item = await items.read(keyOf(device), true)
      if (!item.ok || item.value === null) return item.ok ? ok(null) : item
      const privateKey = keySchema.safeParse(item.value)
      if (!privateKey.success) return ok(null)
      learn(privateKey.data)
      return ok({ device, privateKey: privateKey.data })
    },
    saveKey({ device, privateKey }) {
      learn(privateKey)
      return items.write(keyOf(device), privateKey, false)
    },
    removeKey: (device) => items.remove(keyOf(device), false),
    async password(id) {
      const item = await items.read(passwordOf(id), false)
      if (!item.ok) return item
      learn(item.value ?? '')
      return ok(item.value ?? '')
    },
    savePassword(id, password) {
      learn(password)
      return password === ''
        ? items.remove(passwordOf(id), false)
        : items.write(passwordOf(id), password, false)
    },
    removePassword: (id) => items.remove(passwordOf(id), false)
  }
}
