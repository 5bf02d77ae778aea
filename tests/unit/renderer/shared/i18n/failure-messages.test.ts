import { describe, expect, it } from 'vitest'
import { failureCodes, type FailureFacts } from '../../../../../electron/contract/failure'
import failures from '../../../../../renderer/shared/i18n/en/failures.json'
import {
  failureFacts,
  failureMessage,
  placeholders
} from '../../../../../renderer/shared/i18n/failure-messages'

const facts: FailureFacts = {
  host: 'shop.example',
  status: 503,
  retryAfter: 30_000,
  proxy: 'proxy.example:3128',
  page: 7,
  location: 'https://elsewhere.example',
  field: 'key',
  reason: 'A technical sentence.'
}

const names = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')

describe('the words for failures', () => {
  it('exist for every code of the contract, and for no other', () => {
    expect(Object.keys(failures.failure).sort()).toEqual([...failureCodes].sort())
  })

  it.each(failureCodes)('%s: whole sentences, with and without facts', (code) => {
    for (const known of [facts, {}]) {
      const { title, advice } = failureMessage({ code, facts: known })
      expect(title).toMatch(/^\p{Lu}.*\.$/u)
      expect(advice).toMatch(/^\p{Lu}.*\.$/u)
      expect(title + advice).not.toMatch(/[{}|!]|undefined|failure\./)
    }
  })

  it.each(failureCodes)(
    '%s: begins no sentence with a fact, whose first letter is not ours to change',
    (code) => {
      const { title, advice } = failures.failure[code]
      expect(`${title} ${advice}`).not.toMatch(/(^|[.;] )\{/)
    }
  )

  it.each(failureCodes)('%s: mentions only facts that there are', (code) => {
    const { title, advice } = failures.failure[code]
    const known = Object.keys(placeholders({}))
    expect(names(title + advice).filter((name) => !known.includes(name))).toEqual([])
  })

  it('fault 1: names the address that was not found', () => {
    expect(failureMessage({ code: 'name-not-found', facts }).title).toContain('shop.example')
  })

  it('fault 7: suggests the clock', () => {
    expect(failureMessage({ code: 'certificate-expired', facts }).advice).toContain('clock')
  })

  it('fault 9: says that the network wants a sign-in', () => {
    expect(failureMessage({ code: 'captive-portal', facts }).title).toBe(
      'This network requires you to sign in.'
    )
  })

  it('fault 12: names the proxy', () => {
    expect(failureMessage({ code: 'proxy-unreachable', facts }).title).toContain('proxy.example:3128')
  })

  it('fault 22: says that the store refused the key and that it is kept', () => {
    const { title, advice } = failureMessage({ code: 'key-refused', facts })
    expect(title).toBe('The store refused this key.')
    expect(advice).toContain('stays')
  })

  it('fault 24: suggests the address and the other path', () => {
    expect(failureMessage({ code: 'not-found', facts }).advice).toMatch(/address.*other API path/)
  })

  it('fault 27: asks for fewer items on a page', () => {
    expect(failureMessage({ code: 'page-too-large', facts }).advice).toContain('fewer products')
  })

  it.each([
    [1, '1 second'],
    [30_000, '30 seconds'],
    [30_001, '31 seconds'],
    [119_000, '119 seconds'],
    [120_000, '2 minutes'],
    [121_000, '3 minutes']
  ])('fault 28, 29: a wait of %i ms is told as %s', (retryAfter, words) => {
    expect(failureMessage({ code: 'rate-limited', facts: { retryAfter } }).advice).toContain(words)
  })

  it('fold the technical facts away, the code last', () => {
    expect(failureFacts({ code: 'server-error', facts }).map(({ value }) => value)).toEqual([
      'shop.example',
      '503',
      'https://elsewhere.example',
      'proxy.example:3128',
      'A technical sentence.',
      'server-error'
    ])
  })
})
