// Loaded before the app (-r): a message box is written to stderr instead of being shown, and answered by the button that
// BOX_ANSWER names, the first if there is none.
const { dialog } = require('electron')

/** @param {unknown[]} args */
const note = (...args) => {
  process.stderr.write(`message box: ${JSON.stringify(args.at(-1))}\n`)
  return Promise.resolve({ response: Number(process.env.BOX_ANSWER ?? 0), checkboxChecked: false })
}
dialog.showMessageBox = note
