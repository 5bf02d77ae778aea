import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../../electron/contract/failure'
import DiagnosticsDialog from '../../../../../renderer/features/diagnostics/DiagnosticsDialog.vue'
import { openForm, type FormPage } from '../connections/form-page'

let page: FormPage
const shown = (): string => document.querySelector('pre')?.textContent ?? ''
const body = (): string => document.body.textContent

beforeEach(async () => {
  page = openForm(DiagnosticsDialog, { open: true })
  await flushPromises()
})
afterEach(() => page.wrapper.unmount())

describe('the report before it is saved', () => {
  it('is shown as text, whole, and then saved', async () => {
    expect(body()).toContain('Preparing…')
    expect(page.button('Save…')?.getAttribute('aria-disabled')).toBe('true')
    const text = 'Vitrine diagnostics\n<b>not markup</b>\n'
    await page.main.last('diagnostics:make').answer(ok({ text, fileName: 'r.txt' }))
    expect(shown()).toBe(text)
    await page.press('Save…')
    await page.main.last('diagnostics:save').answer(ok('r.txt'))
    expect(body()).toContain('Saved as r.txt.')
  })

  it('fault 81: says where it cannot be saved', async () => {
    await page.main.last('diagnostics:make').answer(ok({ text: 'x', fileName: 'r.txt' }))
    await page.press('Save…')
    await page.main.last('diagnostics:save').answer(fail('storage-failed'))
    expect(document.querySelector('[data-failure=storage-failed]')).not.toBeNull()
  })

  it('is not said to be on its way where it could not be made, which can be tried again', async () => {
    await page.main.last('diagnostics:make').answer(fail('storage-failed'))
    expect(document.querySelector('[aria-busy=true]')).toBeNull()
    await page.press('Try again')
    expect(body()).toContain('Preparing…')
    expect(document.activeElement?.tagName).toBe('PRE')
    await page.main.last('diagnostics:make').answer(ok({ text: 'x', fileName: 'r.txt' }))
    expect(shown()).toBe('x')
    await page.press('Save…')
    await page.main.last('diagnostics:save').answer(fail('storage-failed'))
    expect(shown()).toBe('x')
    expect(page.button('Try again')).toBeUndefined()
  })

  it('leads to the folder of the logs, and says where nothing can show it', async () => {
    await page.press('Open logs folder')
    await page.main.last('diagnostics:open-logs').answer(fail('not-found'))
    expect(body()).toContain('The folder could not be opened.')
    await page.wrapper.setProps({ open: false })
    await page.wrapper.setProps({ open: true })
    expect(body()).not.toContain('The folder could not be opened.')
  })
})
