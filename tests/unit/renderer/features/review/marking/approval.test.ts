import { flushPromises } from '@vue/test-utils'
import { beforeEach, describe, expect, it } from 'vitest'
import { emptyQuery, noFilters } from '../../../../../../electron/contract/empty-query'
import { fail, ok } from '../../../../../../electron/contract/failure'
import type { Filters, ProductQuery } from '../../../../../../electron/contract/product-query'
import { selectedSubject } from '../../../../../../renderer/features/products/selection/mark-selection'
import { useSelection } from '../../../../../../renderer/features/catalog/selection'
import { useApprovalQuestion } from '../../../../../../renderer/features/review/marking/approval-question'
import { useMarking, type Marking } from '../../../../../../renderer/features/review/marking/use-marking'
import { useUndo } from '../../../../../../renderer/features/review/use-undo'
import { useReviews } from '../../../../../../renderer/features/review/reviews'
import { product } from '../../products/table/builders'
import { auditState } from '../../quality/builders'
import { sitInMainProcess, type MainProcess } from '../../../support/fake-bridge'
import { startStores } from '../../../support/stores'

let main: MainProcess
let marking: Marking
const bowl = product({ id: 'a', name: 'Bowl', findings: ['price-zero'] })
const vase = product({ id: 'b', name: 'Vase' })
const isError = { enabled: true, severity: 'error' as const, threshold: null }

beforeEach(async () => {
  main = sitInMainProcess()
  startStores()
  main.always('audit:state', ({ connectionId }) =>
    ok(auditState({ connectionId }, { 'price-zero': { setting: isError } }))
  )
  marking = useMarking(() => 'shop')
  useSelection().follow(emptyQuery)
  await flushPromises()
})

const marks = (): number => main.asked('reviews:mark').length

describe('approving a product with errors', () => {
  it('asks at the first press, and approves at the second', () => {
    expect(marking.decide('approved', marking.subjectOf(bowl))).toBe(false)
    expect(marks()).toBe(0)
    expect(useApprovalQuestion().asked).toMatchObject({ errors: 1, isMany: false, offer: { about: 'Bowl' } })
    expect(marking.decide('approved', marking.subjectOf(bowl))).toBe(true)
    expect(marks()).toBe(1)
    expect(useApprovalQuestion().asked).toBeNull()
  })

  it('asks again for another product, and for what this one has become', () => {
    marking.decide('approved', marking.subjectOf(bowl))
    marking.decide('approved', marking.subjectOf({ ...bowl, id: 'c' }))
    marking.decide('approved', marking.subjectOf({ ...bowl, contentFingerprint: 'ffffffffffffffff' }))
    expect(marks()).toBe(0)
  })

  it('approves at once what has no errors, and what was approved with them', () => {
    expect(marking.decide('approved', marking.subjectOf(vase))).toBe(true)
    const review = { ...bowl.review, state: 'approved' as const }
    expect(marking.decide('approved', marking.subjectOf({ ...bowl, review }))).toBe(true)
    expect(useApprovalQuestion().asked).toBeNull()
  })

  it.each(['needs-work', 'ignored', 'unreviewed'] as const)('sets %s at once, and asks no more', (mark) => {
    marking.decide('approved', marking.subjectOf(bowl))
    expect(marking.decide(mark, marking.subjectOf(bowl))).toBe(true)
    expect(marks()).toBe(1)
    expect(useApprovalQuestion().asked).toBeNull()
  })
})

describe('Undo while an approval waits for a second press', () => {
  it('closes the question, and takes nothing back', () => {
    const undo = useUndo(() => 'shop')
    marking.decide('approved', marking.subjectOf(bowl))
    undo()
    expect(useApprovalQuestion().asked).toBeNull()
    expect(main.asked('reviews:undo')).toEqual([])
    undo()
    expect(main.asked('reviews:undo')).toHaveLength(1)
  })
})

describe('approving what is selected', () => {
  function approve(): void {
    const subject = selectedSubject()
    if (subject) marking.decide('approved', subject)
  }

  it('asks the main process which products have errors, and can approve the others alone', async () => {
    useSelection().add([bowl, vase])
    approve()
    expect(main.last('products:listed').input).toMatchObject({ ids: ['a', 'b'] })
    expect(marks()).toBe(0)
    await main.last('products:listed').answer(ok(['a']))
    const { asked } = useApprovalQuestion()
    expect(asked).toMatchObject({ errors: 1, isMany: true, offer: { others: { count: 1 } } })
    expect(marks()).toBe(0)
    asked?.offer?.others?.approve()
    expect(main.last('reviews:mark').input.of).toMatchObject({ products: [{ id: 'b' }] })
    await main.last('reviews:mark').answer(ok({ entry: 1, changed: 1, stale: [] }))
    expect(useSelection().ids(), 'what has errors is to be decided still').toEqual(['a'])
  })

  it('approves all of them at the second press', async () => {
    useSelection().add([bowl, vase])
    approve()
    await main.last('products:listed').answer(ok(['a']))
    approve()
    expect(main.last('reviews:mark').input.of).toMatchObject({ products: [{ id: 'a' }, { id: 'b' }] })
  })

  it('approves them at once where none has errors', async () => {
    useSelection().add([bowl, vase])
    approve()
    await main.last('products:listed').answer(ok([]))
    expect(marks()).toBe(1)
  })

  it('sets another mark that is pressed while they are counted, and no approval', async () => {
    useSelection().add([bowl, vase])
    approve()
    const subject = selectedSubject()
    if (subject) marking.decide('ignored', subject)
    await main.last('products:listed').answer(ok([]))
    expect(main.asked('reviews:mark').map(({ input }) => input.mark)).toEqual(['ignored'])
  })

  it('approves nothing that could not be counted, and offers to try again', async () => {
    useSelection().add([bowl, vase])
    approve()
    await main.last('products:listed').answer(fail('storage-failed'))
    expect(marks()).toBe(0)
    expect(useReviews().last).toMatchObject({ kind: 'not-marked' })
  })

  const listOf = (filters: Partial<Filters>): ProductQuery => ({
    ...emptyQuery,
    filters: { ...noFilters, ...filters }
  })

  it.each([
    { what: 'the whole catalog', list: emptyQuery, sizes: [11], errors: 11, others: 1227 },
    {
      what: 'a filter',
      list: listOf({ picture: 'with' }),
      sizes: [11, 1238, 1242],
      errors: 7,
      others: 1231
    },
    {
      what: 'products that a rule found',
      list: listOf({ finding: 'picture-same' }),
      sizes: [11, 1238, 1245],
      errors: 4,
      others: null
    },
    {
      what: 'products with errors',
      list: listOf({ finding: 'error' }),
      sizes: [1238, 1238, 1238],
      errors: 1238,
      others: null
    }
  ])('counts those of a whole list, without reading its products: $what', async (each) => {
    useSelection().follow(each.list)
    useSelection().addWhole(1238)
    approve()
    await main.last('products:sizes').answer(ok(each.sizes))
    const { asked } = useApprovalQuestion()
    expect(asked?.errors).toBe(each.errors)
    expect(asked?.offer?.others?.count ?? null).toBe(each.others)
    expect(main.asked('products:of')).toEqual([])
    expect(marks()).toBe(0)
  })

  it('leaves products with errors out of a whole list', async () => {
    useSelection().follow(listOf({ picture: 'with' }))
    useSelection().addWhole(1238)
    approve()
    await main.last('products:sizes').answer(ok([11, 1238, 1242]))
    useApprovalQuestion().asked?.offer?.others?.approve()
    expect(main.last('reviews:mark').input.of).toMatchObject({
      productQuery: { filters: { picture: 'with', finding: 'error', not: ['finding'] } },
      count: 1231
    })
  })
})
