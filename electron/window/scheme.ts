import { protocol } from 'electron'
import { answerApp, type AppAnswerDeps } from './app-answer'
import { answerFromDevServer } from './dev-server'
import { appScheme } from './origin'

/** After `app` is ready: answers what the page asks for. With a dev server the page's files come from there. */
export function serveAppScheme(deps: AppAnswerDeps, devServer: URL | null): void {
  protocol.handle(appScheme, (request) => {
    const path = URL.parse(request.url)?.pathname ?? ''
    const isOurs = path.startsWith('/picture/') || path.startsWith('/print/')
    if (devServer === null || isOurs) return answerApp(request, deps)
    return answerFromDevServer(request, devServer)
  })
}
