import { flushPromises, mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ok } from '../../../../../../electron/contract/failure'
import ShortcutDialogs from '../../../../../../renderer/app/help/ShortcutDialogs.vue'
import { setKeyBindings } from '../../../../../../renderer/shared/commands/key-bindings'
import { useNavigation } from '../../../../../../renderer/shared/navigation'
import { auditState } from '../../quality/builders'
import { eventually } from '../../../../../support/eventually'
import { openReview, ReviewedCatalog, type OpenedReview } from './review-page'

let page: OpenedReview
let catalog: ReviewedCatalog

beforeEach(() => {
  setKeyBindings({ keys: {}, letterKeys: false })
  catalog = new ReviewedCatalog(['Walnut bowl', 'Oak bowl'])
})
afterEach(() => {
  page.close()
  setKeyBindings({ keys: {}, letterKeys: true })
})

/** Keycaps without a key, and buttons that tell a screen reader of none. */
const empty = (): number =>
  document.querySelectorAll('kbd[data-key=""], kbd:not([data-key]):empty, [aria-keyshortcuts=""]').length
async function click(selector: string): Promise<void> {
  page.wrapper.get<HTMLElement>(selector).element.click()
  await flushPromises()
}

describe('Review without single letters', () => {
  it('shows no keycap where a command has no key', async () => {
    page = await openReview(catalog)
    expect(empty()).toBe(0)
    await click('[aria-label="Search this queue"]')
    expect(page.wrapper.find('input[type=search]').exists()).toBe(true)
    expect(empty()).toBe(0)
  })

  it('tells only of keys that there are', async () => {
    page = await openReview(catalog)
    const dialogs = mount(ShortcutDialogs, { attachTo: document.body })
    useNavigation().go({ name: 'review' })
    await click('[aria-label=Keys]')
    const entries = (): Element[] => [...document.querySelectorAll('[role=dialog] .entry')]
    await eventually(() => expect(entries()).not.toEqual([]))
    expect(entries().filter((entry) => entry.querySelector('kbd') === null)).toEqual([])
    dialogs.unmount()
  })

  it('says that a note is saved, and promises no key to decide with', async () => {
    page = await openReview(catalog)
    page.main.always('reviews:note', ({ productId, note }) => ok({ ...catalog.review(productId), note }))
    await click('[data-command=note]')
    await page.wrapper.get('[data-note]').setValue('Crop it')
    await page.press('Enter', { ctrlKey: true })
    expect(page.said()).toBe('Note saved')
  })

  it('asks before it approves a product with errors, without a key', async () => {
    catalog.change('p-1', { findings: ['picture-missing'] })
    const isError = { enabled: true, severity: 'error' as const, threshold: null }
    page = await openReview(catalog, [], (main) =>
      main.always('audit:state', () => ok(auditState({}, { 'picture-missing': { setting: isError } })))
    )
    await click('[data-command=approved]')
    expect(page.wrapper.get('[data-approval-question]').text()).toBe('Has errors.')
  })
})
