import { readFile } from 'node:fs/promises'
import { answerHeaders, mediaType } from './headers'

/** Answers with a file of the built page; an empty 404 where it cannot be read. */
export async function answerFile(file: string): Promise<Response> {
  try {
    const headers = { ...answerHeaders(mediaType(file)), 'cache-control': 'no-cache' }
    return new Response(await readFile(file), { headers })
  } catch {
    // An update or a disk took it away while the app runs.
    return answerEmpty(404)
  }
}

/** Answers with a page that was put together a moment ago, and with what it may take in. */
export function answerPage(html: string, policy: string): Response {
  const headers = { ...answerHeaders('text/html; charset=utf-8', policy), 'cache-control': 'no-store' }
  return new Response(html, { headers })
}

export function answerEmpty(status: 404 | 405): Response {
  return new Response(null, { status, headers: { 'cache-control': 'no-store' } })
}
