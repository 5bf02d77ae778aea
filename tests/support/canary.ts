import type { Credentials } from '../../electron/contract/connection'

/** Secrets that are looked for where they must not be. */
export const canary: Credentials = {
  key: 'canary-key-7f3a9c51e2d84b06',
  userId: 'canary-user-5d1e88'
}

/** Every spelling of a text that a careless part could leave behind. */
export function spellings(text: string): string[] {
  return [
    text,
    encodeURIComponent(text),
    Buffer.from(text).toString('base64'),
    Buffer.from(text).toString('hex')
  ]
}

/** The canary's secrets that stand in a text, in any spelling. */
export function canariesIn(text: string): string[] {
  return Object.values(canary).filter((secret) =>
    spellings(secret).some((spelling) => text.includes(spelling))
  )
}
