import type { Dialog } from 'electron'
import { expect, sharedTest, test } from './fixtures'

type Name = 'showOpenDialog' | 'showSaveDialog' | 'showMessageBoxSync'
type Show = (options: object) => unknown

/** What Electron refuses, and its words for it. */
const refused: [name: Name, options: object, error: string][] = [
  ['showOpenDialog', { properties: 'openFile' }, 'Properties must be an array'],
  ['showOpenDialog', { defaultPath: 1 }, 'Default path must be a string'],
  ['showSaveDialog', { title: 1 }, 'Title must be a string'],
  ['showSaveDialog', { buttonLabel: 1 }, 'Button label must be a string'],
  ['showSaveDialog', { message: 1 }, 'Message must be a string'],
  ['showSaveDialog', { nameFieldLabel: 1 }, 'Name field label must be a string'],
  ['showMessageBoxSync', { type: 'nothing' }, 'Invalid message box type'],
  ['showMessageBoxSync', { buttons: 'OK' }, 'Buttons must be an array'],
  ['showMessageBoxSync', { detail: 1 }, 'Detail must be a string'],
  ['showMessageBoxSync', { noLink: 1 }, 'noLink must be a boolean'],
  ['showMessageBoxSync', { checkboxLabel: 1 }, 'checkboxLabel must be a string'],
  [
    'showMessageBoxSync',
    { checkboxChecked: true },
    'checkboxChecked requires that checkboxLabel also be passed'
  ]
]

for (const [name, options, error] of refused) {
  sharedTest(`${name}(${JSON.stringify(options)}) is refused as in Electron`, async ({ shell }) => {
    const show = shell.evaluate(({ dialog }, [which, given]) => (dialog[which] as Show)(given), [
      name,
      options
    ] as const)
    await expect(show).rejects.toThrow(error)
  })
}

/** What Electron lets pass without doing what was meant. */
const refusedHere: [name: Name, options: object, error: string][] = [
  ['showOpenDialog', { filters: [{ name: 'Text', extensions: ['.txt'] }] }, 'Filters must be a list'],
  ['showOpenDialog', { properties: ['openFiles'] }, 'Properties must be an array'],
  ['showSaveDialog', { properties: ['openFile'] }, 'Properties must be an array'],
  ['showSaveDialog', { path: '/' }, "electron: dialog.showSaveDialog option 'path' is not part of"],
  ['showMessageBoxSync', { buttons: ['OK'], defaultId: 'OK' }, 'defaultId must be the number of a button']
]

for (const [name, options, error] of refusedHere) {
  const title = `${name}(${JSON.stringify(options)}) is refused, also once a test has replaced it`
  test(title, { tag: '@shell' }, async ({ shell }) => {
    const show = shell.evaluate(
      ({ dialog }, [which, given]) => {
        Object.assign(dialog, { [which]: () => ({ canceled: true, filePath: '', filePaths: [] }) })
        return (dialog[which] as Show)(given)
      },
      [name, options] as const
    )
    await expect(show).rejects.toThrow(error)
  })
}

test("a test's answer that Electron would never give is refused", { tag: '@shell' }, async ({ shell }) => {
  const show = shell.evaluate(({ dialog }) => {
    dialog.showSaveDialog = (() => Promise.resolve({ filePath: '/x' })) as unknown as Dialog['showSaveDialog']
    return dialog.showSaveDialog({})
  })
  await expect(show).rejects.toThrow('dialog.showSaveDialog: Electron has no answer like {"filePath":"/x"}')
})

test('the options of a box that the app uses pass', { tag: '@shell' }, async ({ shell }) => {
  const answer = await shell.evaluate(({ dialog }) => {
    dialog.showMessageBox = () => Promise.resolve({ response: 1, checkboxChecked: false })
    return dialog.showMessageBox({
      type: 'warning',
      message: 'Text',
      detail: 'More text',
      buttons: ['Yes', 'No'],
      defaultId: 0,
      cancelId: 1,
      noLink: true,
      signal: new AbortController().signal
    })
  })
  expect(answer).toEqual({ response: 1, checkboxChecked: false })
})
