import { execFileSync } from 'node:child_process'

/** The items of the session's keyring, whoever put them there, as the bus calls them. */
export function keyringItems(): string[] {
  const ask = ['--session', '--print-reply', '--dest=org.freedesktop.secrets']
  const question = ['string:org.freedesktop.Secret.Collection', 'string:Items']
  const collection = '/org/freedesktop/secrets/aliases/default'
  const answer = execFileSync(
    'dbus-send',
    [...ask, collection, 'org.freedesktop.DBus.Properties.Get', ...question],
    { encoding: 'utf8' }
  )
  return [...answer.matchAll(/object path "([^"]+)"/g)].flatMap((match) => match[1] ?? [])
}
