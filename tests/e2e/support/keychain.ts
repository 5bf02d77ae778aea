import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import keytar from 'keytar'

/** What every item of the app is filed under. */
const service = 'vitrine'

/** What the keychain holds for a connection, read past the app; null when nothing. */
export function keychainItem(connectionId: string): Promise<string | null> {
  return keytar.getPassword(service, connectionId)
}

/** Takes out of the keychain what tests with this profile may have left there. */
export async function cleanKeychain(profile: string): Promise<void> {
  for (const id of connectionIds(profile)) await keytar.deletePassword(service, id)
}

/** The ids of all connections that any settings file of the profile, current or set aside, speaks of. */
function connectionIds(profile: string): Set<string> {
  const files = readdirSync(profile).filter((name) => name.endsWith('.json'))
  const text = files.map((name) => readFileSync(join(profile, name), 'utf8')).join('\n')
  return new Set([...text.matchAll(/"id":\s*"([a-z0-9-]{1,64})"/g)].flatMap((match) => match[1] ?? []))
}
