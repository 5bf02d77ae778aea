import { fullForm, pageItems, sendJson, type Exchange, type Scenario, type StoreItem } from './exchange'

/** Answers with `data` replaced in parts. */
function withData(change: (exchange: Exchange) => StoreItem): Scenario['play'] {
  return (exchange) => sendJson(exchange, fullForm(exchange, change(exchange)))
}

const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

/** Envelopes that are odd, wrong or hostile. */
export const envelopeScenarios = {
  /** No fault: the short form, without message and with three fields an item. */
  'short-form': {
    faults: [],
    checked: true,
    play: (exchange) => {
      const items = pageItems(exchange).map(({ id, name, price }) => ({ id, name, price }))
      sendJson(exchange, fullForm(exchange, { items }, { message: undefined }))
    }
  },

  /** Fault 33: no `items`. */
  'items-missing': { faults: [33], play: withData(() => ({ items: undefined })) },

  /** Fault 33: `items` null. */
  'items-null': { faults: [33], play: withData(() => ({ items: null })) },

  /** Fault 33: `items` an object. */
  'items-object': { faults: [33], play: withData(() => ({ items: { 0: { id: 'P-1' } } })) },

  /** Fault 34: another page than asked for. */
  'wrong-page': { faults: [34], play: withData(({ page }) => ({ currentPage: page + 1 })) },

  /** Fault 35: no pages, but items. */
  'zero-pages': { faults: [35], play: withData(() => ({ totalPages: 0 })) },

  /** Fault 36: a list that is 10 shorter at each request. */
  shrinking: { faults: [36], play: withData(({ total, played }) => ({ totalItems: total - 10 * played })) },

  /** Fault 37: a list that is 10 longer at each request. */
  growing: {
    faults: [37],
    play: withData(({ total, limit, played }) => ({
      totalItems: total + 10 * played,
      totalPages: Math.ceil((total + 10 * played) / limit)
    }))
  },

  /** Fault 38: the first page, whatever is asked, and says so. */
  'same-page': {
    faults: [38],
    play: (exchange) => sendJson(exchange, fullForm({ ...exchange, page: 1 }))
  },

  /** Fault 38: the items of the first page, whatever is asked, under the number asked for. */
  'same-items': {
    faults: [38],
    play: (exchange) => sendJson(exchange, fullForm(exchange, { items: pageItems({ ...exchange, page: 1 }) }))
  },

  /** Fault 39: 1e9 pages. */
  'totals-huge': { faults: [39], play: withData(() => ({ totalPages: 1e9, totalItems: 1e12 })) },

  /** Fault 39: totals as text that can be read. */
  'totals-text': {
    faults: [39],
    play: withData(({ total, limit, page }) => ({
      currentPage: String(page),
      totalPages: String(Math.ceil(total / limit)),
      totalItems: `${total}`
    }))
  },

  /** Fault 39: totals as nonsense. */
  'totals-nonsense': { faults: [39], play: withData(() => ({ totalPages: 'NaN', totalItems: null })) },

  /** No known fault: the number of pages alone. */
  'pages-alone': {
    faults: [],
    checked: true,
    play: withData(({ total, limit }) => ({ totalPages: Math.ceil(total / limit), totalItems: null }))
  },

  /** Fault 39: more pages than items. */
  'totals-contradict': { faults: [39], play: withData(() => ({ totalPages: 5000, totalItems: 40 })) },

  /** Fault 40: nothing on a page that is not the last. */
  'empty-before-end': { faults: [40], play: withData(() => ({ items: [] })) },

  /** Fault 41: all products are gone, and the totals say so too. */
  'no-products': {
    faults: [41],
    play: withData(() => ({ items: [], totalPages: 0, totalItems: 0 }))
  },

  /** Fault 42: never more than 10 a page, and the totals are counted with that. */
  'limit-capped': {
    faults: [42],
    checked: true,
    play: (exchange) => sendJson(exchange, fullForm({ ...exchange, limit: Math.min(10, exchange.limit) }))
  },

  /** No known fault: always 60 a page, however few were asked for. */
  'limit-ignored': {
    faults: [],
    checked: true,
    play: (exchange) => sendJson(exchange, fullForm({ ...exchange, limit: 60 }))
  },

  /** Fault 43: nested a hundred thousand times. */
  'deep-json': { faults: [43], play: (exchange) => sendJson(exchange, deep(100_000)) },

  /** Fault 43: a good page with something very deep in one of its items. */
  'deep-item': {
    faults: [43],
    play: (exchange) =>
      sendJson(exchange, `{"status":200,"data":{"items":[{"id":"P-1","extra":${deep(50_000)}}]}}`)
  },

  /** Fault 43: more bytes than any page needs. */
  'huge-json': {
    faults: [43],
    play: (exchange) => sendJson(exchange, fullForm(exchange, {}, { padding: 'x'.repeat(20 * 1024 * 1024) }))
  },

  /** Fault 43: few bytes, but millions of objects. */
  'many-objects': {
    faults: [43],
    play: (exchange) => sendJson(exchange, `{"data":{"items":[${'{},'.repeat(2_000_000)}{}]}}`)
  },

  /** Fault 44: products, and another status in the body. */
  'status-differs': {
    faults: [44],
    play: (exchange) => sendJson(exchange, fullForm(exchange, {}, { status: 201 }))
  },

  /** Fault 44: HTTP 200 around a refusal. */
  'status-inside': {
    faults: [44],
    play: (exchange) => sendJson(exchange, { status: 401, message: 'Invalid API key', data: null })
  },

  /** Fault 44: HTTP 200 around a 429 that asks for seven minutes. */
  'rate-limited-inside': {
    faults: [44, 28],
    play: (exchange) =>
      sendJson(exchange, { status: 429, message: 'Too many requests' }, 200, { 'retry-after': '420' })
  }
} satisfies Record<string, Scenario>
