import { protocol } from 'electron'
import { answerApp, type AppAnswerDeps } from './app-answer'
import { answerFromDevServer } from './dev-server'
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

/** After `app` is ready: answers what the page asks for. With a dev server the page's files come from there. */
export function serveAppScheme(deps: AppAnswerDeps, devServer: URL | null): void {
  protocol.handle(appScheme, (request) => {
    const path = URL.parse(request.url)?.pathname ?? ''
    const isOurs = path.startsWith('/picture/') || path.startsWith('/print/')
    if (devServer === null || isOurs) return answerApp(request, deps)
    return answerFromDevServer(request, devServer)
  })
}
