import { app } from 'electron'
import { readCommandLine } from './paths'
import { registerAppScheme } from './window/app-scheme'

const commandLine = readCommandLine(process.argv, process.cwd())

// The profile's place decides which instance is the first, so it comes before the lock; schemes and the
// sandbox must be settled before Electron is ready.
if (commandLine.userDataFolder !== null) app.setPath('userData', commandLine.userDataFolder)
app.enableSandbox()
registerAppScheme()
if (app.requestSingleInstanceLock()) {
  // All else is loaded while Electron, and Chromium in it, get ready, which is some 0.1 s. It is not awaited here: Electron is
  // ready only once this module has run to its end.
  import('./start')
    .then(({ begin }) => begin(commandLine, import.meta.dirname))
    .catch((error: unknown) => {
      process.stderr.write(`Vitrine could not be loaded: ${String(error)}\n`)
      app.exit(1)
    })
} else app.quit()
