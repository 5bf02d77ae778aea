import { readFileSync } from 'node:fs'
import { join, extname } from 'node:path'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** URL path (`/assets/x.js`) → file. Nothing else is served, whatever a URL says. */
export type BundleFiles = ReadonlyMap<string, string>

/** The file in which the build lists the page's other files (scripts/bundle-list.ts). */
export const bundleListName = 'bundle-files.json'

/** The files of the built page. Throws if their list is missing: the app was not built. */
export function listBundle(folder: string): BundleFiles {
  const files: unknown = JSON.parse(readFileSync(join(folder, bundleListName), 'utf8'))
  if (!Array.isArray(files)) throw new Error(`${bundleListName} is not a list`)
  return new Map(files.map((file) => [`/${String(file)}`, join(folder, String(file))]))
}

/**
 * Nothing but the app's own files: no inline code or styles, no frames, no forms, no other origin. Sent with
 * every HTML answer.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join('; ')

/** The hash by which a policy allows a page's inline style. */
function styleHash(html: string): string {
  const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? ''
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`
}

/**
 * The policy of a page for print: only its style and its embedded pictures. It contains texts of a store, so nothing runs and nothing is
 * fetched.
 */
export function printPolicy(html: string): string {
  return `default-src 'none'; style-src ${styleHash(html)}; img-src data:; base-uri 'none'; form-action 'none'`
}

const types = new Map([
  ['.css', 'text/css; charset=utf-8'],
  ['.html', 'text/html; charset=utf-8'],
  ['.ico', 'image/x-icon'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.png', 'image/png'],
  ['.svg', 'image/svg+xml'],
  ['.webp', 'image/webp'],
  ['.woff2', 'font/woff2']
])

/** By extension; an unknown type is neither shown nor run. */
function mediaType(path: string): string {
  return types.get(extname(path)) ?? 'application/octet-stream'
}

/** Headers of every answer of `app://`. */
export function answerHeaders(type: string, policy = contentSecurityPolicy): Record<string, string> {
  const common = { 'content-type': type, 'x-content-type-options': 'nosniff' }
  return type.startsWith('text/html') ? { ...common, 'content-security-policy': policy } : common
}

/** Answers with a file of the built page; an empty 404 where it cannot be read. */
export async function answerFile(file: string): Promise<Response> {
  try {
    return new Response(await readFile(file), { headers: fileHeaders(file) })
  } catch {
    // An update or a disk failure removed it while the app runs.
    return answerEmpty(404)
  }
}

/**
 * The same, synchronously, which blocks for a millisecond per script: before the app is loaded, when this process has nothing else to do.
 */
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

/** Answers with a page that was just generated, and the policy for its content. */
export function answerPage(html: string, policy: string): Response {
  const headers = { ...answerHeaders('text/html; charset=utf-8', policy), 'cache-control': 'no-store' }
  return new Response(html, { headers })
}

export function answerEmpty(status: 404 | 405): Response {
  return new Response(null, { status, headers: { 'cache-control': 'no-store' } })
}
