import { fullForm, pageItems, sendJson, type Exchange, type Scenario, type StoreItem } from './exchange'

/** A page whose first items are changed by the given parts; an item of null is replaced whole by `null`. */
function withItems(changes: (StoreItem | null)[]): Scenario['play'] {
  return (exchange) => {
    const items = changedItems(exchange, changes)
    sendJson(exchange, fullForm(exchange, { items }))
  }
}

function changedItems(exchange: Exchange, changes: (StoreItem | null)[]): unknown[] {
  return pageItems(exchange).map((item, index) => {
    const change = changes[index]
    if (change === null) return null
    return change === undefined ? item : { ...item, ...change }
  })
}

/** A page as text, since JSON.stringify cannot write these values: `PRICE` stands for them. */
function withRawPrice(price: string): Scenario['play'] {
  return (exchange) => {
    const text = JSON.stringify(fullForm(exchange, { items: changedItems(exchange, [{ price: 'PRICE' }]) }))
    sendJson(exchange, text.replace('"PRICE"', price))
  }
}

/** Items that are odd, wrong or hostile; the others on the page are good. */
export const itemScenarios = {
  /** Fault 45: the third item has the id of the first. */
  'duplicate-ids': { faults: [45], checked: true, play: withItems([{ id: 'A' }, {}, { id: 'A' }]) },

  /** Fault 46: no id, an empty one, a blank one, and an item that is null. */
  'ids-missing': {
    faults: [46],
    checked: true,
    play: withItems([{ id: undefined }, { id: '' }, { id: '  ' }, null])
  },

  /** Fault 47: a number, an unsafe one, a fraction. */
  'ids-numbers': {
    faults: [47],
    play: withItems([{ id: 4711 }, { id: 2 ** 60 }, { id: 1.5 }])
  },

  /** Fault 48: an id of 512 characters and one of 100,000. */
  'ids-long': { faults: [48], play: withItems([{ id: 'i'.repeat(512) }, { id: 'i'.repeat(100_000) }]) },

  /** Fault 49: the id `__proto__`, and an item that brings a `__proto__` along. */
  'id-proto': {
    faults: [49],
    play: (exchange) => {
      const items = JSON.stringify(changedItems(exchange, [{ id: '__proto__' }, { id: 'constructor' }]))
      const hostile = `{"id":"P-9","__proto__":{"price":0,"polluted":true},"name":"Hostile"}`
      const text = JSON.stringify(fullForm(exchange, { items: 'ITEMS' }))
      sendJson(
        exchange,
        text.replace('"ITEMS"', () => `[${hostile},${items.slice(1)}`)
      )
    }
  },

  /** Fault 50: ids that mean something to a file system. */
  'ids-paths': {
    faults: [50],
    play: withItems([{ id: '../../etc/passwd' }, { id: 'CON' }, { id: 'a\\b:c' }])
  },

  /** Fault 51: prices as text, empty text, null, missing, true, an object. */
  'prices-unknown': {
    faults: [51],
    checked: true,
    play: withItems([
      { price: '12.50' },
      { price: '' },
      { price: null },
      { price: undefined },
      { price: true },
      { price: { amount: 5 } },
      { price: 0 }
    ])
  },

  /** Fault 52: 1e309. */
  'price-infinite': { faults: [52], play: withRawPrice('1e309') },

  /** Fault 52: NaN, which is not JSON at all. */
  'price-nan': { faults: [52], play: withRawPrice('NaN') },

  /** Fault 53. */
  'price-negative': { faults: [53], play: withItems([{ price: -3.5 }, { price: -0 }]) },

  /** Fault 54: markup in every text. */
  markup: {
    faults: [54],
    checked: true,
    play: withItems([
      {
        name: '<img src=x onerror="document.title=1">',
        description: '<script>document.title = 1</script>{{ 7 * 7 }}'
      }
    ])
  },

  /** Fault 55: bidi and zero-width characters. */
  bidi: {
    faults: [55],
    checked: true,
    play: withItems([{ name: 'Invoice \u202egpj.exe', description: 'a\u200bb\u2066c' }])
  },

  /** Fault 56: lone surrogates and NULs. */
  'broken-characters': {
    faults: [56],
    play: withItems([{ id: 'a\ud800b', name: 'Tea\0pot \udc00', description: 'x\0' }, { name: 'Fine 🫖' }])
  },

  /** Fault 57: a megabyte of name, and of description. */
  'name-megabyte': {
    faults: [57],
    play: withItems([{ name: '🫖'.repeat(500_000), description: 'd'.repeat(1_000_000) }])
  },

  /** Fault 58: texts that would be patterns. */
  'regex-like': {
    faults: [58],
    play: withItems([{ id: '(a+)+$', name: '.*[%_]\\', description: '(?=x){1,99999}' }])
  }
} satisfies Record<string, Scenario>
