import { app, powerMonitor } from 'electron'

export interface AppEvents {
  /** The app was started once more, with these arguments: it comes to the front instead. */
  onSecondStart: (argv: string[]) => void
  onSuspend: () => void
  onResume: () => void
}

/** Heeds what the system tells the app, which ends with its window on every system. */
export function heedApp({ onSecondStart, onSuspend, onResume }: AppEvents): void {
  app.on('second-instance', (_, argv) => onSecondStart(argv))
  powerMonitor.on('suspend', onSuspend)
  powerMonitor.on('resume', onResume)
  app.on('window-all-closed', () => app.quit())
}
