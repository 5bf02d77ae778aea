import { takeAnswer } from '../../electron/api/parse-answer'
import type { PageRequest, RawAnswer } from '../../electron/api/types'
import { fail, type Failure, type Result } from '../../electron/contract/failure'
import type { VirtualTime } from './virtual-time'

/** What happens to the list when so many requests have come. Places are parts of the list, from 0 to 1. */
export interface Change {
  at: number
  kind: 'insert' | 'remove' | 'move' | 'edit' | 'swap'
  where: number
  to: number
  count: number
}

/** What becomes of the request of that number. */
export interface Trouble {
  at: number
  /** For so many requests in a row. */
  for: number
  kind:
    | 'error'
    | 'busy'
    | 'limited'
    | 'limited-silently'
    | 'busy-inside'
    | 'limited-inside'
    | 'reset'
    | 'stall'
    | 'offline'
    | 'portal'
    | 'web-page'
    | 'cut'
    | 'wrong-page'
    | 'other-page'
    | 'empty'
    | 'short'
    | 'no-totals'
    | 'other-totals'
  /** Seconds of a Retry-After; how much shorter a page is. */
  amount: number
}

export interface StoreNature {
  products: number
  /** Every so many-th entry has no id, or an id that another one has. 0: none. */
  bad: number
  twice: number
  /** Most items a page, silently (fault 42); null: as asked. */
  cap: number | null
  /** Whether the capped pages lie beside each other, or begin where the asked ones would. */
  capKind: 'shrinks-pages' | 'cuts-pages'
  /** More than that is refused with this status. */
  refusesAbove: { limit: number; status: number } | null
  totals: 'both' | 'items' | 'pages' | 'none' | 'too-many' | 'too-few' | 'nonsense'
  afterEnd: 'empty' | 'not-found' | 'bad-request' | 'last-again' | 'last-as-itself'
  /** ms an answer takes: from, to. */
  latency: [number, number]
  changes: Change[]
  troubles: Trouble[]
  /** What becomes of questions for more than that. */
  failsAbove?: { limit: number; kind: Trouble['kind'] } | null
  /** From the request of that number on another `cap` holds. */
  recap: { at: number; cap: number | null } | null
}

interface Item {
  id: string | null
  version: number
}

/**
 * A simulation of a store, in this process and in virtual time. It answers as `StoreClient.fetchAnswer` does, changes its
 * list while it is read, and goes wrong as its nature says. It remembers every state that its list had.
 */
export class SimulatedStore {
  readonly nature: StoreNature
  /** The list at each time, as `openDirectCopy().contents()` would show it. */
  readonly states: { at: number; contents: string[] }[] = []
  readonly requests: { page: number; limit: number; at: number }[] = []
  mostInFlight = 0
  /** Requests that came before the store wanted to be asked again. */
  undercut = 0
  isRefusingKey = false
  isOffline = false
  readonly #time: VirtualTime
  readonly #random: () => number
  #list: Item[] = []
  #made = 0
  #inFlight = 0
  #quietUntil = -Infinity
  #count = 0
  #callers = 0

  constructor(nature: StoreNature, time: VirtualTime, random: () => number) {
    this.nature = nature
    this.#time = time
    this.#random = random
    for (let made = 0; made < nature.products; made++) this.#list.push(this.#make(made))
    this.#remember()
  }

  get size(): number {
    return this.#list.length
  }

  /** What the list looks like now. */
  contents(): string[] {
    return this.#list.map(shown)
  }

  /** The ids that are listed now. */
  ids(): string[] {
    return [...new Set(this.#list.flatMap(({ id }) => (id === null ? [] : [id])))].sort()
  }

  /** The ids that were listed in every state that the list had. */
  idsThroughout(): string[] {
    const states = this.states.map(({ contents }) => new Set(contents.map(idShown)))
    return this.ids().filter((id) => states.every((ids) => ids.has(id)))
  }

  /** Whoever asked is dead: nobody hears the answers, or remembers what the store asked for. */
  hangUp(): void {
    this.#inFlight = 0
    this.#quietUntil = -Infinity
    this.#callers++
  }

  /** Counts changes and troubles from now on again. */
  restart(): void {
    this.#count = 0
    this.states.splice(0, this.states.length - 1)
  }

  apply(change: Omit<Change, 'at'>): void {
    this.#change(change)
    this.#remember()
  }

  #change({ kind, where, to, count }: Omit<Change, 'at'>): void {
    const list = this.#list
    const at = Math.min(list.length, Math.floor(where * (list.length + 1)))
    const target = Math.min(list.length, Math.floor(to * (list.length + 1)))
    if (kind === 'insert') list.splice(at, 0, ...Array.from({ length: count }, () => this.#make(-1)))
    else if (kind === 'remove') list.splice(at, count)
    else if (kind === 'edit') for (const item of list.slice(at, at + count)) item.version++
    else if (kind === 'move') list.splice(target, 0, ...list.splice(at, count))
    else {
      const [a, b] = [list[at], list[target]]
      if (a && b) [list[at], list[target]] = [b, a]
    }
  }

  /** The interface of the client. */
  readonly fetchAnswer = async (request: PageRequest): Promise<Result<RawAnswer>> => {
    const { page, limit, signal } = request
    const number = ++this.#count
    const caller = this.#callers
    this.requests.push({ page, limit, at: this.#time.elapsed() })
    this.#inFlight++
    this.mostInFlight = Math.max(this.mostInFlight, this.#inFlight)
    if (this.#time.elapsed() < this.#quietUntil) this.undercut++
    const [from, to] = this.nature.latency
    const trouble = this.#troubleOf(number, limit)
    const takes = trouble?.kind === 'stall' ? 20_000 : from + this.#random() * (to - from)
    // The list is looked at somewhere on the way, so that answers overtake each other.
    const looksAfter = takes * this.#random()
    try {
      await this.#time.sleep(looksAfter, signal)
      const changes = this.nature.changes.filter(({ at }) => at === number)
      for (const change of changes) this.#change(change)
      // What was between them nobody could see.
      if (changes.length > 0) this.#remember()
      const { recap } = this.nature
      if (recap?.at === number) this.nature.cap = recap.cap
      const answer = this.#answer(page, limit, trouble)
      await this.#time.sleep(takes - looksAfter, signal)
      const { retryAfter = 0 } = answer.ok ? {} : answer.failure.facts
      if (retryAfter > 0 && caller === this.#callers)
        this.#quietUntil = Math.max(this.#quietUntil, this.#time.elapsed() + retryAfter)
      return answer
    } catch {
      return fail('cancelled')
    } finally {
      if (caller === this.#callers) this.#inFlight--
    }
  }

  /** What a person is given who looks at a page beside the sync, at once and without trouble. */
  pageNow(page: number, limit: number): Result<RawAnswer> {
    return this.#answer(page, limit, undefined)
  }

  #troubleOf(number: number, limit: number): Trouble | undefined {
    const { troubles, failsAbove } = this.nature
    if (failsAbove && limit > failsAbove.limit)
      return { at: number, for: 1, amount: 0, kind: failsAbove.kind }
    return troubles.find(({ at, for: times }) => number >= at && number < at + times)
  }

  #make(place: number): Item {
    const { bad, twice } = this.nature
    const number = ++this.#made
    if (place > 0 && bad > 0 && place % bad === 0) return { id: null, version: 0 }
    const first = this.#list[0]?.id
    if (place > 0 && twice > 0 && place % twice === 0 && first) return { id: first, version: 0 }
    return { id: `P-${number}`, version: 0 }
  }

  #remember(): void {
    this.states.push({ at: this.#time.elapsed(), contents: this.contents() })
  }

  #answer(page: number, limit: number, trouble: Trouble | undefined): Result<RawAnswer> {
    const host = 'store.example'
    if (this.isOffline) return fail('name-not-found', { host })
    if (this.isRefusingKey) return fail('key-refused', { host, status: 401 })
    const failure = trouble && this.#failure(trouble)
    if (failure) return { ok: false, failure }
    const instead = trouble && inPlaceOfPage(trouble)
    if (instead) return taken(page, limit, instead)
    const { refusesAbove, cap, capKind, afterEnd } = this.nature
    if (refusesAbove && limit > refusesAbove.limit) {
      const { status } = refusesAbove
      return fail(status === 413 ? 'page-too-large' : 'request-refused', { host, status })
    }
    const size = cap === null ? limit : Math.min(cap, limit)
    const step = capKind === 'shrinks-pages' ? size : limit
    const last = Math.max(1, Math.ceil(this.#list.length / step))
    if (page > last && afterEnd === 'not-found') return fail('not-found', { host, status: 404 })
    if (page > last && afterEnd === 'bad-request') return fail('request-refused', { host, status: 400 })
    const isLastAgain = page > last && (afterEnd === 'last-again' || afterEnd === 'last-as-itself')
    const shownPage = trouble?.kind === 'other-page' ? Math.max(1, page - 1) : isLastAgain ? last : page
    const from = (shownPage - 1) * step
    let items = this.#list.slice(from, from + size)
    if (trouble?.kind === 'empty') items = []
    if (trouble?.kind === 'short') items = items.slice(0, Math.max(0, items.length - trouble.amount))
    const number = isLastAgain && afterEnd === 'last-as-itself' ? last : page
    const currentPage = trouble?.kind === 'wrong-page' ? number + 1 : number
    const totals = this.#totals(step, trouble)
    const body = { status: 200, message: 'ok', data: { items: items.map(sent), currentPage, ...totals } }
    const text = JSON.stringify(body)
    return taken(page, limit, trouble?.kind === 'cut' ? text.slice(0, -9) : text)
  }

  #totals(step: number, trouble: Trouble | undefined): Record<string, unknown> {
    const count = this.#list.length
    const both = (items: number): Record<string, unknown> => ({
      totalItems: items,
      totalPages: Math.ceil(items / step)
    })
    if (trouble?.kind === 'no-totals') return {}
    if (trouble?.kind === 'other-totals') return both(count + trouble.amount)
    switch (this.nature.totals) {
      case 'items':
        return { totalItems: count }
      case 'pages':
        return { totalPages: Math.ceil(count / step) }
      case 'none':
        return {}
      case 'too-many':
        return both(count + 3)
      case 'too-few':
        return both(Math.max(0, count - 3))
      case 'nonsense':
        return { totalItems: 'NaN', totalPages: 1e9 }
      default:
        return both(count)
    }
  }

  #failure({ kind, amount }: Trouble): Failure | null {
    const host = 'store.example'
    const refused = (status: number, retryAfter?: number): Failure => {
      const code = status === 429 ? 'rate-limited' : 'server-error'
      return { code, facts: { host, status, ...(retryAfter === undefined ? {} : { retryAfter }) } }
    }
    switch (kind) {
      case 'error':
        return refused(500)
      case 'busy':
      case 'limited':
        return refused(kind === 'busy' ? 503 : 429, amount * 1000)
      case 'limited-silently':
        return refused(429)
      case 'reset':
        return { code: 'connection-lost', facts: { host, reason: 'ECONNRESET' } }
      case 'stall':
        return { code: 'timeout', facts: { host } }
      case 'offline':
        return { code: 'name-not-found', facts: { host } }
      default:
        return null
    }
  }
}

/** What comes with HTTP 200 and is no page (faults 9, 15, 44). */
function inPlaceOfPage({ kind }: Trouble): string | null {
  switch (kind) {
    case 'web-page':
      return '<html><body>Our shop</body></html>'
    case 'portal':
      return '<html><title>Airport Wi-Fi</title><form action="/login"><input type="password"></form></html>'
    case 'busy-inside':
      return '{"status":503,"message":"Busy"}'
    case 'limited-inside':
      return '{"status":429,"message":"Too many requests"}'
    default:
      return null
  }
}

/** As the client hands on what came with HTTP 200. */
function taken(page: number, limit: number, body: string): Result<RawAnswer> {
  const bytes = new Uint8Array(new TextEncoder().encode(body))
  const url = new URL(`https://store.example/api/public/products?pageNo=${page}&limit=${limit}`)
  const headers = {
    contentType: 'application/json',
    location: undefined,
    retryAfter: undefined,
    date: undefined
  }
  return takeAnswer({ url, status: 200, ...headers, bytes }, page, limit)
}

function sent({ id, version }: Item): Record<string, unknown> {
  return { ...(id === null ? {} : { id }), name: `Product ${id ?? ''}`, price: version }
}

function shown({ id, version }: Item): string {
  return id === null ? '!id-missing' : `${id}|Product ${id}|${version}`
}

/** The id of an entry as `shown` has it. */
function idShown(shown: string): string {
  return shown.slice(0, shown.indexOf('|'))
}
