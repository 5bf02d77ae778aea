import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  checkSteps,
  type CheckResult,
  type CheckStep
} from '../../../../../../electron/contract/connection-check'
import { fail, ok } from '../../../../../../electron/contract/failure'
import { reportOf } from '../../../../../../renderer/features/connections/check/check-labels'
import ConnectionCheckDialog from '../../../../../../renderer/features/connections/check/ConnectionCheckDialog.vue'
import { i18n } from '../../../../../../renderer/shared/i18n'
import { useConnections } from '../../../../../../renderer/features/connections/connections'
import { useConnectionCheck } from '../../../../../../renderer/features/connections/check/connection-check-store'
import { connectionOf, listOf } from '../builders'
import { sitInMainProcess, type MainProcess } from '../../../support/fake-bridge'
import { checkOf } from './builders'
import { startStores } from '../../../support/stores'

let main: MainProcess
let wrapper: VueWrapper

beforeEach(async () => {
  main = sitInMainProcess()
  main.always('connections:list', () =>
    ok(listOf([connectionOf({ id: 'shop', name: 'Corner shop', locale: 'en' })]))
  )
  main.always('connection-check:cancel', () => ok(null))
  startStores()
  await useConnections().load()
  wrapper = mount(ConnectionCheckDialog, { global: { plugins: [i18n] }, attachTo: document.body })
  useConnectionCheck().open('shop')
  await flushPromises()
})
afterEach(() => {
  wrapper.unmount()
  document.body.innerHTML = ''
})

const dialog = (): HTMLElement | null => document.querySelector('[role=dialog]')
const text = (): string => (dialog()?.textContent ?? '').replace(/\s+/g, ' ')
const row = (step: CheckStep): string =>
  (document.querySelector(`[data-step=${step}]`)?.textContent ?? '').replace(/\s+/g, ' ').trim()
const button = (words: string): HTMLElement | undefined =>
  [...document.querySelectorAll('button')].find((each) => each.textContent.trim() === words)

describe('the check of a connection on screen', () => {
  it('begins as it opens, and tells each step as it comes', async () => {
    expect(text()).toContain('Check connection: Corner shop')
    expect(text()).toContain('Checking…')
    main.emit(
      'connection-check:changed',
      checkOf({ name: ['running', null], answer: ['waiting', null] }, { isRunning: true })
    )
    await flushPromises()
    expect(document.querySelectorAll('[data-step]')).toHaveLength(checkSteps.length)
    expect(row('network')).toContain('This computer is connected to a network.')
    expect(row('name')).toMatch(/^DNS\s*checking$/)
    expect(row('answer')).toMatch(/^Answer\s*waiting$/)
  })

  it('says at its end that all is well, with facts for who wants them', async () => {
    await main.last('connection-check:run').answer(ok(checkOf()))
    expect(text()).toContain('Everything works.')
    expect(row('name')).toContain('shop.example was found: 192.0.2.1, 2001:db8::1.')
    expect(row('certificate')).toContain('Issued by Good Authority, valid until May 6, 2031.')
    expect(row('certificate')).toContain('Good Root vouches for it (system setting).')
    expect(row('answer')).toContain('25 products on the first page, 1,240 in all, in 0.3 seconds.')
  })

  const seen = { subject: 'router', issuer: 'router', validFrom: 0, validTo: Date.UTC(2031, 4, 6, 12) }
  const distrusted = (
    code: 'certificate-untrusted' | 'certificate-expired' | 'certificate-host'
  ): CheckResult => ({
    code: 'distrusted',
    failure: { code, facts: { host: 'shop.example' } },
    certificate: seen
  })
  it.each<[string, CheckStep, CheckResult, RegExp]>([
    [
      'fault 6: where to add a company’s authority',
      'certificate',
      distrusted('certificate-untrusted'),
      /ask IT for that authority’s certificate/
    ],
    ['fault 7: to look at the clock', 'certificate', distrusted('certificate-expired'), /date|clock/i],
    [
      'fault 8: whose certificate it is',
      'certificate',
      distrusted('certificate-host'),
      /The certificate is for router, issued by router/
    ],
    [
      'fault 12: which proxy is gone',
      'connect',
      { code: 'failed', failure: { code: 'proxy-unreachable', facts: { proxy: 'proxy.example:8080' } } },
      /proxy\.example:8080/
    ],
    [
      'fault 74: to unlock the keychain',
      'keychain',
      { code: 'keychain-shut', keychain: { available: false, reason: 'locked', detail: '' } },
      /locked.*Unlock it/
    ],
    [
      'fault 93: to set the clock',
      'clock',
      { code: 'clock-off', ahead: -3_600_000 },
      /clock is 1 hour behind the store’s\. ?Correct this computer’s date/
    ]
  ])('advises %s', async (_, step, result, words) => {
    await main.last('connection-check:run').answer(ok(checkOf({ [step]: ['problem', result] })))
    expect(row(step)).toMatch(words)
    expect(text()).toContain('One problem was found.')
  })

  it('tells of what works with a warning, and of what was not checked', async () => {
    await main
      .last('connection-check:run')
      .answer(ok(checkOf({ certificate: ['warning', { code: 'unencrypted' }] })))
    expect(text()).toContain('Works, with one warning.')
    button('Check again')?.click()
    await flushPromises()
    await main
      .last('connection-check:run')
      .answer(ok(checkOf({ answer: ['skipped', { code: 'not-reached' }] })))
    expect(text()).toContain('Not everything could be checked.')
    expect(row('answer')).toContain('not checked')
  })

  it('stops when told to, keeps what it has found, and can begin again', async () => {
    main.emit('connection-check:changed', checkOf({ answer: ['running', null] }, { isRunning: true }))
    button('Stop')?.click()
    expect(main.asked('connection-check:cancel')).toHaveLength(1)
    await main.last('connection-check:run').answer(fail('cancelled'))
    expect(text()).toContain('The check was stopped.')
    expect(row('name')).toContain('was found')
    button('Check again')?.click()
    expect(main.asked('connection-check:run')).toHaveLength(2)
  })

  it('ends with its dialog: what comes later is nobody’s news', async () => {
    useConnectionCheck().close()
    await flushPromises()
    expect(main.asked('connection-check:cancel')).toHaveLength(1)
    expect(dialog()).toBeNull()
    main.emit('connection-check:changed', checkOf())
    await main.last('connection-check:run').answer(ok(checkOf()))
    expect(useConnectionCheck().report).toBeNull()
  })

  it('is a text to hand on: a line for each step, and what to do', () => {
    const shut: CheckResult = { code: 'failed', failure: { code: 'key-refused', facts: {} } }
    const lines = reportOf(checkOf({ key: ['problem', shut] }), 'en').split('\n')
    expect(lines[0]).toBe('Vitrine: connection check for shop.example')
    expect(lines[1]).toMatch(/^Made .*2026/)
    expect(lines).toContain('Clock: OK. Matches the store’s clock.')
    expect(lines.filter((line) => line.startsWith('What to do: '))).toHaveLength(1)
    expect(lines).toHaveLength(3 + checkSteps.length + 1)
  })
})
