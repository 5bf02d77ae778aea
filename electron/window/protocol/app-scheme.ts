import { protocol } from 'electron'
import { appScheme } from './origin'

/**
 * Call before `app` is ready: makes `app://` an origin of its own, with storage and `fetch`. Without `codeCache` Chromium would compile
 * its scripts at each start: by default it caches compiled code of http(s) only.
 */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: appScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true }
    }
  ])
}
