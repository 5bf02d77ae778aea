import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ok } from '../../../../../../electron/contract/failure'
import ReviewToast from '../../../../../../renderer/features/review/panel/ReviewToast.vue'
import { useReviews } from '../../../../../../renderer/features/review/reviews'
import { i18n } from '../../../../../../renderer/shared/i18n'
import { sitInMainProcess, type MainProcess } from '../../../support/fake-bridge'
import { connection } from '../../../support/mount-products-page'
import { startStores } from '../../../support/stores'
import { product } from '../../products/table/builders'
import { logEntry } from './builders'

let main: MainProcess
let toast: VueWrapper

beforeEach(() => {
  main = sitInMainProcess()
  startStores()
  toast = mount(ReviewToast, { props: { connection }, global: { plugins: [i18n] }, attachTo: document.body })
})
afterEach(() => toast.unmount())

describe('what was done to reviews last', () => {
  it('is taken back once by a double click, and stays told as such with its way back', async () => {
    main.always('reviews:mark', () => ok({ entry: 7, changed: 1, stale: [] }))
    let held: number | null = 7
    main.always('reviews:undo', () => {
      const entry = held
      held = null
      return ok(entry === null ? null : { entry: logEntry({ number: entry }), redo: 8, restored: 1, kept: 0 })
    })
    const { id, contentFingerprint } = product()
    await useReviews().mark(
      connection.id,
      'approved',
      { products: [{ id, contentFingerprint }] },
      { name: 'Walnut bowl' }
    )
    await flushPromises()
    const button = toast.get('button')
    expect(button.text()).toContain('Undo')
    // As a browser counts the presses of a double click.
    await button.trigger('click', { detail: 1 })
    await button.trigger('click', { detail: 2 })
    await flushPromises()
    expect(toast.text()).not.toContain('Nothing to undo')
    expect(toast.get('button').text()).toContain('Redo')
  })
})
