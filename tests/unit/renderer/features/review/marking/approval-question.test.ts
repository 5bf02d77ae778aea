import { flushPromises, mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyQuery, noFilters } from '../../../../../../electron/contract/empty-query'
import { fail, ok } from '../../../../../../electron/contract/failure'
import type { ReviewMark, ReviewState } from '../../../../../../electron/contract/review-state'
import type { Filters, ProductQuery } from '../../../../../../electron/contract/product-query'
import { selectedSubject } from '../../../../../../renderer/features/products/selection/mark-selection'
import SelectionBar from '../../../../../../renderer/features/products/selection/SelectionBar.vue'
import { useSelection } from '../../../../../../renderer/features/catalog/selecting/selection'
import {
  doubtWords,
  useApprovalQuestion
} from '../../../../../../renderer/features/review/marking/approval-question'
import MarkQuestion from '../../../../../../renderer/features/review/marking/MarkQuestion.vue'
import { useMarking, type Marking } from '../../../../../../renderer/features/review/marking/use-marking'
import { useUndo } from '../../../../../../renderer/features/review/marking/use-mark-commands'
import { useOwnTeam } from '../../../../../../renderer/shared/data/own-team'
import { useReviews } from '../../../../../../renderer/features/review/reviews'
import { i18n } from '../../../../../../renderer/shared/i18n'
import { connection } from '../../../support/mount-products-page'
import { product } from '../../products/table/builders'
import { auditState } from '../../quality/builders'
import { sitInMainProcess, type MainProcess } from '../../../support/fake-bridge'
import { startStores } from '../../../support/stores'

/** ms */
let now = 0
let main: MainProcess
let marking: Marking
const bowl = product({ id: 'a', name: 'Bowl', findings: ['price-zero'] })
const vase = product({ id: 'b', name: 'Vase' })
const isError = { enabled: true, severity: 'error' as const, threshold: null }

beforeEach(async () => {
  now = 1000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  main = sitInMainProcess()
  startStores()
  main.always('audit:state', ({ connectionId }) =>
    ok(auditState({ connectionId }, { 'price-zero': { setting: isError } }))
  )
  marking = useMarking(() => 'shop')
  useSelection().follow(emptyQuery)
  await flushPromises()
})

afterEach(() => vi.restoreAllMocks())

const marks = (): number => main.asked('reviews:mark').length

describe('approving a product with errors', () => {
  it('asks at the first press, and approves at the second', () => {
    expect(marking.decide('approved', marking.subjectOf(bowl))).toBe(false)
    expect(marks()).toBe(0)
    expect(useApprovalQuestion().asked).toMatchObject({ errors: 1, isMany: false, offer: { about: 'Bowl' } })
    const { asked } = useApprovalQuestion()
    expect(asked && doubtWords(asked).join(' ')).toBe('Error: Price is zero. A again to approve')
    for (let pressed = 0; pressed < 30; pressed++) {
      now += 30
      expect(marking.decide('approved', marking.subjectOf(bowl)), 'a hand that drums').toBe(false)
    }
    now += 400
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
    const { undo } = useUndo(() => 'shop')
    marking.decide('approved', marking.subjectOf(bowl))
    undo()
    expect(useApprovalQuestion().asked).toBeNull()
    expect(main.asked('reviews:undo')).toEqual([])
    undo()
    expect(main.asked('reviews:undo')).toHaveLength(1)
  })
})

describe('marking what is selected', () => {
  function mark(wish: ReviewMark = 'approved'): void {
    const subject = selectedSubject(useSelection())
    if (subject) marking.decide(wish, subject)
  }
  /** Which of the products that are asked about have errors, or a mark. */
  function hold(held: Partial<Record<'error' | ReviewState, string[]>>): void {
    main.always('products:listed', ({ productQuery }) => {
      const { finding, review = [] } = productQuery.filters ?? {}
      return ok(finding === 'error' ? (held.error ?? []) : review.flatMap((state) => held[state] ?? []))
    })
  }
  async function joinTeam(): Promise<void> {
    main.always('team:self', () => ok({ name: 'Kim', approvals: 1, canClaim: false, mayDecide: true }))
    expect(useOwnTeam().name, 'it is read now').toBeNull()
    await flushPromises()
  }
  const question = (): ReturnType<typeof useApprovalQuestion>['asked'] => useApprovalQuestion().asked

  beforeEach(() => useSelection().add([bowl, vase]))

  it('asks the main process which products have errors, and can approve the others alone', async () => {
    hold({ error: ['a'] })
    mark()
    await flushPromises()
    expect(question()).toMatchObject({
      errors: 1,
      overwritten: [],
      isMany: true,
      offer: { others: { count: 1 } }
    })
    expect(marks()).toBe(0)
    question()?.offer?.others?.mark()
    expect(main.last('reviews:mark').input.of).toMatchObject({ products: [{ id: 'b' }] })
    await main.last('reviews:mark').answer(ok({ entry: 1, changed: 1, stale: [] }))
    expect(useSelection().ids(), 'what has errors is to be decided still').toEqual(['a'])
  })

  it('asks until it is answered, or something else is selected', async () => {
    hold({ error: ['a'] })
    const parts = [
      mount(MarkQuestion, { global: { plugins: [i18n] } }),
      mount(SelectionBar, {
        props: { connection, selection: useSelection(), productQuery: emptyQuery, held: null, topic: null },
        global: { plugins: [i18n], stubs: { AssignMenu: true } }
      })
    ]
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    mark()
    await flushPromises()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(question()).toMatchObject({ isMany: true })
    useSelection().remove(['a'])
    await flushPromises()
    expect(question()).toBeNull()
    marking.decide('approved', marking.subjectOf(bowl))
    await flushPromises()
    expect(question()).toMatchObject({ isMany: false })
    await vi.advanceTimersByTimeAsync(6000)
    vi.useRealTimers()
    expect(question(), 'of one product').toBeNull()
    for (const part of parts) part.unmount()
  })

  it('marks all of them at the second press', async () => {
    hold({ error: ['a'] })
    mark()
    await flushPromises()
    now += 400
    mark()
    expect(main.last('reviews:mark').input.of).toMatchObject({ products: [{ id: 'a' }, { id: 'b' }] })
  })

  it('marks them at once where none has errors or another mark', async () => {
    hold({ approved: ['a', 'b'] })
    mark()
    await flushPromises()
    expect(marks()).toBe(1)
  })

  it.each([
    { wish: 'approved' as const, held: { 'needs-work': ['a'] }, told: [{ mark: 'needs-work', count: 1 }] },
    { wish: 'needs-work' as const, held: { approved: ['a'] }, told: [{ mark: 'approved', count: 1 }] },
    { wish: 'ignored' as const, held: { approved: ['a'] }, told: [{ mark: 'approved', count: 1 }] },
    {
      wish: 'ignored' as const,
      held: { 'awaiting-others': ['a'] },
      told: [{ mark: 'approved', count: 1 }]
    },
    {
      wish: 'needs-work' as const,
      held: { 'awaiting-you': ['a'] },
      told: [{ mark: 'approved', count: 1 }]
    }
  ])(
    'asks before $wish overwrites what says something else, and can leave it',
    async ({ wish, held, told }) => {
      hold(held)
      mark(wish)
      await flushPromises()
      expect(question()).toMatchObject({
        wish,
        errors: 0,
        overwritten: told,
        offer: { others: { count: 1 } }
      })
      expect(marks()).toBe(0)
      question()?.offer?.others?.mark()
      expect(main.last('reviews:mark').input).toMatchObject({ mark: wish, of: { products: [{ id: 'b' }] } })
    }
  )

  it('asks of no other mark before marks are cleared, which is what is wished for', () => {
    hold({ approved: ['a'] })
    mark('unreviewed')
    expect(marks()).toBe(1)
  })

  it('asks in a team of the marks that the list shows, also those of others', async () => {
    await joinTeam()
    hold({})
    mark()
    await flushPromises()
    const asked = main.asked('products:listed').map(({ input }) => input.productQuery.filters)
    expect(
      asked.filter((filters) => filters?.review?.length === 1).map((filters) => filters?.reviewer)
    ).toEqual([[], []])
  })

  it('sets another mark that is pressed while they are counted, and no approval', async () => {
    main.hold('products:listed')
    mark()
    const first = main.asked('products:listed')
    hold({})
    mark('ignored')
    await flushPromises()
    for (const question of first) await question.answer(ok([]))
    expect(main.asked('reviews:mark').map(({ input }) => input.mark)).toEqual(['ignored'])
  })

  it('marks nothing that could not be counted, and offers to try again', async () => {
    main.always('products:listed', () => fail('storage-failed'))
    mark()
    await flushPromises()
    expect(marks()).toBe(0)
    expect(useReviews().last).toMatchObject({ kind: 'not-marked' })
  })

  const listOf = (filters: Partial<Filters>): ProductQuery => ({
    ...emptyQuery,
    filters: { ...noFilters, ...filters }
  })

  /** Approving a whole list of 1,238 products, with the sizes that its lists have: errors, it, either, marks, the rest. */
  async function approveList(list: ProductQuery, sizes: number[]): Promise<ReturnType<typeof question>> {
    useSelection().follow(emptyQuery)
    useSelection().follow(list)
    useSelection().addWhole(1238)
    mark()
    await main.last('products:sizes').answer(ok(sizes))
    return question()
  }

  it.each([
    { what: 'the whole catalog', list: emptyQuery, sizes: [11, 0, 0, 1227], errors: 11, others: 1227 },
    {
      what: 'a filter',
      list: listOf({ picture: 'with' }),
      sizes: [11, 1238, 1242, 0, 0, 1231],
      errors: 7,
      others: 1231
    },
    {
      what: 'products that a rule found',
      list: listOf({ finding: 'picture-same' }),
      sizes: [11, 1238, 1245, 0, 0],
      errors: 4,
      others: null
    },
    {
      what: 'products with errors',
      list: listOf({ finding: 'error' }),
      sizes: [1238, 1238, 1238, 0, 0],
      errors: 1238,
      others: null
    }
  ])(
    'counts those of a whole list, without reading its products: $what',
    async ({ list, sizes, ...expected }) => {
      const asked = await approveList(list, sizes)
      expect(asked?.errors).toBe(expected.errors)
      expect(asked?.offer?.others?.count ?? null).toBe(expected.others)
      expect(main.asked('products:of')).toEqual([])
      expect(marks()).toBe(0)
    }
  )

  it('leaves products with errors and other marks out of a whole list', async () => {
    const asked = await approveList(listOf({ picture: 'with' }), [11, 1238, 1242, 1, 2, 1228])
    expect(asked?.overwritten).toEqual([
      { mark: 'needs-work', count: 1 },
      { mark: 'ignored', count: 2 }
    ])
    expect(
      doubtWords(asked ?? { wish: 'approved', errors: 0, overwritten: [], isMany: true }).join(' ')
    ).toBe('7 have errors. 1 needs work. 2 are ignored. A again to approve all')
    asked?.offer?.others?.mark()
    expect(main.last('reviews:mark').input.of).toMatchObject({
      productQuery: {
        filters: {
          picture: 'with',
          finding: 'error',
          not: ['finding'],
          review: ['unreviewed', 'awaiting-you', 'awaiting-others', 'approved', 'changed']
        }
      },
      count: 1228
    })
  })

  it('leaves approvals that others are to give as well out of a whole list that is marked otherwise', async () => {
    useSelection().follow(listOf({ picture: 'with' }))
    useSelection().addWhole(1238)
    mark('ignored')
    const approvals = ['awaiting-you', 'awaiting-others', 'approved']
    const lists = main.last('products:sizes').input.productQueries.map(({ filters }) => filters?.review)
    expect(lists.map((review) => review?.toSorted())).toEqual([
      approvals.toSorted(),
      ['needs-work'],
      ['changed', 'ignored', 'unreviewed']
    ])
    await main.last('products:sizes').answer(ok([57, 10, 1171]))
    expect(question()).toMatchObject({
      overwritten: [
        { mark: 'approved', count: 57 },
        { mark: 'needs-work', count: 10 }
      ],
      offer: { others: { count: 1171 } }
    })
  })

  it('leaves out in a team what anybody marked otherwise', async () => {
    await joinTeam()
    const asked = await approveList(emptyQuery, [0, 1, 0, 1237])
    asked?.offer?.others?.mark()
    const { of } = main.last('reviews:mark').input
    const { filters, or } = 'productQuery' in of ? of.productQuery : {}
    expect(filters).toMatchObject({ review: expect.not.arrayContaining(['needs-work']), not: ['finding'] })
    expect(or ?? []).toEqual([])
  })

  it('is not answered by a press that was for what stood under the pointer before it', async () => {
    const strip = mount(MarkQuestion, { global: { plugins: [i18n] } })
    marking.decide('approved', marking.subjectOf(bowl))
    await flushPromises()
    const approve = strip.get('button')
    expect(approve.text()).toBe('Approve anyway')
    now += 150
    await approve.trigger('click')
    expect(marks()).toBe(0)
    now += 400
    await approve.trigger('click')
    expect(marks()).toBe(1)
    strip.unmount()
  })

  it('is called off by a button, and nothing is marked', async () => {
    const strip = mount(MarkQuestion, { global: { plugins: [i18n] } })
    marking.decide('approved', marking.subjectOf(bowl))
    await flushPromises()
    const cancel = strip.findAll('button').find((button) => button.text().startsWith('Cancel'))
    await cancel?.trigger('click')
    expect(useApprovalQuestion().asked).toBeNull()
    expect(strip.text()).toBe('')
    expect(marks()).toBe(0)
    strip.unmount()
  })
})

it('a question about many names the mark that they would all get', () => {
  const many = { errors: 0, overwritten: [{ mark: 'approved', count: 2 }], isMany: true } as const
  expect(doubtWords({ wish: 'ignored', ...many }).at(-1)).toBe('I again to mark all “Ignored”')
  expect(doubtWords({ wish: 'approved', ...many }).at(-1)).toBe('A again to approve all')
})
