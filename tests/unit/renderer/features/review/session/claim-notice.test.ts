import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ok } from '../../../../../../electron/contract/failure'
import { useClaiming } from '../../../../../../renderer/features/review/session/claiming'
import { listOf, wholeCatalog } from '../../../../../../renderer/features/review/session/review-queue'
import ClaimNotice from '../../../../../../renderer/features/review/session/ClaimNotice.vue'
import { i18n } from '../../../../../../renderer/shared/i18n'
import { sitInMainProcess, type MainProcess } from '../../../support/fake-bridge'
import { startStores } from '../../../support/stores'

let main: MainProcess
let notice: VueWrapper

beforeEach(() => {
  vi.useFakeTimers()
  main = sitInMainProcess()
  startStores()
  notice = mount(ClaimNotice, { props: { locale: 'en-US' }, global: { plugins: [i18n] } })
})

afterEach(() => vi.useRealTimers())

async function take(claimed: number): Promise<void> {
  main.always('reviews:claim', () => ok({ claimed }))
  await useClaiming().take(listOf(wholeCatalog))
  await flushPromises()
}

describe('what came of taking products that nobody has', () => {
  it('goes by itself, unless a person points at it', async () => {
    await take(50)
    expect(notice.text()).toContain('50 products are assigned to you now.')
    await notice.get('[role=status]').trigger('pointerenter')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(notice.text()).toContain('50 products')
    await notice.get('[role=status]').trigger('pointerleave')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(notice.text()).toBe('')
  })

  it('stays until it was read where there was nothing to take, and goes by its button', async () => {
    await take(0)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(notice.text()).not.toBe('')
    await notice.get('button').trigger('click')
    expect(notice.text()).toBe('')
  })
})
