import type { Session, WebContents } from 'electron'
import { running } from './browser.ts'
import { switches } from './command-line.ts'
import { protocol } from './protocol.ts'
import { fromChromium, originOf, toChromium } from './scheme.ts'
import { StrictEmitter, cancelable, strict } from './strict.ts'

type Check = NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]>
type Ask = NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>
type Permission = Parameters<Check>[1]

/** Electron's permissions and Chromium's names for them; whatever is not here is refused by --deny-permission-prompts. */
const permissions: [Permission, string][] = [
  ['clipboard-read', 'clipboard-read'],
  ['clipboard-sanitized-write', 'clipboard-write'],
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications']
]
let check: Check | null = null
let ask: Ask | null = null

/** The proxy in the environment's variables for a URL, as `host:port` behind PAC's word for its kind. */
function proxyFor(url: URL): string {
  const variable = (name: string): string => process.env[name.toLowerCase()] ?? process.env[name] ?? ''
  const isException = variable('NO_PROXY')
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((rule) => {
      const [host = '', port] = rule.replace(/^\*?\./, '').split(':')
      if (port && port !== url.port) return false
      return host === '*' || url.hostname === host || url.hostname.endsWith(`.${host}`)
    })
  if (isException || /^(localhost|127\..*|\[::1\])$/.test(url.hostname)) return 'DIRECT'
  const scheme = url.protocol.slice(0, -1).toUpperCase()
  // Of a variable, Chromium does not read what kind of proxy it names: all are taken for plain ones.
  const inEnvironment = (variable(`${scheme}_PROXY`) || variable('ALL_PROXY')).replace(/^.*:\/\//, '')
  const given = switches.get('proxy-server') ?? inEnvironment
  const proxy = URL.parse(given.includes('://') ? given : `http://${given}`)
  if (!proxy?.hostname) return 'DIRECT'
  const kind =
    { 'https:': 'HTTPS', 'socks5:': 'SOCKS5', 'socks5h:': 'SOCKS5', 'socks4:': 'SOCKS' }[proxy.protocol] ??
    'PROXY'
  const usual: Record<string, string> = { PROXY: '80', HTTPS: '443' }
  return `${kind} ${proxy.hostname}:${proxy.port || (usual[kind] ?? '1080')}`
}

const emitter = new StrictEmitter('session', ['will-download'])

/** Electron's default session; its webRequest is not there, so using it throws. */
export const defaultSession = strict('session', Object.assign(emitter, {
  protocol,
  resolveProxy: (url: string) => Promise.resolve(proxyFor(new URL(url))),
  setPermissionCheckHandler: (handler: Check | null) => {
    check = handler
  },
  setPermissionRequestHandler: (handler: Ask | null) => {
    ask = handler
  }
} satisfies Partial<Record<keyof Session, unknown>>)) // prettier-ignore

/** Electron's `session`. */
export const session = strict('session', {
  get defaultSession() {
    running() // Throws before the app is ready, as Electron does.
    return defaultSession
  }
})

/**
 * Asks the app's handlers for each permission and tells Chromium, once for each document; Chromium asks nobody later.
 * The check handler decides where there is one. With neither handler nothing is granted, unlike in Electron.
 */
export async function settlePermissions(contents: WebContents, url: string): Promise<void> {
  const origin = originOf(url)
  if (origin === 'null') return
  const answers = permissions.map(async ([permission, name]) => {
    const granted = await isGranted(contents, permission, origin)
    const setting = granted ? 'granted' : 'denied'
    await running().root.send('Browser.setPermission', {
      permission: { name },
      setting,
      origin: new URL(toChromium(url)).origin
    })
  })
  await Promise.all(answers)
}

async function isGranted(contents: WebContents, permission: Permission, origin: string): Promise<boolean> {
  if (check)
    return check(contents, permission, origin, {
      isMainFrame: true,
      requestingUrl: origin,
      securityOrigin: origin
    })
  return new Promise((resolve) => {
    if (ask) ask(contents, permission, resolve, { isMainFrame: true, requestingUrl: origin })
    else resolve(false)
  })
}

/** Refuses every download, and lets the app hear of it. */
export async function refuseDownloads(): Promise<void> {
  const { root } = running()
  root.on('Browser.downloadWillBegin', ({ url, suggestedFilename }) => {
    const item = {
      getURL: () => fromChromium(url),
      getFilename: () => suggestedFilename,
      cancel: () => undefined
    }
    emitter.emit('will-download', cancelable({}), strict('DownloadItem', item))
  })
  await root.send('Browser.setDownloadBehavior', { behavior: 'deny', eventsEnabled: true })
}
