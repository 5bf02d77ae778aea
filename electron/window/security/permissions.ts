import { isOwnUrl } from '../protocol/origin'

/** Whether a page at an address may use one of Electron's permissions: to write to the clipboard, and only our own. */
export function isPermitted(permission: string, url: string): boolean {
  return permission === 'clipboard-sanitized-write' && isOwnUrl(url)
}
