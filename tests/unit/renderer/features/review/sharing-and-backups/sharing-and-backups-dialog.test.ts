import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fail, ok, type FailureFacts } from '../../../../../../electron/contract/failure'
import type { MergedForTeam, SharedForTeam } from '../../../../../../electron/contract/review'
import type { SecondCopiesState } from '../../../../../../electron/contract/review-backup'
import SharingAndBackupsDialog from '../../../../../../renderer/features/review/sharing-and-backups/SharingAndBackupsDialog.vue'
import { i18n } from '../../../../../../renderer/shared/i18n'
import { emptyQuery, noFilters } from '../../../../../../electron/contract/empty-query'
import { useProductDetails } from '../../../../../../renderer/features/catalog/product-details'
import { useProducts } from '../../../../../../renderer/features/catalog/product-pages'
import { useSelection } from '../../../../../../renderer/features/catalog/selecting/selection'
import { connection, press } from '../../../support/mount-products-page'
import { product, productPage } from '../../products/table/builders'
import { sitInMainProcess, type MainProcess } from '../../../support/fake-bridge'
import { logEntry } from '../panel/builders'
import { at, backup, mergedReviews } from './builders'
import { openConnection, startStores } from '../../../support/stores'

let main: MainProcess
let wrapper: VueWrapper

async function open(): Promise<void> {
  wrapper = mount(SharingAndBackupsDialog, {
    props: { open: true, connection, 'onUpdate:open': (is) => wrapper.setProps({ open: is }) },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
  await flushPromises()
}

beforeEach(() => {
  main = sitInMainProcess()
  main.always('reviews:reviewer', () => ok('Kim'))
  main.always('reviews:backups', () => ok([backup()]))
  main.always('reviews:log', () => ok([logEntry()]))
  main.always('reviews:second-backups', () => ok([]))
  main.always('reviews:backup-folder', () => ok({ folder: null, stores: {} }))
  startStores()
})
afterEach(() => {
  wrapper.unmount()
  document.body.innerHTML = ''
})

const dialog = (role = 'dialog'): HTMLElement => {
  const found = document.querySelector(`[role=${role}]`)
  if (!(found instanceof HTMLElement)) throw new Error(`No ${role} is open`)
  return found
}
const text = (role?: string): string => dialog(role).textContent.replace(/\s+/g, ' ')
function button(words: string, within = dialog()): HTMLElement {
  const found = [...within.querySelectorAll('button')].find((each) => each.textContent.trim() === words)
  if (!found) throw new Error(`No button "${words}"`)
  return found
}
const select = (): HTMLSelectElement | null => dialog().querySelector('select')
async function choose(value: string): Promise<void> {
  const field = select()
  if (field === null) throw new Error('There is nothing to choose from')
  field.value = value
  field.dispatchEvent(new Event('change', { bubbles: true }))
  await flushPromises()
}
const save = (): Promise<void> => press(button('Save reviews for colleagues…'))
const merge = (): Promise<void> => press(button('Merge a colleague’s reviews…'))

describe('what is saved for colleagues', () => {
  it('is all reviews where there is nothing else to choose', async () => {
    await open()
    expect(select()).toBeNull()
    main.always('reviews:share', () => ok({ fileName: 'Reviews.vitrine-reviews', reviews: 40 }))
    await save()
    expect(main.last('reviews:share').input).toEqual({ connectionId: 'shop', of: null })
    expect(text()).toContain('Saved: 40 reviews')
  })

  it('can be those of the list as it is narrowed, or of the selection', async () => {
    const productQuery = { ...emptyQuery, filters: { ...noFilters, review: ['approved' as const] } }
    const products = useProducts()
    const selection = useSelection()
    main.always('products:page', () => ok(productPage({ totalItems: 12 })))
    await products.open({ page: 1, limit: 25 }, connection.baseUrl, productQuery)
    await flushPromises()
    selection.follow(emptyQuery)
    selection.add([product(), product({ id: 'p-2' })])
    await open()
    main.hold('reviews:share')
    expect([...(select()?.options ?? [])].map((each) => each.textContent.trim())).toEqual([
      'All reviews',
      'Listed in Products: 12 products',
      'Selection: 2 products'
    ])
    await choose('list')
    await save()
    expect(main.last('reviews:share').input.of).toEqual({ productQuery, count: 12 })
    await main.last('reviews:share').answer(ok(null))
    await choose('selection')
    await save()
    expect(main.last('reviews:share').input.of).toEqual({ products: ['p-1', 'p-2'] })
    await main.last('reviews:share').answer(ok(null))
    selection.clear()
    await flushPromises()
    await save()
    expect(main.last('reviews:share').input.of).toBeNull()
  })

  it('names the list by what was searched for: it may be of another page than the one on screen', async () => {
    main.always('products:page', () => ok(productPage({ totalItems: 1 })))
    await useProducts().open({ page: 1, limit: 25 }, connection.baseUrl, { ...emptyQuery, search: 'radler' })
    await flushPromises()
    await open()
    expect([...(select()?.options ?? [])].map((each) => each.textContent.trim())).toEqual([
      'All reviews',
      '“radler” in Products: 1 product'
    ])
  })

  it('is busy while the system asks for a place, and nothing else begins', async () => {
    await open()
    await save()
    expect(button('Save reviews for colleagues…').getAttribute('aria-busy')).toBe('true')
    await merge()
    expect(main.asked('reviews:merge')).toHaveLength(0)
    await main.last('reviews:share').answer(ok(null))
    expect(button('Save reviews for colleagues…').hasAttribute('aria-busy')).toBe(false)
    expect(dialog().querySelector('[data-sharing]')).toBeNull()
  })
})

describe('a colleague’s reviews', () => {
  it('are merged as was explained, and that is undone right there; the focus stays at merging', async () => {
    await open()
    expect(text()).toContain('the newest mark of each product wins, and the notes of both are kept')
    main.always('reviews:merge', () => ok(mergedReviews()))
    await merge()
    expect(text()).toContain('Merged the reviews of Sam')
    expect(text()).not.toContain('another store')
    const undone = {
      entry: logEntry({ number: 7, kind: 'merge', of: null, after: null }),
      redo: 9,
      restored: 2,
      kept: 0
    }
    main.always('reviews:undo', () => ok(undone))
    await press(button('Undo merge'))
    expect(main.last('reviews:undo').input).toEqual({ connectionId: 'shop', entry: 7 })
    expect(text()).not.toContain('Merged')
    expect(dialog().querySelector('[data-review-toast]')?.textContent).toContain('Undone: 2 reviews')
    expect(document.activeElement?.textContent.trim()).toBe('Merge a colleague’s reviews…')
  })

  it('of another store are merged with a warning', async () => {
    await open()
    const from = { by: 'Sam', at: 0, isOtherStore: true }
    main.always('reviews:merge', () => ok(mergedReviews({ from })))
    await merge()
    expect(dialog().querySelector('[data-sharing][role=alert]')?.textContent).toContain(
      'The file was saved for another store'
    )
  })

  it('are merged without what was told of something done before', async () => {
    await open()
    main.always('reviews:undo', () => ok({ entry: logEntry(), redo: 9, restored: 1, kept: 0 }))
    await press(button('Undo'))
    expect(dialog().querySelector('[data-review-toast]')).not.toBeNull()
    main.always('reviews:merge', () => ok(mergedReviews()))
    await merge()
    expect(dialog().querySelector('[data-review-toast]')).toBeNull()
  })

  it('that are all known offer nothing to undo', async () => {
    await open()
    main.always('reviews:merge', () => ok(mergedReviews({ entry: null, marks: 0, notes: 0 })))
    await merge()
    expect(text()).toContain('Nothing new')
    expect(() => button('Undo merge')).toThrow()
  })

  it('in a file that was cut off change nothing, and it is said why', async () => {
    await open()
    main.always('reviews:merge', () => fail('input-invalid', { field: 'file', reason: 'cut-off' }))
    await merge()
    expect(dialog().querySelector('[data-failure=input-invalid]')?.textContent).toContain(
      'The end of the file is missing'
    )
  })

  it('are told of until the dialog is closed', async () => {
    await open()
    main.always('reviews:merge', () => ok(mergedReviews()))
    await merge()
    await wrapper.setProps({ open: false })
    await wrapper.setProps({ open: true })
    await flushPromises()
    expect(text()).not.toContain('Merged')
  })
})

describe('the backups', () => {
  it('are listed, and one that cannot be read is not offered', async () => {
    main.always('reviews:backups', () => ok([backup(), backup({ name: 'broken', reviews: null })]))
    await open()
    const rows = [...dialog().querySelectorAll('[data-backup]')]
    expect(rows.map((row) => row.querySelectorAll('button').length)).toEqual([1, 0])
    expect(rows[0]?.textContent).toContain('40 reviews')
    expect(rows[1]?.textContent).toContain('This backup cannot be read')
  })

  it('are none at first, and it is said when the first is made', async () => {
    main.always('reviews:backups', () => ok([]))
    await open()
    expect(text()).toContain('No backups yet. The first is made when you close Vitrine')
  })

  it('are restored after a question that says what goes and how to come back', async () => {
    await open()
    await press(button('Restore…'))
    expect(text('alertdialog')).toContain('with 40 reviews.')
    expect(text('alertdialog')).toContain('Everything done since is removed, also from the log.')
    expect(text('alertdialog')).toContain('Your current reviews are backed up first.')
    expect(text('alertdialog')).toContain('Undo cannot reverse this')
    expect(main.asked('reviews:restore')).toHaveLength(0)
    await press(button('Restore', dialog('alertdialog')))
    expect(button('Restore', dialog('alertdialog')).getAttribute('aria-busy')).toBe('true')
    await main.last('reviews:restore').answer(ok(null))
    expect(main.last('reviews:restore').input).toEqual({ connectionId: 'shop', backup: backup().name })
    expect(document.querySelector('[role=alertdialog]')).toBeNull()
    expect(text()).toContain('Reviews restored')
  })

  it('are restored in a team with what it has exchanged since, which is said', async () => {
    main.always('team:self', () => ok({ name: 'Kim', approvals: 1, mayDecide: true, canClaim: false }))
    main.always('reviews:restore', () => ok(null))
    await open()
    await press(button('Restore…'))
    expect(text('alertdialog')).toContain('exchanged since, yours too, are put back at once')
    expect(text('alertdialog')).not.toContain('Everything done since is removed')
    await press(button('Restore', dialog('alertdialog')))
    expect(text()).toContain('with what your team has exchanged since')
  })

  it('fault 83: say that nothing has changed where one turns out to be damaged', async () => {
    await open()
    main.always('reviews:restore', () => fail('storage-failed'))
    await press(button('Restore…'))
    await press(button('Restore', dialog('alertdialog')))
    expect(dialog().querySelector('[data-failure=storage-failed]')?.textContent).toContain(
      'Your reviews have not changed.'
    )
  })
})

describe('in a team', () => {
  const forTeam: MergedForTeam = {
    ...{ of: 'team', segments: 2, products: 3, ignored: 0, ahead: 0, unreadable: 0, isStopped: false },
    from: { by: 'Sam', at }
  }
  const share = async (shared: Partial<SharedForTeam>): Promise<void> => {
    main.always('reviews:share', () =>
      ok({ fileName: 'a.vitrine-reviews', devices: 3, segments: 9, problem: null, ...shared })
    )
    await save()
  }
  const mergeForTeam = async (changes: Partial<MergedForTeam>): Promise<void> => {
    main.always('reviews:merge', () => ok({ ...forTeam, ...changes }))
    await merge()
  }
  beforeEach(async () => {
    main.always('team:self', () => ok({ name: 'Kim', approvals: 1, canClaim: false, mayDecide: true }))
    openConnection('shop')
    await open()
  })

  it('what the team exchanged is saved for it, unless something else is chosen', async () => {
    expect([...(select()?.options ?? [])].map((each) => each.textContent.trim())).toEqual([
      'For my team',
      'All reviews'
    ])
    expect(text()).toContain('Your team exchanges its work by itself')
    await share({})
    expect(main.last('reviews:share').input).toEqual({ connectionId: 'shop', of: 'team' })
    expect(text()).toContain('has what was done on 3 computers of the team')
    await share({ devices: 1, problem: 'unreachable' })
    expect(text()).toContain('only what was done on this computer, because the team’s place cannot be used')
    await choose('all')
    main.always('reviews:share', () => ok({ fileName: 'a.vitrine-reviews', reviews: 40 }))
    await save()
    expect(main.last('reviews:share').input).toEqual({ connectionId: 'shop', of: null })
  })

  it('a team’s file says what changed, what did not count, and offers no undoing as one', async () => {
    await mergeForTeam({})
    expect(text()).toContain('Merged your team’s file')
    expect(text()).toContain('3 products changed.')
    expect(text()).toContain('Saved by Sam')
    expect(text()).not.toContain('Undo merge')
    await mergeForTeam({ segments: 0, products: 0 })
    expect(text()).toContain('Nothing new: you already have what is in this file')
    await mergeForTeam({ ignored: 1, ahead: 2, unreadable: 1, isStopped: true })
    expect(text()).toContain('1 part of the file is from a computer that was removed from the team')
    expect(text()).toContain('2 parts of the file are dated in the future')
    expect(text()).toContain('1 part of the file cannot be read')
    expect(text()).toContain('The merge was stopped.')
  })

  it.each([
    ['no-team', 'This file is for people in a team'],
    ['another-team', 'This file is from another team'],
    ['forged', 'was not made by the computer that it names'],
    ['cut-off', 'The end of the file is missing']
  ])('a file that is refused as %s says so', async (reason, words) => {
    main.always('reviews:merge', () => fail('input-invalid', { field: 'file', reason }))
    await merge()
    expect(text()).toContain(words)
  })
})

describe('a merge that takes long', () => {
  it('fault 109: shows how far it is, and can be stopped', async () => {
    await open()
    main.hold('reviews:merge')
    main.always('reviews:stop-merge', () => ok(null))
    await press(button('Merge a colleague’s reviews…'))
    main.emit('reviews:merge-changed', { connectionId: 'shop', of: 'reviews', done: 0, total: null })
    await flushPromises()
    expect(text()).toContain('Reading the file…')
    main.emit('reviews:merge-changed', { connectionId: 'shop', of: 'reviews', done: 500, total: 200_000 })
    await flushPromises()
    expect(text()).toMatch(/500 of 200.000 reviews merged/)
    await press(button('Stop merging'))
    expect(main.last('reviews:stop-merge').input).toEqual({ connectionId: 'shop' })
    await main.last('reviews:merge').answer(ok(mergedReviews({ stopped: true, reviews: 500 })))
    expect(text()).toContain('The merge was stopped after 500 reviews of the file.')
    expect(text()).not.toContain('Stop merging')
  })
})

describe('the second folder of backups', () => {
  const folder = '/mnt/disk'

  const chosen = (shop?: SecondCopiesState) => ok({ folder, stores: shop === undefined ? {} : { shop } })
  const failing = (facts: FailureFacts) =>
    chosen({ failure: fail('storage-failed', facts).failure, copiedAt: null })

  it('fault 107: is chosen, shown, and given up again; the focus stays in the dialog', async () => {
    await open()
    expect(text()).toContain('survives the loss of this computer')
    main.always('reviews:choose-backup-folder', () => chosen())
    await press(button('Choose folder…'))
    expect(text()).toContain('Second copies go to /mnt/disk')
    main.always('reviews:choose-backup-folder', () => ok(null))
    await press(button('Choose another folder…'))
    expect(text()).toContain('/mnt/disk')
    main.always('reviews:remove-backup-folder', () => ok({ folder: null, stores: {} }))
    await press(button('Stop copying'))
    expect(text()).not.toContain('/mnt/disk')
    expect(document.activeElement).toBe(button('Choose folder…'))
  })

  it('fault 107: that cannot be reached is told calmly, until it can be, with what was copied last', async () => {
    main.always('reviews:backup-folder', () => failing({ disk: 'gone' }))
    await open()
    expect(text()).toContain(
      'The folder cannot be reached right now. Backups are still made on this computer'
    )
    expect(dialog().querySelector('[role=alert]')).toBeNull()
    expect(dialog().querySelector('[data-copied]')).toBeNull()
    main.emit('reviews:backup-folder-changed', { folder, stores: { shop: { failure: null, copiedAt: at } } })
    await flushPromises()
    expect(text()).not.toContain('cannot be reached')
    expect(dialog().querySelector('[data-copied]')?.textContent).toMatch(/^Last copied: the backup of .*:00/)
  })

  it.each([
    [{ disk: 'full' as const }, 'There is no room left in the folder.'],
    [{ disk: 'denied' as const }, 'Vitrine may not write in the folder.'],
    [{ reason: 'newer' }, 'A newer version of Vitrine keeps the backups in the folder'],
    [{ disk: 'in-use' as const }, 'could not be copied to the folder']
  ])('fault 107: that takes nothing (%o) says why', async (facts, words) => {
    main.always('reviews:backup-folder', () => failing(facts))
    await open()
    expect(text()).toContain(words)
    expect(text()).not.toContain('cannot be reached')
  })

  it('fault 107: says nothing of the copies of another store', async () => {
    const { failure } = fail('storage-failed', { disk: 'full' })
    main.always('reviews:backup-folder', () => ok({ folder, stores: { other: { failure, copiedAt: at } } }))
    await open()
    expect(text()).not.toContain('no room left')
    expect(dialog().querySelector('[data-copied]')).toBeNull()
  })

  it('fault 107: that cannot be told is asked for again', async () => {
    main.always('reviews:backup-folder', () => fail('internal'))
    await open()
    expect(text()).toContain('Vitrine cannot tell which folder backups are copied to')
    main.always('reviews:backup-folder', () => chosen())
    await press(button('Try again'))
    expect(text()).toContain('Second copies go to /mnt/disk')
    expect(text()).not.toContain('cannot tell')
  })

  it('fault 107: that the settings do not take is told', async () => {
    await open()
    main.always('reviews:choose-backup-folder', () => fail('storage-failed', { reason: 'EROFS' }))
    await press(button('Choose folder…'))
    expect(dialog().querySelector('[role=alert]')).not.toBeNull()
  })

  it('fault 107: has backups of its own in the list, which does not wait for them', async () => {
    main.hold('reviews:second-backups')
    await open()
    const rows = (): number => dialog().querySelectorAll('[data-backup]').length
    expect(rows()).toBe(1)
    const there = backup({ name: 'shop/x.sqlite', place: 'second', reviews: 'unknown' })
    await main.last('reviews:second-backups').answer(ok([there]))
    expect(rows()).toBe(2)
    expect(text()).toContain('120 kB · in the second folder')
    await press(button('Restore…', dialog().querySelectorAll<HTMLElement>('[data-backup]')[1]))
    expect(text('alertdialog')).toMatch(/The backup of [^,]*(, [^,]*)?\./)
    expect(text('alertdialog')).not.toContain('0 reviews')
  })

  it('fault 107: that cannot be listed is told calmly, beside the backups on this computer', async () => {
    main.always('reviews:second-backups', () => fail('storage-failed', { disk: 'gone' }))
    await open()
    expect(text()).toContain('The backups in the second folder cannot be listed right now.')
    expect(dialog().querySelectorAll('[data-backup]')).toHaveLength(1)
    expect(dialog().querySelector('[role=alert]')).toBeNull()
  })

  it('fault 107: is looked into before it is said that there is no backup', async () => {
    main.always('reviews:backups', () => ok([]))
    main.hold('reviews:second-backups')
    await open()
    expect(text()).not.toContain('No backups yet')
    await main.last('reviews:second-backups').answer(ok([]))
    expect(text()).toContain('No backups yet')
  })
})

describe('the log', () => {
  it('names products, which lead to their details', async () => {
    await open()
    main.always('products:of', () => ok([product()]))
    await press(button('Walnut bowl'))
    expect(main.last('products:of').input).toEqual({ connectionId: 'shop', ids: ['p-1'] })
    expect(wrapper.emitted('shown')).toHaveLength(1)
    expect(document.querySelector('[role=dialog]')).toBeNull()
    expect(useProductDetails().shown?.product.id).toBe('p-1')
  })

  it('stays, and says so, where the product is not in the copy', async () => {
    main.always('reviews:log', () => ok([logEntry({ product: { id: 'gone', name: '' } })]))
    await open()
    main.always('products:of', () => ok([]))
    await press(button('gone'))
    expect(text()).toContain('no longer in the catalog on this computer')
    expect(wrapper.emitted('shown')).toBeUndefined()
  })

  it('has a way to undo what can be undone; the focus stays at the log', async () => {
    const entries = [
      logEntry({ number: 9, kind: 'undo' }),
      logEntry({ number: 8, canUndo: false }),
      logEntry({ number: 7 })
    ]
    main.always('reviews:log', () => ok(entries))
    await open()
    const rows = [...dialog().querySelectorAll('[data-log-entry]')]
    expect(rows.map((row) => row.querySelectorAll('button').length)).toEqual([1, 1, 2])
    main.always('reviews:undo', () => ok({ entry: logEntry(), redo: 10, restored: 1, kept: 0 }))
    main.always('reviews:log', () => ok([logEntry({ number: 7, undone: true, canUndo: false })]))
    await press(button('Undo'))
    expect(main.last('reviews:undo').input).toEqual({ connectionId: 'shop', entry: 7 })
    expect(() => button('Undo')).toThrow()
    expect(document.activeElement?.querySelector('[data-log-entry]')).not.toBeNull()
  })

  it('goes further back when that is asked for', async () => {
    main.always('reviews:log', ({ limit, before }) =>
      ok(Array.from({ length: limit }, (_, index) => logEntry({ number: (before ?? 500) - index })))
    )
    await open()
    expect(dialog().querySelectorAll('[data-log-entry]')).toHaveLength(50)
    await press(button('Show earlier'))
    expect(dialog().querySelectorAll('[data-log-entry]')).toHaveLength(100)
    expect(dialog().querySelector('.log [role=status]')?.textContent).toBe('50 more entries')
  })

  it('says that nothing was done yet', async () => {
    main.always('reviews:log', () => ok([]))
    await open()
    expect(text()).toContain('Nothing yet.')
  })
})
