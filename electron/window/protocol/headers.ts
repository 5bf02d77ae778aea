import { createHash } from 'node:crypto'
import { extname } from 'node:path'

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

/** What a policy names the inline style of a page by. */
function styleHash(html: string): string {
  const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? ''
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`
}

/**
 * For a page that is laid out for print: its one style and the pictures within it. It holds texts of a store; nothing in it is run,
 * and it asks for nothing.
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

/** By the file's ending; an unknown one is never shown or run. */
export function mediaType(path: string): string {
  return types.get(extname(path)) ?? 'application/octet-stream'
}

/** What goes with every answer of `app://`. */
export function answerHeaders(type: string, policy = contentSecurityPolicy): Record<string, string> {
  const common = { 'content-type': type, 'x-content-type-options': 'nosniff' }
  return type.startsWith('text/html') ? { ...common, 'content-security-policy': policy } : common
}
