import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../../../electron/contract/failure'
import { testSteps, type TestStep } from '../../../../../../electron/contract/connection-check'
import ConnectionForm from '../../../../../../renderer/features/connections/ConnectionForm.vue'
import { stepStates } from '../../../../../../renderer/features/connections/form/use-connection-test'
import { goodTest } from '../builders'
import { openForm, type FormPage } from '../form-page'

let page: FormPage
const states = (): string[] =>
  [...document.querySelectorAll('[data-step]')].map((step) => step.getAttribute('data-state') ?? '')
const failedAt = (step: TestStep, code: 'key-refused' | 'certificate-untrusted') =>
  ok({ failed: { step, failure: { code, facts: {} } }, sample: null })

beforeEach(async () => {
  page = openForm(ConnectionForm, { connection: null, saveLabel: 'Save and open' })
  await page.type('Store address', 'https://shop.example')
  await page.type('User ID', 'u')
  await page.type('API key', 'k')
})
afterEach(() => page.wrapper.unmount())

describe('Test connection', () => {
  it('needs no name, and sends what stands in the form', async () => {
    await page.leave('Store address')
    await page.type('Name', '')
    await page.press('Test connection')
    expect(page.main.last('connections:test').input).toMatchObject({
      id: null,
      draft: { baseUrl: 'https://shop.example' },
      credentials: { userId: 'u', key: 'k' }
    })
  })

  it('tells every step and what the first page holds', async () => {
    await page.press('Test connection')
    await page.main.last('connections:test').answer(ok(goodTest))
    expect(states()).toEqual(testSteps.map(() => 'ok'))
    expect(page.text()).toContain('25 products; the store has 1,240 in all')
  })

  it('fault 22: tells that the key was refused, and what was not reached', async () => {
    await page.press('Test connection')
    await page.main.last('connections:test').answer(failedAt('key', 'key-refused'))
    expect(states()).toEqual(['ok', 'ok', 'ok', 'ok', 'failed', 'open', 'open'])
    expect(page.text()).toContain('The store refused this key.')
  })

  it('fault 6: offers no way past a certificate that is not trusted', async () => {
    await page.press('Test connection')
    await page.main.last('connections:test').answer(failedAt('certificate', 'certificate-untrusted'))
    expect(page.text()).toContain('does not trust')
    const alert = document.querySelector('[role="alert"]')
    expect(alert?.querySelectorAll('button')).toHaveLength(0)
  })

  it('can be cancelled: its button turns back, and the late answer is not shown', async () => {
    await page.press('Test connection')
    const question = page.main.last('connections:test')
    expect(page.button('Test connection')).toBeUndefined()
    await page.press('Cancel test')
    expect(page.main.asked('connections:cancel-test')).toHaveLength(1)
    expect(page.button('Test connection')).toBeDefined()
    await question.answer(ok(goodTest))
    expect(states()).toEqual([])
  })

  it.each(['Store address', 'User ID', 'API key'])('ends when %s is changed meanwhile', async (label) => {
    await page.press('Test connection')
    const question = page.main.last('connections:test')
    await page.type(label, 'https://other.example')
    expect(page.main.asked('connections:cancel-test')).toHaveLength(1)
    await question.answer(ok(goodTest))
    expect(page.text()).not.toContain('Everything works')
  })

  it('leaves nothing behind: what was read is forgotten when something else stands in the form', async () => {
    await page.press('Test connection')
    await page.main.last('connections:test').answer(ok(goodTest))
    expect(page.main.asked('connections:cancel-test')).toHaveLength(0)
    await page.type('Store address', 'https://other.example')
    expect(page.main.asked('connections:cancel-test')).toHaveLength(1)
  })

  it('keeps the focus on its button while it runs and once it is cancelled', async () => {
    page.button('Test connection')?.focus()
    await page.press('Test connection')
    expect(document.activeElement).toBe(page.button('Cancel test'))
    await page.press('Cancel test')
    expect(document.activeElement).toBe(page.button('Test connection'))
  })

  it('goes on when only the name or the currency is changed', async () => {
    await page.press('Test connection')
    await page.type('Name', 'Corner shop')
    await page.type('Currency', 'EUR')
    await page.main.last('connections:test').answer(ok(goodTest))
    expect(page.text()).toContain('Everything works')
  })

  it('never lets an older answer replace a newer one', async () => {
    await page.press('Test connection')
    const older = page.main.last('connections:test')
    await page.press('Cancel test')
    await page.press('Test connection')
    await page.main.last('connections:test').answer(ok(goodTest))
    await older.answer(failedAt('key', 'key-refused'))
    expect(page.text()).toContain('Everything works')
    expect(page.text()).not.toContain('refused')
  })

  it('forgets what it found once the form says something else', async () => {
    await page.press('Test connection')
    await page.main.last('connections:test').answer(ok(goodTest))
    await page.type('API key', 'another')
    expect(page.text()).not.toContain('Everything works')
  })

  it('tells why it could not be made at all', async () => {
    await page.press('Test connection')
    await page.main.last('connections:test').answer(fail('connection-unknown'))
    expect(page.text()).toContain('no longer exists')
  })

  it('does not complain about having been cancelled', async () => {
    await page.press('Test connection')
    await page.main.last('connections:test').answer(fail('cancelled'))
    expect(document.querySelector('[role="alert"]')).toBeNull()
    expect(page.button('Test connection')).toBeDefined()
  })

  it('ends with the page', async () => {
    await page.press('Test connection')
    page.wrapper.unmount()
    expect(page.main.asked('connections:cancel-test')).toHaveLength(1)
  })
})

describe('the steps of a test', () => {
  it('need no certificate over http', () => {
    expect(stepStates({ failed: null }, false).find(({ step }) => step === 'certificate')?.state).toBe(
      'unneeded'
    )
  })

  it.each(testSteps)('fail at %s alone', (step) => {
    const failure = { code: 'timeout', facts: {} } as const
    const found = stepStates({ failed: { step, failure } }, true)
    expect(found.map((one) => one.step)).toEqual([...testSteps])
    expect(found.filter(({ state }) => state === 'failed')).toEqual([{ step, state: 'failed' }])
  })
})
