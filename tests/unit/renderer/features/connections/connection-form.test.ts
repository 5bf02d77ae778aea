import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, ok } from '../../../../../electron/contract/failure'
import ConnectionForm from '../../../../../renderer/features/connections/ConnectionForm.vue'
import { useNavigation } from '../../../../../renderer/shared/navigation'
import { canary } from '../../../../support/canary'
import { connectionOf } from './builders'
import { openForm, type FormPage } from './form-page'

let page: FormPage
const filled = async (): Promise<void> => {
  await page.type('Store address', 'https://shop.example')
  await page.type('User ID', canary.userId)
  await page.type('API key', canary.key)
}
beforeEach(() => {
  page = openForm(ConnectionForm, { connection: null, saveLabel: 'Save and open' })
  page.main.always('connections:test', () => ok({ failed: null, sample: null }))
})
afterEach(() => page.wrapper.unmount())

describe('the key of a new connection', () => {
  const saved = (): number => page.main.asked('connections:save').length

  it.each([
    ['key', 'API key'],
    ['user', 'User ID']
  ] as const)('is put right where it stands when the store refuses it: %s', async (step, label) => {
    await filled()
    const failed = { step, failure: { code: 'key-refused', facts: {} } } as const
    page.main.always('connections:test', () => ok({ failed, sample: null }))
    await page.submit()
    expect(page.errorOf(label)).toContain('The store refused this key')
    expect(document.activeElement).toBe(page.field(label))
    expect(saved()).toBe(0)
    await page.type(label, 'another-one')
    page.main.always('connections:test', () => ok({ failed: null, sample: null }))
    await page.submit()
    expect(saved()).toBe(1)
  })

  it.each([
    ['path', 'not-found'],
    ['answer', 'answer-not-json']
  ] as const)('is not saved where the store has no products at the address: %s', async (step, code) => {
    await filled()
    const failed = { step, failure: { code, facts: {} } } as const
    page.main.always('connections:test', () => ok({ failed, sample: null }))
    await page.submit()
    expect(page.errorOf('Store address')).toContain('Check the address and the API path')
    expect(saved()).toBe(0)
    await page.submit()
    expect(saved()).toBe(1)
  })

  it('is saved as it is by whoever saves it once more', async () => {
    await filled()
    const failed = { step: 'key', failure: { code: 'key-refused', facts: {} } } as const
    page.main.always('connections:test', () => ok({ failed, sample: null }))
    await page.submit()
    await page.submit()
    expect(saved()).toBe(1)
  })

  it.each(['connection-refused', 'name-not-found', 'offline'] as const)(
    'stays in the form where no store answers, and is saved by whoever saves it once more: %s',
    async (code) => {
      await filled()
      const failed = { step: 'network', failure: { code, facts: {} } } as const
      page.main.always('connections:test', () => ok({ failed, sample: null }))
      await page.submit()
      expect(page.errorOf('Store address')).toContain('save once more to keep them')
      expect(document.activeElement).toBe(page.field('Store address'))
      expect(saved()).toBe(0)
      await page.submit()
      expect(saved()).toBe(1)
    }
  )

  it('stays in the form where the store takes long to answer', async () => {
    await filled()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    page.main.hold('connections:test')
    await page.submit()
    await vi.advanceTimersByTimeAsync(5000)
    vi.useRealTimers()
    await flushPromises()
    expect(page.main.asked('connections:cancel-test')).toHaveLength(1)
    expect(page.errorOf('Store address')).toContain('save once more to keep them')
    expect(saved()).toBe(0)
  })

  it('waits for the test that runs while it is saved, and goes by what that found', async () => {
    await filled()
    page.main.hold('connections:test')
    await page.press('Test connection')
    await page.submit()
    expect(saved()).toBe(0)
    const failed = { step: 'network', failure: { code: 'name-not-found', facts: {} } } as const
    await page.main.last('connections:test').answer(ok({ failed, sample: null }))
    expect(page.main.asked('connections:test')).toHaveLength(1)
    expect(page.errorOf('Store address')).toContain('save once more to keep them')
    expect(saved()).toBe(0)
  })

  it('is saved without the store’s word where that has too much to do to give it', async () => {
    await filled()
    const failed = { step: 'answer', failure: { code: 'server-error', facts: {} } } as const
    page.main.always('connections:test', () => ok({ failed, sample: null }))
    await page.submit()
    expect(saved()).toBe(1)
  })

  it('is asked about once: what was tested just before is known', async () => {
    await filled()
    await page.press('Test connection')
    await page.submit()
    expect(page.main.asked('connections:test')).toHaveLength(1)
    expect(saved()).toBe(1)
  })
})

describe('a new connection', () => {
  it('fault 22: is told of no saved key where the store refuses the one that is tested', async () => {
    await filled()
    const failed = { step: 'key', failure: { code: 'key-refused', facts: {} } } as const
    page.main.always('connections:test', () => ok({ failed, sample: null }))
    await page.press('Test connection')
    expect(page.text()).toContain('Check the key and user ID in your store account.')
    expect(page.text()).not.toContain('saved key')
  })

  it('says beside each field what is missing, and sends the focus to the first', async () => {
    await page.submit()
    expect(page.errorOf('Store address')).toContain('Enter the address')
    expect(page.errorOf('Name')).toBe('Enter a name.')
    expect(page.errorOf('User ID')).toBe('Enter the user ID.')
    expect(page.errorOf('API key')).toBe('Enter the API key.')
    expect(document.activeElement).toBe(page.field('Store address'))
    expect(page.main.asked('connections:save')).toEqual([])
  })

  it('takes an error away as soon as its field is changed, and no other', async () => {
    await page.submit()
    await page.type('User ID', 'u')
    expect(page.errorOf('User ID')).toBe('')
    expect(page.field('User ID').getAttribute('aria-invalid')).toBeNull()
    expect(page.errorOf('API key')).not.toBe('')
  })

  it('puts a pasted address right when the field is left, and says what was changed', async () => {
    await page.type('Store address', ' shop.example/api/landing/public/products?pageNo=2 ')
    await page.leave('Store address')
    expect(page.field('Store address').value).toBe('https://shop.example')
    expect(page.field('/api/landing/public/products')).toHaveProperty('checked', true)
    expect(page.text()).toContain('https:// added')
    expect(page.text()).toContain('the part after ? removed')
  })

  it('lets go of the path that came with an address when another address is typed', async () => {
    const first = page.field('/api/landing/public/products')
    const [before] = document.querySelectorAll<HTMLInputElement>('input[type=radio]:checked')
    await page.type('Store address', 'https://shop.example/shop/products')
    await page.leave('Store address')
    expect(before).toHaveProperty('checked', false)
    await page.type('Store address', 'https://other.example')
    await page.leave('Store address')
    expect(before).toHaveProperty('checked', true)
    await page.type('Store address', 'https://other.example/api/landing/public/products')
    await page.leave('Store address')
    expect(first).toHaveProperty('checked', true)
  })

  it('says that http was added to an address of this computer itself', async () => {
    await page.type('Store address', '127.0.0.1:8080')
    await page.leave('Store address')
    expect(page.text()).toContain('http:// added')
  })

  it('offers the root of the store where a link to one of its pages was pasted', async () => {
    await page.type('Store address', 'https://shop.example/shop/vases/item-12')
    await page.leave('Store address')
    const offer = [...document.querySelectorAll('button')].find(
      (each) => each.textContent.trim() === 'Use https://shop.example'
    )
    offer?.click()
    await flushPromises()
    expect(page.field('Store address').value).toBe('https://shop.example')
  })

  it('is told in a line as it usually is, and to be chosen once no products were found', async () => {
    const choice = page.wrapper.get('details')
    expect(choice.attributes('open')).toBeUndefined()
    expect(choice.get('summary').text()).toContain('/api/public/products')
    await filled()
    const failed = { step: 'path', failure: { code: 'not-found', facts: {} } } as const
    page.main.always('connections:test', () => ok({ failed, sample: null }))
    await page.press('Test connection')
    expect(choice.attributes('open')).toBeDefined()
  })

  it('takes a path of its own out of the address', async () => {
    await page.type('Store address', 'https://shop.example/v9/products')
    await page.leave('Store address')
    expect(page.field('Another path')).toHaveProperty('checked', true)
    expect(page.field('Path of the product list').value).toBe('/v9/products')
  })

  it('says nothing of a repair anymore once the address is typed anew', async () => {
    await page.type('Store address', 'shop.example')
    await page.leave('Store address')
    await page.type('Store address', 'https://other.example')
    expect(page.text()).not.toContain('https:// added')
  })

  it('says beside the field that it is no address', async () => {
    await page.type('Store address', 'https://')
    await page.leave('Store address')
    expect(page.errorOf('Store address')).toContain('not a store address')
  })

  it('suggests a name from the host, and another one for another host', async () => {
    await page.type('Store address', 'https://www.shop.example')
    await page.leave('Store address')
    expect(page.field('Name').value).toBe('shop.example')
    await page.type('Store address', 'https://other.example')
    await page.leave('Store address')
    expect(page.field('Name').value).toBe('other.example')
  })

  const selected = (): string => {
    const { value, selectionStart, selectionEnd } = page.field('Name') as HTMLInputElement
    return value.slice(selectionStart ?? 0, selectionEnd ?? 0)
  }

  it.each(['before', 'after'])(
    'has a suggested name replaced by typing: suggested %s one comes to it',
    async (when) => {
      await page.type('Store address', 'https://shop.example')
      if (when === 'before') await page.leave('Store address')
      page.field('Name').focus()
      if (when === 'after') await page.leave('Store address')
      expect(selected()).toBe('shop.example')
    }
  )

  it('selects no name that a person has typed', async () => {
    await page.type('Store address', 'https://shop.example')
    await page.leave('Store address')
    await page.type('Name', 'shop.example in Lund')
    page.field('Name').focus()
    expect(selected()).toBe('')
  })

  it('leaves a name alone that a person has given', async () => {
    await page.type('Name', 'Corner shop')
    await page.type('Store address', 'https://shop.example')
    await page.leave('Store address')
    expect(page.field('Name').value).toBe('Corner shop')
  })

  it('wants a path that is one, when another is chosen', async () => {
    await filled()
    page.field('Another path').click()
    await flushPromises()
    await page.type('Path of the product list', 'https://shop.example/x')
    await page.submit()
    expect(page.errorOf('Path of the product list')).toContain('cannot contain spaces')
    expect(page.main.asked('connections:save')).toEqual([])
  })

  it('saves what was entered, the address repaired even where the field was never left', async () => {
    await filled()
    await page.type('Store address', 'shop.example/api/public/products')
    await page.type('Currency', 'SEK')
    await page.submit()
    expect(page.main.last('connections:save').input).toEqual({
      id: null,
      draft: {
        name: 'shop.example',
        baseUrl: 'https://shop.example',
        apiPath: '/api/public/products',
        currency: 'SEK',
        locale: null,
        httpAllowed: false
      },
      credentials: canary,
      keep: 'keychain'
    })
  })

  it('is not left without a question while something typed is not saved, also while the store is asked', async () => {
    const navigation = useNavigation()
    navigation.leave({ name: 'connect' })
    const go = (): string | undefined => {
      navigation.go({ name: 'review' })
      const { wanted } = navigation
      navigation.stay()
      return wanted?.name
    }
    await page.type('Store address', 'https://shop.example')
    expect(go()).toBe('review')
    await filled()
    await page.submit()
    expect(page.main.asked('connections:save'), 'it is being saved').toHaveLength(1)
    expect(go()).toBe('review')
    await page.main.last('connections:save').answer(ok(connectionOf()))
    expect(go()).toBeUndefined()
    expect(navigation.place.name).toBe('review')
  })

  it('is left without one where nothing was typed', () => {
    const navigation = useNavigation()
    navigation.leave({ name: 'connect' })
    navigation.go({ name: 'review' })
    expect(navigation.place.name).toBe('review')
  })

  it('saves once, however often Enter is pressed', async () => {
    await filled()
    await page.submit()
    await page.submit()
    expect(page.main.asked('connections:save')).toHaveLength(1)
  })

  it('fault 79: forgets key and user ID once they are saved, and hands on neither', async () => {
    await filled()
    await page.submit()
    await page.main.last('connections:save').answer(ok(connectionOf()))
    expect(page.field('API key').value).toBe('')
    expect(page.field('User ID').value).toBe('')
    const saved = page.wrapper.emitted('saved')
    expect(saved).toHaveLength(1)
    expect(JSON.stringify(saved)).not.toContain(canary.key)
  })

  it('fault 76: refuses several lines pasted into the key, and says so', async () => {
    const clipboardData = { getData: () => 'first line\nsecond line' }
    const paste = Object.assign(new Event('paste', { cancelable: true }), { clipboardData })
    page.field('API key').dispatchEvent(paste)
    await flushPromises()
    expect(paste.defaultPrevented).toBe(true)
    expect(page.errorOf('API key')).toContain('line break')
  })

  it('takes two lines pasted into the user ID for that and the key', async () => {
    const clipboardData = { getData: () => ' 4711 \r\nsecret\r\n' }
    const paste = Object.assign(new Event('paste', { cancelable: true }), { clipboardData })
    page.field('User ID').dispatchEvent(paste)
    await flushPromises()
    expect([page.field('User ID').value, page.field('API key').value]).toEqual(['4711', 'secret'])
  })

  it('fault 72, 76: shows beside the key why it was refused, and keeps what was typed', async () => {
    await filled()
    await page.submit()
    await page.main
      .last('connections:save')
      .answer(fail('credentials-invalid', { field: 'key', problem: 'invisible-character', place: 3 }))
    expect(page.errorOf('API key')).toContain('Character 3 is invisible')
    expect(document.activeElement).toBe(page.field('API key'))
    expect(page.field('API key').value).toBe(canary.key)
  })

  it('shows the key only as dots, until the person asks to see it', async () => {
    await filled()
    expect(page.field('API key')).toHaveProperty('type', 'password')
    await page.press('Show')
    expect(page.field('API key')).toHaveProperty('type', 'text')
    await page.press('Hide')
    expect(page.field('API key')).toHaveProperty('type', 'password')
  })
})

describe('a keychain that fails', () => {
  it.each([
    ['fault 73', 'keychain-missing', 'no keychain'],
    ['fault 74', 'keychain-locked', 'locked'],
    ['fault 75', 'keychain-denied', 'denied access'],
    ['fault 77', 'keychain-failed', 'reported a problem']
  ] as const)('%s: %s loses nothing and offers this session only', async (_, code, words) => {
    await filled()
    await page.submit()
    await page.main.last('connections:save').answer(fail(code))
    expect(page.text()).toContain(words)
    expect(page.field('API key').value).toBe(canary.key)
    await page.press('Keep the key for this session only')
    expect(page.main.last('connections:save').input).toMatchObject({ keep: 'session', credentials: canary })
  })

  it('fault 74: can be tried again, with the keychain', async () => {
    await filled()
    await page.submit()
    await page.main.last('connections:save').answer(fail('keychain-locked'))
    await page.press('Try again')
    expect(page.main.asked('connections:save')).toHaveLength(2)
    expect(page.main.last('connections:save').input.keep).toBe('keychain')
  })

  it('leaves no choice of session for another failure', async () => {
    await filled()
    await page.submit()
    await page.main.last('connections:save').answer(fail('storage-failed'))
    expect(page.text()).toContain('could not save')
    expect(page.button('Keep the key for this session only')).toBeUndefined()
  })
})

describe('plain http', () => {
  const overHttp = async (): Promise<void> => {
    await filled()
    await page.type('Store address', 'http://shop.example')
    await page.submit()
  }

  it('to another host asks first, and goes on when agreed to', async () => {
    await overHttp()
    expect(page.text()).toContain('Send the key without encryption?')
    expect(page.main.asked('connections:save')).toEqual([])
    await page.press('Use http')
    expect(page.main.last('connections:save').input.draft).toMatchObject({ httpAllowed: true })
  })

  it('that is not agreed to sends nothing', async () => {
    await overHttp()
    await page.press('Go back')
    expect(page.main.asked('connections:save')).toEqual([])
    expect(page.text()).not.toContain('Send the key without encryption?')
    await page.submit()
    expect(page.text()).toContain('Send the key without encryption?')
  })

  it('agreed to for one address is not agreed to for the next', async () => {
    await overHttp()
    await page.press('Use http')
    await page.main.last('connections:save').answer(fail('storage-failed'))
    await page.type('Store address', 'http://other.example')
    await page.submit()
    expect(page.text()).toContain('Send the key without encryption?')
    expect(page.main.asked('connections:save')).toHaveLength(1)
  })

  it('to this computer is not asked about', async () => {
    await filled()
    await page.type('Store address', 'http://127.0.0.1:8080')
    await page.submit()
    expect(page.main.asked('connections:save')).toHaveLength(1)
  })
})
