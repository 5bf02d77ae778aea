import { app, session, type WebContents } from 'electron'
import { isOwnUrl } from '../protocol/origin'
import { isPermitted } from './permissions'

/** Called for each refused `navigation`, `redirect`, `webview` or `window`. */
export type OnRefused = (what: string) => void

/**
 * Denies every page what ours never does: navigate elsewhere, open windows, embed pages, ask for permissions. Call before any window is
 * created.
 */
export function guardAllContents(onRefused: OnRefused): void {
  app.on('web-contents-created', (_, contents) => guardContents(contents, onRefused))
}

function guardContents(contents: WebContents, onRefused: OnRefused): void {
  const refuse = (event: { preventDefault: () => void }, what: string): void => {
    event.preventDefault()
    onRefused(what)
  }
  contents.on('will-navigate', (event) => {
    if (!isOwnUrl(event.url)) refuse(event, 'navigation')
  })
  contents.on('will-redirect', (event) => {
    if (!isOwnUrl(event.url)) refuse(event, 'redirect')
  })
  contents.on('will-attach-webview', (event) => refuse(event, 'webview'))
  contents.setWindowOpenHandler(() => {
    onRefused('window')
    return { action: 'deny' }
  })
}

/**
 * After `app` is ready: no camera, no notifications, no clipboard reading, no downloads. The app's own page alone may put
 * a picture on the clipboard, which Chromium lets it do only while it has the focus and cleans first.
 */
export function denyPermissions(): void {
  const { defaultSession } = session
  defaultSession.on('will-download', (event) => event.preventDefault())
  defaultSession.setPermissionRequestHandler((_contents, permission, decide, { requestingUrl }) =>
    decide(isPermitted(permission, requestingUrl))
  )
  defaultSession.setPermissionCheckHandler((_contents, permission, requestingOrigin) =>
    isPermitted(permission, requestingOrigin)
  )
}
