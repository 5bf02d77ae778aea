import { computed, reactive, ref, shallowRef } from 'vue'
import type { Failure, Result } from '../../../../electron/contract/failure'
import type { Product, ProductPage } from '../../../../electron/contract/product'
import type { KnownMarks } from './queue-items'
import { QueueWindow, type ReadPage } from './queue-window'

/** With fewer products than this ahead of a person, more are read. */
const enoughAhead = 12

/** A person's way through one queue: which product is looked at, and what comes before and after it. */
export interface QueueCursor {
  readonly phase: 'loading' | 'failed' | 'ready'
  /** Why the queue, or more of it, could not be read. */
  readonly failure: Failure | null
  /** Those that the person has come by, and will next, in order. */
  readonly products: readonly Product[]
  /** Of what is looked at; behind the last product at the end, -1 before anything is there. */
  readonly index: number
  readonly current: Product | null
  readonly isEmpty: boolean
  readonly isDone: boolean
  /** The last answer to a question for products, for what it says of the whole. */
  readonly page: ProductPage | null
  begin: (place: number, id: string | null) => Promise<void>
  /** One product on, or to the end of the queue. Says whether there was anything to go on to, as those below. */
  next: () => boolean
  previous: () => Promise<boolean>
  goTo: (id: string) => boolean
  /** Something may have come to the queue, or left it. */
  reopen: () => Promise<void>
  /** Reads anew what the last page says of the whole: how many there are, and how much of the catalog is here. */
  renewPage: () => Promise<void>
  /** Reads again what could not be read. */
  retry: () => Promise<void>
  /** Puts what a product is now in the place of what it was; not of one that will come again for it. Says whether it did. */
  put: (product: Product) => boolean
  /** Takes those out that are ahead and do not belong there anymore: what is on screen stays, and so does what the person has come by. */
  dropAhead: (isAstray: (product: Product) => boolean) => void
  /** Place of what is looked at in the queue as it is now, 1-based. */
  place: () => number
}

export function createQueueCursor(read: ReadPage, marks: KnownMarks): QueueCursor {
  const phase = ref<'loading' | 'failed' | 'ready'>('loading')
  const failure = shallowRef<Failure | null>(null)
  /** Of the line, and which of it is looked at: both change at once, or another product would be on screen in between. */
  const shown = shallowRef<{ products: readonly Product[]; index: number }>({ products: [], index: -1 })
  const products = computed(() => shown.value.products)
  const index = computed(() => shown.value.index)
  const current = computed(() => products.value[index.value] ?? null)
  const hasEnd = ref(false)
  const page = shallowRef<ProductPage | null>(null)
  let line = new QueueWindow(readPage, marks)
  let wanted: { place: number; id: string | null } = { place: 1, id: null }
  const isEmpty = computed(() => phase.value === 'ready' && products.value.length === 0)
  const isBehind = computed(() => products.value.length > 0 && index.value >= products.value.length)

  async function readPage(number: number): Promise<Result<ProductPage>> {
    const answer = await read(number)
    if (answer.ok) page.value = answer.value
    return answer
  }

  /** The line as it is now: what is on screen stays there, and so does the end, before the last `came` products. */
  function renew(came: number): void {
    const id = current.value?.id
    const end = index.value < 0 ? index.value : line.products.length - came
    const at = id === undefined ? end : line.products.findIndex((each) => each.id === id)
    shown.value = { products: line.products, index: at }
  }

  function take(answer: Result<number>): void {
    renew(answer.ok ? answer.value : 0)
    hasEnd.value = line.hasEnd
    failure.value = answer.ok ? null : answer.failure
  }

  async function readOn(): Promise<void> {
    const asked = line
    const answer = await asked.readOn(() => current.value?.id ?? null)
    if (asked === line) take(answer)
  }

  function show(at: number): void {
    shown.value = { products: products.value, index: at }
    if (products.value.length - at <= enoughAhead && !line.hasEnd) void readOn()
  }

  async function begin(place: number, id: string | null): Promise<void> {
    wanted = { place, id }
    const begun = new QueueWindow(readPage, marks)
    line = begun
    phase.value = 'loading'
    shown.value = { products: [], index: -1 }
    const answer = await begun.begin(place, id)
    if (begun !== line) return
    take(answer)
    if (answer.ok) show(answer.value)
    phase.value = answer.ok ? 'ready' : 'failed'
  }

  function next(): boolean {
    if (index.value < 0 || index.value >= products.value.length) return false
    show(index.value + 1)
    return true
  }

  async function previous(): Promise<boolean> {
    if (index.value > 0) {
      show(index.value - 1)
      return true
    }
    if (index.value < 0 || line.hasStart) return false
    const asked = line
    const answer = await asked.readBack()
    if (asked !== line) return false
    take(answer)
    if (!answer.ok || answer.value === 0) return false
    show(index.value - 1)
    return true
  }

  function goTo(id: string): boolean {
    const at = products.value.findIndex((product) => product.id === id)
    if (at !== -1) show(at)
    return at !== -1
  }

  function dropAhead(isAstray: (product: Product) => boolean): void {
    const astray = products.value.slice(index.value + 1).filter(isAstray)
    if (astray.length === 0) return
    line.drop(astray)
    renew(0)
    show(index.value)
  }

  async function reopen(): Promise<void> {
    line.reopen()
    if (isEmpty.value) await begin(1, null)
    else if (phase.value === 'ready' && products.value.length - index.value <= enoughAhead) await readOn()
  }

  return reactive({
    phase,
    failure,
    products,
    index,
    page,
    isEmpty,
    current,
    isDone: computed(() => phase.value === 'ready' && isBehind.value && hasEnd.value),
    begin,
    next,
    previous,
    goTo,
    reopen,
    renewPage: async () => {
      if (page.value) await readPage(page.value.page)
    },
    retry: () => (phase.value === 'failed' ? begin(wanted.place, wanted.id) : readOn()),
    put: (product: Product) => {
      const isPut = line.put(product)
      renew(0)
      return isPut
    },
    dropAhead,
    place: () => line.first + line.listedBefore(Math.max(0, index.value))
  })
}
