import { shell } from 'electron'
import { httpsUrl } from './https-url'

/** Opens an https address in the person's browser. False: it was refused, or no browser took it. */
export async function openExternal(text: string): Promise<boolean> {
  const url = httpsUrl(text)
  if (url === null) return false
  try {
    await shell.openExternal(url)
    return true
  } catch {
    return false
  }
}
