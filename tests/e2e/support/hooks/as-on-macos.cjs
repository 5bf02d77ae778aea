// Loaded before the app (-r): the app's own code takes the system for macOS; Electron, which asks the same way, does not.
const { platform } = process

Object.defineProperty(process, 'platform', {
  get() {
    const asking = new Error().stack?.split('\n')[2] ?? ''
    return asking.includes('/out/main/') ? 'darwin' : platform
  }
})
