import { flushPromises } from '@vue/test-utils'
import { beforeEach, describe, expect, it } from 'vitest'
import { emptyQuery } from '../../../../../../electron/contract/empty-query'
import { fail, ok } from '../../../../../../electron/contract/failure'
import { selectedSubject } from '../../../../../../renderer/features/products/selection/mark-selection'
import { useReviews } from '../../../../../../renderer/features/review/reviews'
import { useSelection } from '../../../../../../renderer/features/catalog/selecting/selection'
import { product } from '../table/builders'
import { sitInMainProcess, type MainProcess } from '../../../support/fake-bridge'
import { openConnection, startStores } from '../../../support/stores'

let main: MainProcess
let selection: ReturnType<typeof useSelection>
const [bowl, vase, lamp] = ['a', 'b', 'c'].map((id) => product({ id })) as [never, never, never]

beforeEach(() => {
  main = sitInMainProcess()
  startStores()
  selection = useSelection()
  selection.follow(emptyQuery)
  selection.add([bowl, vase])
})

const answer = (stale: string[] = []): Promise<void> =>
  main.last('reviews:mark').answer(ok({ entry: 1, changed: 2, stale }))

const approve = (): void => void selectedSubject(selection)?.save('approved')

describe('marking what is selected', () => {
  it('lets go of it, but of what is to be looked at again', async () => {
    approve()
    await answer(['b'])
    expect(selection.ids()).toEqual(['b'])
  })

  it.each([
    {
      what: 'more is selected',
      change() {
        selection.toggle(lamp, 2, [])
      },
      then: ['a', 'b', 'c']
    },
    {
      what: 'it is selected anew',
      change() {
        selection.clear()
        selection.toggle(bowl, 0, [])
      },
      then: ['a']
    },
    {
      what: 'another store is open',
      change() {
        openConnection('other')
        selection.follow(emptyQuery)
        selection.add([vase])
      },
      then: ['b']
    }
  ])('fault 136: leaves alone what is selected by the time it is done: $what', async (each) => {
    approve()
    each.change()
    await answer()
    expect(selection.ids()).toEqual(each.then)
  })

  it('fault 136: leaves alone a whole list that is selected by then', async () => {
    approve()
    selection.addWhole(1240)
    await answer()
    expect(selection.count).toBe(1240)
  })

  it('lets go of it also where the list is read again meanwhile', async () => {
    selection.clear()
    selection.addWhole(1240)
    approve()
    selection.recount(emptyQuery, 1239)
    await answer()
    expect(selection.isEmpty).toBe(true)
  })

  it('lets go of it once it has succeeded, when it is tried again after a failure', async () => {
    approve()
    await main.last('reviews:mark').answer(fail('storage-failed'))
    expect(selection.ids()).toEqual(['a', 'b'])
    const { last } = useReviews()
    if (last && 'again' in last) last.again()
    await flushPromises()
    await answer()
    expect(selection.isEmpty).toBe(true)
  })

  it('is done once, however often it is pressed', async () => {
    approve()
    void selectedSubject(selection)?.save('ignored')
    await flushPromises()
    expect(main.asked('reviews:mark')).toHaveLength(1)
  })
})
