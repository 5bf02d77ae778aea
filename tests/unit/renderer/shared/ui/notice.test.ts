import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import Notice from '../../../../../renderer/shared/ui/Notice.vue'
import FailureNotice from '../../../../../renderer/shared/ui/FailureNotice.vue'

describe('a notice', () => {
  it.each([
    ['info', 'status'],
    ['success', 'status'],
    ['warning', 'alert'],
    ['danger', 'alert']
  ] as const)('%s is announced as %s', (tone, role) => {
    expect(mount(Notice, { props: { tone, text: 'Text' } }).attributes('role')).toBe(role)
  })

  it('can be dismissed only when that is offered', async () => {
    expect(
      mount(Notice, { props: { text: 'Text' } })
        .find('button')
        .exists()
    ).toBe(false)
    const notice = mount(Notice, { props: { text: 'Text', dismissible: true } })
    await notice.get('button').trigger('click')
    expect(notice.emitted('dismiss')).toHaveLength(1)
  })
})

describe('the notice of a failure', () => {
  const failure = { code: 'timeout', facts: { host: 'shop.example', reason: '<b>No</b> answer.' } } as const

  it('says what happened, what to do, and folds the facts away', () => {
    const notice = mount(FailureNotice, { props: { failure } })
    expect(notice.text()).toContain('The answer from shop.example took too long.')
    expect(notice.get('details').attributes('open')).toBeUndefined()
    expect(notice.get('details').text()).toContain('timeout')
  })

  it('fault 54: shows markup in a fact as text', () => {
    const notice = mount(FailureNotice, { props: { failure } })
    expect(notice.text()).toContain('<b>No</b> answer.')
    expect(notice.find('b').exists()).toBe(false)
  })

  it('offers to try again only where that can help', async () => {
    expect(mount(FailureNotice, { props: { failure } }).find('button').exists()).toBe(false)
    const notice = mount(FailureNotice, { props: { failure, retry: true } })
    await notice.get('button').trigger('click')
    expect(notice.emitted('retry')).toHaveLength(1)
  })
})
