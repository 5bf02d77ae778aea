import { afterEach, describe, expect, it } from 'vitest'
import { fail } from '../../../../../electron/contract/failure'
import type { Connection } from '../../../../../electron/contract/connection'
import ConnectionForm from '../../../../../renderer/features/connections/ConnectionForm.vue'
import KeyForm from '../../../../../renderer/features/connections/KeyForm.vue'
import { connectionOf } from './builders'
import { openForm, type FormPage } from './form-page'

let page: FormPage
const edit = (changes: Partial<Connection> = {}): void => {
  page = openForm(ConnectionForm, { connection: connectionOf(changes), saveLabel: 'Save changes' })
}
afterEach(() => page.wrapper.unmount())

describe('editing a connection', () => {
  it('shows its values, and of the secrets only that they are unchanged', () => {
    edit({ apiPath: '/v9/list' })
    expect(page.field('Store address').value).toBe('https://shop.example')
    expect(page.field('Name').value).toBe('Corner shop')
    expect(page.field('Path of the product list').value).toBe('/v9/list')
    expect(page.field('Currency').value).toBe('EUR')
    expect(page.field('Number format').value).toBe('de-DE')
    expect(page.field('API key')).toMatchObject({ value: '', placeholder: 'Unchanged' })
    expect(page.field('User ID')).toMatchObject({ value: '', placeholder: 'Unchanged' })
  })

  it('shows what the organization has set, and sends it as it is', async () => {
    edit({ setByOrganization: true })
    expect(page.text()).toContain('Set by your organization.')
    expect(() => page.field('Store address')).toThrow()
    expect(() => page.field('Name')).toThrow()
    await page.type('Currency', 'CHF')
    await page.submit()
    expect(page.main.last('connections:save').input).toMatchObject({
      id: 'shop',
      draft: {
        name: 'Corner shop',
        baseUrl: 'https://shop.example',
        apiPath: '/api/public/products',
        currency: 'CHF'
      }
    })
  })

  it('sends no credentials when none were entered', async () => {
    edit()
    await page.type('Name', 'Other name')
    await page.submit()
    expect(page.main.last('connections:save').input).toMatchObject({
      id: 'shop',
      credentials: {},
      keep: 'keychain'
    })
  })

  it('replaces the key alone', async () => {
    edit()
    await page.type('API key', 'new')
    await page.submit()
    expect(page.main.last('connections:save').input.credentials).toEqual({ key: 'new' })
  })

  it('tests with what is saved', async () => {
    edit()
    await page.press('Test connection')
    expect(page.main.last('connections:test').input).toMatchObject({ id: 'shop', credentials: {} })
  })

  it('leaves a key in the session that was kept there', async () => {
    edit({ credential: 'session' })
    await page.submit()
    expect(page.main.last('connections:save').input.keep).toBe('session')
  })

  it('wants both when no key is left', async () => {
    edit({ credential: 'missing' })
    await page.submit()
    expect(page.errorOf('API key')).toBe('Enter the API key.')
    expect(page.main.asked('connections:save')).toEqual([])
  })

  it('does not ask again about http that was agreed to', async () => {
    edit({ baseUrl: 'http://shop.example', httpAllowed: true })
    await page.submit()
    expect(page.main.last('connections:save').input.draft.httpAllowed).toBe(true)
  })

  it('says beside the key that a saved one does not go to another address', async () => {
    edit()
    await page.type('Store address', 'https://other.example')
    await page.submit()
    await page.main.last('connections:save').answer(fail('credentials-missing', { field: 'key' }))
    expect(page.errorOf('API key')).toContain('another address')
    expect(document.activeElement).toBe(page.field('API key'))
  })

  it('says beside the path what the main process finds wrong with it', async () => {
    edit({ apiPath: '/v9/list' })
    await page.submit()
    await page.main.last('connections:save').answer(fail('address-invalid', { field: 'apiPath' }))
    expect(page.errorOf('Path of the product list')).toContain('cannot contain spaces')
  })

  it('fault 78: a key that could not be read is not taken for none', async () => {
    edit({ credential: 'unreadable' })
    await page.submit()
    expect(page.main.last('connections:save').input.credentials).toEqual({})
  })
})

describe('entering the key again', () => {
  it('asks for user ID and key alone, and starts with the user ID', () => {
    page = openForm(KeyForm, { connection: connectionOf({ credential: 'missing' }) })
    expect(document.querySelectorAll('input')).toHaveLength(2)
    expect(document.activeElement).toBe(page.field('User ID'))
  })

  it('wants both, even where something is saved', async () => {
    page = openForm(KeyForm, { connection: connectionOf() })
    await page.type('User ID', 'u')
    await page.submit()
    expect(page.errorOf('API key')).toBe('Enter the API key.')
  })

  it('leaves everything else as it was', async () => {
    const connection = connectionOf({
      apiPath: '/v9/list',
      baseUrl: 'http://shop.example',
      httpAllowed: true
    })
    page = openForm(KeyForm, { connection })
    await page.type('User ID', 'u')
    await page.type('API key', 'k')
    await page.submit()
    const { id, name, baseUrl, apiPath, currency, locale, httpAllowed } = connection
    expect(page.main.last('connections:save').input).toEqual({
      id,
      draft: { name, baseUrl, apiPath, currency, locale, httpAllowed },
      credentials: { userId: 'u', key: 'k' },
      keep: 'keychain'
    })
  })

  it('fault 77: keeps what was typed when it cannot be saved', async () => {
    page = openForm(KeyForm, { connection: connectionOf() })
    await page.type('User ID', 'u')
    await page.type('API key', 'k')
    await page.submit()
    await page.main.last('connections:save').answer(fail('keychain-failed'))
    expect(page.field('API key').value).toBe('k')
    expect(page.text()).toContain('nothing you typed is lost')
  })
})
