// Loaded before the app (-r): windows never say that they are ready to be shown, as hidden ones on Wayland may not.
const { app } = require('electron')

app.on('browser-window-created', (_, window) => {
  const emit = window.emit.bind(window)
  window.emit = (event, ...details) => event !== 'ready-to-show' && emit(event, ...details)
})
