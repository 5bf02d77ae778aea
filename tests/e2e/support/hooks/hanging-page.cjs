// Loaded before the app (-r): the page hangs as soon as it is loaded, while a person clicks; the second time the system asks to quit.
const { app } = require('electron')

app.on('browser-window-created', (_, { webContents }) => {
  let loads = 0
  webContents.on('did-finish-load', async () => {
    const load = (loads += 1)
    process.stderr.write(`page load: ${load}\n`)
    await webContents.executeJavaScript('setTimeout(() => { for (;;) {} }, 0)')
    const clicking = setInterval(() => {
      // The first clicks may still be answered.
      if (loads === load && !webContents.isDestroyed())
        webContents.sendInputEvent({ type: 'mouseDown', x: 5, y: 5, button: 'left' })
      else clearInterval(clicking)
    }, 500)
    if (load === 2) setTimeout(() => process.kill(process.pid, 'SIGTERM'), 1000)
  })
})
