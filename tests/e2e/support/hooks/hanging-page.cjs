// Loaded before the app (-r): the page hangs as soon as it is loaded, and a person clicks; the second time the system asks to quit.
const { app } = require('electron')

app.on('browser-window-created', (_, { webContents }) => {
  let loads = 0
  webContents.on('did-finish-load', async () => {
    loads += 1
    process.stderr.write(`page load: ${loads}\n`)
    await webContents.executeJavaScript('setTimeout(() => { for (;;) {} }, 100)')
    setTimeout(() => {
      webContents.sendInputEvent({ type: 'mouseDown', x: 5, y: 5, button: 'left' })
      if (loads === 2) process.kill(process.pid, 'SIGTERM')
    }, 1000)
  })
})
