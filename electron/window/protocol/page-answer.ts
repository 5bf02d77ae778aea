import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { answerHeaders, mediaType } from './headers'

/** Answers with a file of the built page; an empty 404 where it cannot be read. */
export async function answerFile(file: string): Promise<Response> {
  try {
    return new Response(await readFile(file), { headers: fileHeaders(file) })
  } catch {
    // An update or a disk took it away while the app runs.
    return answerEmpty(404)
  }
}

/** The same at once, which costs this process a millisecond for a script: before the app is loaded, when it has nothing else to do. */
export function answerFileNow(file: string): Response {
  try {
    return new Response(readFileSync(file), { headers: fileHeaders(file) })
  } catch {
    return answerEmpty(404)
  }
}

const fileHeaders = (file: string): Record<string, string> => ({
  ...answerHeaders(mediaType(file)),
  'cache-control': 'no-cache'
})

/** Answers with a page that was put together a moment ago, and with what it may take in. */
export function answerPage(html: string, policy: string): Response {
  const headers = { ...answerHeaders('text/html; charset=utf-8', policy), 'cache-control': 'no-store' }
  return new Response(html, { headers })
}

export function answerEmpty(status: 404 | 405): Response {
  return new Response(null, { status, headers: { 'cache-control': 'no-store' } })
}
