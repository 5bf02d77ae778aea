import { isOwnUrl } from '../protocol/origin'

/** Whether a page may use one of Electron's permissions: only ours, and only to write to the clipboard. */
export function isPermitted(permission: string, url: string): boolean {
  return permission === 'clipboard-sanitized-write' && isOwnUrl(url)
}
