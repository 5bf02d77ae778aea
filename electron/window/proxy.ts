import { session } from 'electron'

/** Which proxy this computer's own settings name for a URL, as a PAC file says it. */
export function askSystemForProxy(url: string): Promise<string> {
  return session.defaultSession.resolveProxy(url)
}
