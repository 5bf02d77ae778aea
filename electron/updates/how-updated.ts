import type { UpdatedBy } from '../contract/updates'

/** What tells in which kind of package the app is. */
export interface PackageFacts {
  platform: NodeJS.Platform
  isPackaged: boolean
  /** `APPIMAGE` of the environment, which an AppImage has set: its own file. */
  appImage: string | undefined
  /** Text of `app-update.yml` beside the archive; null: it was built without an address for updates. */
  updateFile: string | null
}

/** How an app in such a package is updated, and from where: an https address that ends with a slash. */
export function howUpdated(facts: PackageFacts): { by: UpdatedBy; address: string | null } {
  const nobody = { by: 'nobody', address: null } as const
  if (!facts.isPackaged) return nobody
  const isAppImage = facts.platform === 'linux' && Boolean(facts.appImage)
  // deb, rpm and an unpacked folder belong to whoever put them there, and so does replacing them.
  if (facts.platform === 'linux' && !isAppImage) return { by: 'package-manager', address: null }
  const address = facts.updateFile === null ? null : addressIn(facts.updateFile)
  return address === null ? nobody : { by: 'itself', address }
}

/** The file is written by electron-builder, one plain value a line. */
function addressIn(text: string): string | null {
  const [, quoted = ''] = /^url:[ \t]*(\S+)[ \t]*$/m.exec(text) ?? []
  const url = URL.parse(quoted.replace(/^(['"])(.*)\1$/, '$2'))
  if (url?.protocol !== 'https:') return null
  return url.href.endsWith('/') ? url.href : `${url.href}/`
}
