import { createNotifier } from '../async/notifier'
import type { Language } from '../contract/languages'
import { wholeCatalogIn } from '../export'
import { viewsOf, type SettingsStore } from '../settings'
import type { HeadlessCommand, Outcome, Report } from './command'
import { runCommand, type HeadlessDeps } from './run-command'

export type { HeadlessCommand, Outcome, Report } from './command'
export { ended, exitCodes, lastLines } from './outcome'
export { createReporter } from './run-command'
export { askOpenApp, isAppOpen, serveCommands, socketPath } from './socket'

export interface HeadlessFeatureDeps extends Omit<
  HeadlessDeps,
  'changed' | 'viewsOf' | 'wholeCatalog' | 'patience'
> {
  settings: Pick<SettingsStore, 'get'>
  language: () => Language
}

export interface HeadlessFeature {
  run(command: HeadlessCommand, report: Report, signal: AbortSignal): Promise<Outcome>
  /** A sync, an audit or an export is not as it was. */
  changed(): void
}

/** Puts together what does commands without a window, in the app that is open or in one that runs for a command alone. */
export function composeHeadless({ settings, language, ...deps }: HeadlessFeatureDeps): HeadlessFeature {
  const changed = createNotifier()
  const all: HeadlessDeps = {
    ...deps,
    changed,
    viewsOf: (id) => viewsOf(settings.get(), id),
    wholeCatalog: () => wholeCatalogIn(language())
  }
  return {
    run: (command, report, signal) => runCommand(all, command, report, signal),
    changed: () => changed.notify()
  }
}
