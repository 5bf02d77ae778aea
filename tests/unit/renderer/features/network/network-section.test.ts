import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../../electron/contract/failure'
import type {
  ListedAuthority,
  NetworkPreferencesState
} from '../../../../../electron/contract/network-preferences'
import { authorityProblems, proxyProblems } from '../../../../../electron/contract/preference-choices'
import NetworkSection from '../../../../../renderer/features/network/NetworkSection.vue'
import { openForm, type FormPage } from '../connections/form-page'

const office: ListedAuthority = {
  fingerprint: 'AB:CD',
  subject: 'Office Root',
  issuer: 'Office Root',
  validFrom: 0,
  validTo: Date.UTC(2031, 4, 6, 12),
  state: 'valid',
  isManaged: false
}
const stateOf = (changes: Partial<NetworkPreferencesState> = {}): NetworkPreferencesState => ({
  mode: 'system',
  address: '',
  exceptions: [],
  isProxyManaged: false,
  authorities: [],
  locked: { proxy: false, authorities: false },
  ...changes
})

let page: FormPage
async function open(changes: Partial<NetworkPreferencesState> = {}): Promise<void> {
  page = openForm(NetworkSection, { locale: 'en' })
  await page.main.last('network:preferences').answer(ok(stateOf(changes)))
}
const radio = (mode: string): HTMLInputElement => {
  const found = document.querySelector(`input[value=${mode}]`)
  if (!(found instanceof HTMLInputElement)) throw new Error(`no way ${mode}`)
  return found
}
async function choose(mode: string): Promise<void> {
  radio(mode).checked = true
  radio(mode).dispatchEvent(new Event('change'))
  await flushPromises()
}

beforeEach(() => open())
afterEach(() => page.wrapper.unmount())

describe('the proxy in the settings', () => {
  it('is as this computer is set until another way is saved', async () => {
    expect(radio('system').checked).toBe(true)
    expect(page.button('Save')?.getAttribute('aria-disabled')).toBe('true')
    await choose('manual')
    await page.type('Proxy address', 'proxy.example:8080')
    await page.type('Bypass the proxy for', '*.lan')
    await page.submit()
    expect(page.main.last('network:set-proxy').input).toEqual({
      mode: 'manual',
      address: 'proxy.example:8080',
      exceptions: '*.lan'
    })
    const set = stateOf({ mode: 'manual', address: 'http://proxy.example:8080', exceptions: ['*.lan'] })
    await page.main.last('network:set-proxy').answer(ok(set))
    expect(page.field('Proxy address').value).toBe('http://proxy.example:8080')
    expect(page.text()).toContain('Saved. Applies from now on.')
  })

  it.each(proxyProblems)(
    'fault 11: says beside the field what is wrong with an address: %s',
    async (reason) => {
      await choose('manual')
      await page.submit()
      await page.main.last('network:set-proxy').answer(fail('input-invalid', { field: 'address', reason }))
      expect(page.errorOf('Proxy address')).not.toBe('')
      expect(page.text()).not.toContain('Saved.')
    }
  )

  it('names the exception that is none', async () => {
    await choose('manual')
    await page.submit()
    const refused = fail('input-invalid', { field: 'exceptions', reason: 'http://x' })
    await page.main.last('network:set-proxy').answer(refused)
    expect(page.errorOf('Bypass the proxy for')).toContain('“http://x”')
  })

  it('stays half written while an authority is added', async () => {
    await choose('manual')
    await page.type('Proxy address', 'proxy.exa')
    await page.press('Add from file…')
    const preferences = stateOf({ authorities: [office] })
    await page.main.last('network:add-authorities').answer(ok({ preferences, added: 1, leftOut: 2 }))
    expect(page.text()).toContain('One authority was added.')
    expect(page.text()).toContain('2 other certificates in the file')
    expect(page.field('Proxy address').value).toBe('proxy.exa')
  })

  it('cannot be touched where the organization has set it', async () => {
    page.wrapper.unmount()
    await open({ locked: { proxy: true, authorities: true }, authorities: [office] })
    expect(page.text()).toContain('Set by your organization.')
    expect(document.querySelector('fieldset')?.disabled).toBe(true)
    expect(page.button('Add from file…')).toBeUndefined()
    expect(page.button('Remove Office Root')).toBeUndefined()
  })
})

describe('fault 104: what came from the organization’s file', () => {
  it('is marked as the organization’s also where a person may change it', async () => {
    expect(page.text()).not.toContain('Your organization')
    page.wrapper.unmount()
    const own = { ...office, fingerprint: 'EF', subject: 'My own' }
    await open({
      isProxyManaged: true,
      mode: 'manual',
      address: 'http://proxy.example:8080',
      authorities: [{ ...office, isManaged: true }, own]
    })
    expect(page.text()).toContain('Set by your organization. You can change it here.')
    expect(page.field('Proxy address').value).toBe('http://proxy.example:8080')
    const [first, second] = document.querySelectorAll('li')
    expect(first?.textContent).toMatch(/Office Root.*From your organization/s)
    expect(second?.textContent).toContain('My own')
    expect(second?.textContent).not.toContain('From your organization')
  })
})

describe('the authorities in the settings', () => {
  it.each(authorityProblems)('fault 6: says why a file brings none: %s', async (reason) => {
    await page.press('Add from file…')
    await page.main.last('network:add-authorities').answer(fail('input-invalid', { field: 'file', reason }))
    expect(page.text()).toContain('Nothing was added')
  })

  it('are shown with their time and fingerprint, and taken away after a question', async () => {
    page.wrapper.unmount()
    await open({ authorities: [office, { ...office, fingerprint: 'EF', subject: 'Old', state: 'expired' }] })
    expect(page.text()).toContain('Valid until May 6, 2031')
    expect(page.text()).toContain('Expired on May 6, 2031')
    expect(page.text()).toContain('AB:CD')
    await page.press('Remove Office Root')
    expect(document.body.textContent).toContain('that only this authority vouches for')
    await page.press('Remove authority')
    expect(page.main.last('network:remove-authority').input).toEqual({ fingerprint: 'AB:CD' })
    await page.main.last('network:remove-authority').answer(ok(stateOf()))
    expect(page.text()).toContain('None added.')
  })
})
