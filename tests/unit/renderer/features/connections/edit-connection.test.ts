import { afterEach, describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../../electron/contract/failure'
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
const asked = (): number => page.main.asked('connections:test').length
const saves = (): number => page.main.asked('connections:save').length
/** The store takes the key. */
const agree = (): void => page.main.always('connections:test', () => ok({ failed: null, sample: null }))

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
    agree()
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

  it('wants both at once at another address, to which what is saved does not go', async () => {
    edit()
    expect(page.text()).toContain('Leave both fields empty')
    await page.type('Store address', 'https://other.example')
    for (const label of ['User ID', 'API key']) {
      expect(page.field(label)).toHaveProperty('placeholder', '')
      expect(page.field(label).getAttribute('aria-required')).toBe('true')
    }
    expect(page.text()).not.toContain('Leave both fields empty')
    expect(page.text()).toContain('Both must be entered again')
    await page.submit()
    expect(page.errorOf('User ID')).toContain('another address')
    expect(page.errorOf('API key')).toContain('another address')
    expect(document.activeElement).toBe(page.field('User ID'))
    expect(page.main.asked('connections:save')).toEqual([])
    await page.type('Store address', 'https://shop.example')
    expect(page.text()).toContain('Leave both fields empty')
  })

  it('asks the store about another key or path before it saves them, and about no other name', async () => {
    edit()
    const failed = { step: 'key', failure: { code: 'key-refused', facts: {} } } as const
    page.main.always('connections:test', () => ok({ failed, sample: null }))
    await page.type('Name', 'Other name')
    await page.submit()
    expect([asked(), saves()]).toEqual([0, 1])
    await page.main.last('connections:save').answer(fail('storage-failed'))
    await page.type('API key', 'wrong')
    await page.submit()
    expect([asked(), saves()]).toEqual([1, 1])
    expect(page.errorOf('API key')).toContain('The store refused this key')
    await page.submit()
    expect([asked(), saves()]).toEqual([1, 2])
  })

  it('fault 22: says that the saved key stays where the store refuses another one that is tested', async () => {
    edit()
    const failed = { step: 'key', failure: { code: 'key-refused', facts: {} } } as const
    page.main.always('connections:test', () => ok({ failed, sample: null }))
    await page.type('API key', 'wrong')
    await page.press('Test connection')
    expect(page.text()).toContain('The saved key stays until you replace it.')
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
    agree()
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

  it.each([
    ['key', 'key-refused', 'API key', 'The store refused this key'],
    ['user', 'key-refused', 'User ID', 'The store refused this key'],
    ['network', 'connection-refused', 'API key', 'Save once more to keep it all the same']
  ] as const)(
    'asks the store first, and says beside the field what comes of that: %s',
    async (step, code, label, text) => {
      page = openForm(KeyForm, { connection: connectionOf() })
      page.main.always('connections:test', () =>
        ok({ failed: { step, failure: { code, facts: {} } }, sample: null })
      )
      await page.type('User ID', 'u')
      await page.type('API key', 'k')
      await page.submit()
      expect(page.errorOf(label)).toContain(text)
      expect([asked(), saves()]).toEqual([1, 0])
      await page.submit()
      expect([asked(), saves()]).toEqual([1, 1])
    }
  )

  it('fault 77: keeps what was typed when it cannot be saved', async () => {
    page = openForm(KeyForm, { connection: connectionOf() })
    agree()
    await page.type('User ID', 'u')
    await page.type('API key', 'k')
    await page.submit()
    await page.main.last('connections:save').answer(fail('keychain-failed'))
    expect(page.field('API key').value).toBe('k')
    expect(page.text()).toContain('nothing you typed is lost')
  })
})
