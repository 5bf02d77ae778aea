import { protocol } from 'electron'
import { appScheme } from './origin'

/**
 * Before `app` is ready: makes `app://` an origin of its own, with storage and `fetch`, whose scripts need not be compiled anew at
 * each start: without `codeCache` Chromium keeps what it compiled for http(s) alone.
 */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: appScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true }
    }
  ])
}
