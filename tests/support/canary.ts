import type { Credentials } from '../../electron/contract/connection'

/** Secrets that are looked for where they must not be. */
export const canary: Credentials = {
  key: 'canary-key-7f3a9c51e2d84b06',
  userId: 'canary-user-5d1e88'
}

/** Every spelling of a text that a careless part could leave behind. */
function spellings(text: string): string[] {
  return [
    text,
    encodeURIComponent(text),
    Buffer.from(text).toString('base64'),
    Buffer.from(text).toString('hex')
  ]
}

/** Which of the secrets stand in a text, in any spelling. */
export function secretsIn(text: string, secrets: Credentials = canary): string[] {
  return [secrets.key, secrets.userId].filter((secret) =>
    spellings(secret).some((spelling) => text.includes(spelling))
  )
}
