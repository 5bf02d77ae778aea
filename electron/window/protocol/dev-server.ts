import { answerHeaders, contentSecurityPolicy } from './page-files'

/**
 * The address of Vite's dev server if a developer runs one on this computer, else null.
 *
 * @param isPackaged a packaged app ignores the environment
 */
export function devServerUrl(environment: NodeJS.ProcessEnv, isPackaged: boolean): URL | null {
  const text = environment.ELECTRON_RENDERER_URL
  const url = isPackaged || !text ? null : URL.parse(text)
  return url && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname) ? url : null
}

/**
 * Answers with the dev server's response, so that the page keeps its origin and relative URLs. Vite inlines styles and uses a WebSocket:
 * its policy allows these two, here only.
 */
export async function answerFromDevServer(request: Request, server: URL): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const accept = request.headers.get('accept') ?? '*/*'
  const answer = await fetch(new URL(pathname + search, server), {
    headers: { accept },
    signal: request.signal
  })
  const type = answer.headers.get('content-type') ?? 'application/octet-stream'
  const headers = { ...answerHeaders(type, devPolicy(server)), 'cache-control': 'no-store' }
  return new Response(await answer.arrayBuffer(), { status: answer.status, headers })
}

function devPolicy(server: URL): string {
  return contentSecurityPolicy
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    .replace("connect-src 'self'", `connect-src 'self' ws://${server.host}`)
}
