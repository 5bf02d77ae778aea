// Loaded before the app (-r): another start, for the demo store, is told in the first moment that Electron tells of one.
const { app } = require('electron')

app.whenReady().then(() => app.emit('second-instance', {}, [process.execPath, '--demo'], process.cwd(), null))
