import type { CustomScheme } from 'electron'
import { devServer } from './chromium.ts'
import { missing } from './strict.ts'

// Plain Chromium cannot load app://bundle/…, so the shell shows it as https://bundle.app.invalid/…; that top-level
// domain can never exist (RFC 2606), and the app only ever sees its own URLs.

const schemes = new Set<string>()
const usable = ['standard', 'secure', 'supportFetchAPI', 'corsEnabled', 'stream', 'codeCache']

/** Accepts schemes that behave like https, which is what they are shown as; other privileges throw. */
export function registerSchemes(list: CustomScheme[]): void {
  for (const { scheme, privileges = {} } of list) {
    const wrong = Object.entries(privileges).find(([name, on]) => on === true && !usable.includes(name))
    if (wrong) throw missing(`protocol.registerSchemesAsPrivileged privilege ${wrong[0]}`)
    if (!privileges.standard || !privileges.secure)
      throw missing(`scheme ${scheme} that is not standard and secure`)
    schemes.add(scheme)
  }
}

/** True for a scheme that the app has registered. */
export function isRegistered(scheme: string): boolean {
  return schemes.has(scheme)
}

/** The app's URL as Chromium is given it. Throws for a URL that the shell cannot show. */
export function toChromium(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed) throw new Error(`Invalid URL: ${url}`)
  if (parsed.origin === devServer?.origin || parsed.href === 'about:blank') return url
  const scheme = parsed.protocol.slice(0, -1)
  if (!schemes.has(scheme) || !/^[a-z0-9-]+$/.test(parsed.host)) throw missing(`loading ${url}`)
  return `https://${parsed.host}.${scheme}.invalid${url.slice(url.indexOf(parsed.host) + parsed.host.length)}`
}

/** The URL as the app knows it; one that is not the app's comes back as it is. */
export function fromChromium(url: string): string {
  const [, host, scheme = '', rest] =
    /^https:\/\/([a-z0-9-]+)\.([a-z0-9+.-]+)\.invalid(?::443)?(.*)$/s.exec(url) ?? []
  return schemes.has(scheme) ? `${scheme}://${host ?? ''}${rest ?? ''}` : url
}

/** True for a URL that the shell can show: of a registered scheme, or of the dev server. */
export function isShown(url: string): boolean {
  const parsed = URL.parse(url)
  return parsed !== null && (schemes.has(parsed.protocol.slice(0, -1)) || parsed.origin === devServer?.origin)
}

/** The origin as Electron writes it: scheme and host. */
export function originOf(url: string): string {
  return /^[a-z0-9+.-]+:\/\/[^/?#]+/.exec(fromChromium(url))?.[0] ?? 'null'
}
