import { flushPromises, mount } from '@vue/test-utils'
import { TooltipProvider } from 'reka-ui'
import { beforeEach, describe, expect, it } from 'vitest'
import { h } from 'vue'
import { ok } from '../../../../../../electron/contract/failure'
import { ReviewToast, useReviewer, useReviews } from '../../../../../../renderer/features/review'
import { i18n } from '../../../../../../renderer/shared/i18n'
import { connection } from '../../../support/mount-products-page'
import { sitInMainProcess, type MainProcess } from '../../../support/fake-bridge'
import { startStores } from '../../../support/stores'

let main: MainProcess

beforeEach(() => {
  main = sitInMainProcess()
  localStorage.clear()
  startStores()
})

describe('the name under which a person reviews', () => {
  it('is the one that they give to their team, and is not asked for after that', async () => {
    main.always('reviews:reviewer', () => ok('os-account'))
    const reviewer = useReviewer()
    await reviewer.load()
    main.always('reviews:reviewer', () => ok('Kim'))
    main.emit('team:changed', { connectionId: 'shop' })
    await flushPromises()
    expect(reviewer.name).toBe('Kim')
    expect(localStorage.getItem('vitrine.reviewer-asked')).not.toBeNull()
  })

  it.each([
    ['whoever has not said it', null, true],
    ['nobody who is in a team: they have said it there', 'Ana', false]
  ])('is told with the first mark to %s', async (_, name, isTold) => {
    main.always('reviews:reviewer', () => ok('Ana'))
    main.always('reviews:mark', () => ok({ entry: 1, changed: 1, stale: [] }))
    main.always('team:self', () =>
      ok(name === null ? null : { name, approvals: 1, mayDecide: false, canClaim: false })
    )
    useReviewer()
    const shown = mount(() => h(TooltipProvider, () => h(ReviewToast, { connection })), {
      global: { plugins: [i18n] }
    })
    await flushPromises()
    await useReviews().markWhenIdle('shop', 'approved', { products: [{ id: 'p', contentFingerprint: 'f' }] })
    await flushPromises()
    expect(shown.text()).toContain('1 product approved')
    expect(shown.text().includes('Marked as Ana')).toBe(isTold)
    shown.unmount()
  })

  it('is not told where nothing was marked', async () => {
    main.always('reviews:reviewer', () => ok('Ana'))
    main.always('reviews:mark', () => ok({ entry: null, changed: 0, stale: ['p'] }))
    const shown = mount(() => h(TooltipProvider, () => h(ReviewToast, { connection })), {
      global: { plugins: [i18n] }
    })
    await flushPromises()
    await useReviews().markWhenIdle('shop', 'approved', { products: [{ id: 'p', contentFingerprint: 'f' }] })
    await flushPromises()
    expect(shown.text()).toContain('1 product was skipped')
    expect(shown.text()).not.toContain('Marked as')
    shown.unmount()
  })

  it('is read when it is needed, and not for a team that says nothing new of it', async () => {
    main.always('reviews:reviewer', () => ok('os-account'))
    const reviewer = useReviewer()
    main.emit('team:changed', { connectionId: 'shop' })
    await flushPromises()
    expect(main.asked('reviews:reviewer')).toHaveLength(0)
    await reviewer.load()
    main.emit('team:changed', { connectionId: 'shop' })
    await flushPromises()
    expect(localStorage.getItem('vitrine.reviewer-asked')).toBeNull()
  })
})
