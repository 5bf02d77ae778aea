import { answerApp, type AppAnswerDeps } from './app-answer'
import { answerFromDevServer } from './dev-server'

/** What answers the page's requests for `app://`. With a dev server the page's files come from there. */
export function appAnswerer(
  deps: AppAnswerDeps,
  devServer: URL | null
): (request: Request) => Promise<Response> {
  return (request) => {
    const path = URL.parse(request.url)?.pathname ?? ''
    const isOurs = path.startsWith('/picture/') || path.startsWith('/print/')
    if (devServer === null || isOurs) return answerApp(request, deps)
    return answerFromDevServer(request, devServer)
  }
}
