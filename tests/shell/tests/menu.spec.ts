import type { ElectronApplication } from '@playwright/test'
import { expect, heardBy, test } from './fixtures'

/** The app notes what is asked for its menu, and shows one for it, which closes again. */
function showMenus(shell: ElectronApplication): Promise<void> {
  return shell.evaluate(async ({ BrowserWindow, Menu, clipboard }) => {
    await clipboard.writeText('something to paste')
    const [window] = BrowserWindow.getAllWindows()
    window?.webContents.on('context-menu', (_event, { isEditable, selectionText, editFlags }) => {
      const { canCut, canCopy, canPaste, canSelectAll, canUndo } = editFlags
      const can = Object.entries({ canCut, canCopy, canPaste, canSelectAll, canUndo })
      const flags = can.flatMap(([name, is]) => (is ? [name] : []))
      heard.push([isEditable ? 'editable' : 'fixed', selectionText, ...flags].join(' '))
      const menu = Menu.buildFromTemplate([{ role: 'copy' }, { label: 'Own', click: () => undefined }])
      menu.once('menu-will-show', () => {
        heard.push('shown')
        setImmediate(() => menu.closePopup())
      })
      menu.popup({ window, callback: () => heard.push('closed') })
    })
  })
}

test('a text that is asked for its menu says what can be done with it, and a menu is shown for it', async ({
  shell,
  page
}) => {
  await showMenus(shell)
  const closed = (times: number) =>
    expect.poll(async () => (await heardBy(shell)).filter((line) => line === 'closed')).toHaveLength(times)
  const field = page.getByRole('textbox')
  await field.click({ button: 'right' })
  await closed(1)
  await field.fill('some text')
  await field.selectText()
  await field.click({ button: 'right', position: { x: 12, y: 10 } })
  await closed(2)
  await page.evaluate(() => {
    const heading = document.querySelector('h1')
    if (heading) getSelection()?.selectAllChildren(heading)
  })
  await page.getByRole('heading').click({ button: 'right' })
  await closed(3)
  expect(await heardBy(shell)).toEqual(
    [
      'editable  canPaste',
      'editable some text canCut canCopy canPaste canSelectAll canUndo',
      'fixed Ready canCopy canSelectAll canUndo'
    ].flatMap((line) => [line, 'shown', 'closed'])
  )
})

test('a page with a menu of its own is asked first, and no menu comes of an event that it makes itself', async ({
  shell,
  page
}) => {
  await showMenus(shell)
  await page.evaluate(() => {
    const heading = document.querySelector('h1')
    heading?.addEventListener('contextmenu', (event) => event.preventDefault())
    document
      .querySelector('input')
      ?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))
  })
  await page.getByRole('heading').click({ button: 'right' })
  await page.getByRole('textbox').click({ button: 'right' })
  await expect.poll(() => heardBy(shell)).toContain('closed')
  expect((await heardBy(shell)).filter((line) => line.startsWith('fixed'))).toEqual([])
  expect(await heardBy(shell)).toHaveLength(3)
})

test('a menu opens only with options that are an object', async ({ shell, page }) => {
  await expect(page).toHaveTitle('Fixture page')
  const open = shell.evaluate(({ Menu }) => Menu.buildFromTemplate([]).popup('here' as never))
  await expect(open).rejects.toThrow('Options must be an object')
})
