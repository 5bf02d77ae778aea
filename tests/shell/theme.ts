import type { NativeTheme } from 'electron'
import type { Session } from './cdp.ts'
import { StrictEmitter, strict } from './strict.ts'

type Source = NativeTheme['themeSource']

const sessions = new Set<Session>()

function apply(session: Session, source: Source): void {
  const features = source === 'system' ? [] : [{ name: 'prefers-color-scheme', value: source }]
  session.send('Emulation.setEmulatedMedia', { features }).catch(() => sessions.delete(session))
}

/** Dark or light: what the system prefers, unless the app chooses; a choice reaches every page as emulated media. */
class Theme extends StrictEmitter implements Pick<NativeTheme, 'shouldUseDarkColors' | 'themeSource'> {
  private source: Source = 'system'
  private systemIsDark = false

  get shouldUseDarkColors(): boolean {
    return this.source === 'system' ? this.systemIsDark : this.source === 'dark'
  }

  get themeSource(): Source {
    return this.source
  }

  set themeSource(source: Source) {
    if (source === this.source) return
    this.source = source
    for (const session of sessions) apply(session, source)
    // Electron says so once Chromium has heard of it.
    setImmediate(() => this.emit('updated'))
  }

  /** What a page says of `prefers-color-scheme`; while the app has chosen, that is only an echo. */
  report(dark: boolean): void {
    if (this.source !== 'system' || dark === this.systemIsDark) return
    this.systemIsDark = dark
    this.emit('updated')
  }
}

const theme = new Theme('nativeTheme', ['updated'])

/** Electron's `nativeTheme`. */
export const nativeTheme = strict('nativeTheme', theme)

/** Takes note of what a page says the system prefers. */
export function reportDark(dark: boolean): void {
  theme.report(dark)
}

/** Lets a new page follow the app's choice. */
export function followTheme(session: Session): void {
  sessions.add(session)
  if (theme.themeSource !== 'system') apply(session, theme.themeSource)
}
