// What two worlds of a page share: a detached node, whose events reach both at once. An event's detail is cloned
// between worlds; functions and promises go as numbers and are called back through the node. The functions of this
// file run in pages, injected by their text: they use nothing but each other.

/** What stands for a value that cannot be cloned. */
interface Wire {
  $bridge: 'function' | 'promise' | 'error'
  id: number
  message?: string
  stack?: string
}
interface Answer {
  ok: boolean
  value: unknown
}
type Fn = (...args: unknown[]) => unknown

export interface Membrane {
  /** Makes a value of this world known to the other under a name. */
  offer(name: string, value: unknown): void
  onOffer(listener: (name: string, value: unknown) => void): void
}

/** What goes from one world to the other and back. */
interface Line {
  tell: (kind: string, detail: unknown) => void
  listen: (kind: string, listener: (detail: never) => void) => void
}

function openLine(node: EventTarget, side: 'main' | 'isolated'): Line {
  const other = side === 'main' ? 'isolated' : 'main'
  return {
    tell: (kind, detail) => void node.dispatchEvent(new CustomEvent(`${other}:${kind}`, { detail })),
    listen: (kind, listener) =>
      node.addEventListener(`${side}:${kind}`, (event) => listener((event as CustomEvent<never>).detail))
  }
}

/** Why structuredClone refuses the value; null when it takes it. */
function refusal(value: unknown): string | null {
  try {
    structuredClone(value)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}

/**
 * True for a proxy. JavaScript cannot ask; but structuredClone refuses one before it looks inside, and names it as it
 * names no function and no value: `#<Object>` or `[object Array]`. What may be in an object, but not be cloned, is a promise.
 */
function isProxy(value: object): boolean {
  return /(^|: )(#<(?!Promise>)|\[object )/.test(refusal(value) ?? '')
}

function uncloneable(): Error {
  return new Error('An object could not be cloned.')
}

/** What an object is to contextBridge, which hands over the parts of a list or object one by one, and clones the rest. */
function kindOf(value: object): 'error' | 'list' | 'object' | 'promise' | 'cloned' {
  if (value instanceof Promise) return 'promise'
  if (Array.isArray(value)) return 'list'
  if (ArrayBuffer.isView(value)) return 'cloned'
  const name = Object.prototype.toString.call(value).slice(8, -1)
  if (name === 'Error') return 'error'
  if (name === 'Object') return 'object'
  const cloned = [
    'Date',
    'RegExp',
    'Map',
    'Set',
    'ArrayBuffer',
    'Blob',
    'File',
    'Number',
    'String',
    'Boolean'
  ]
  // Electron hands over some others empty, or as they are: nobody can mean that.
  if (!cloned.includes(name)) throw uncloneable()
  return 'cloned'
}

/** Makes a value ready for the other world, or throws what contextBridge throws. `wire` stands for what cannot be cloned. */
function encodeWith(wire: (kind: Wire['$bridge'], value: unknown) => Wire, root: unknown): unknown {
  const copies = new Map<object, unknown>()
  const mayHaveProxies = refusal(root) !== null
  const walk = (value: unknown, depth: number): unknown => {
    if (typeof value === 'symbol') throw uncloneable()
    if (typeof value === 'function') return wire('function', value)
    if (typeof value !== 'object' || value === null) return value
    if (copies.has(value)) return copies.get(value)
    if (depth > 1000) {
      const limit = 'Nested objects deeper than 1000 are not supported.'
      throw new TypeError(`Electron contextBridge recursion depth exceeded.  ${limit}`)
    }
    const kind = kindOf(value)
    if (kind === 'promise' || kind === 'error') return wire(kind, value)
    if (mayHaveProxies && isProxy(value)) throw uncloneable()
    if (kind === 'cloned') {
      if (mayHaveProxies && refusal(value) !== null) throw uncloneable()
      return value
    }
    const copy: object = kind === 'list' ? [] : {}
    copies.set(value, copy)
    const entries = kind === 'list' ? Array.from(value as unknown[]).entries() : Object.entries(value)
    // Defined, not assigned: a key called __proto__ is data.
    const own = { enumerable: true, configurable: true, writable: true }
    for (const [key, item] of entries) {
      Object.defineProperty(copy, key, { ...own, value: walk(item, depth + 1) })
    }
    return copy
  }
  return walk(root, 0)
}

/** Makes values ready for the other world, and keeps the functions that it may call. */
function makeEncoder({ tell }: Line): {
  encode: Fn
  answer: (ok: boolean, value: unknown) => Answer
  functions: Fn[]
} {
  const functions: Fn[] = []
  let promises = 0
  const wire = ($bridge: Wire['$bridge'], value: unknown): Wire => {
    if ($bridge === 'function') return { $bridge, id: functions.push(value as Fn) - 1 }
    if ($bridge === 'error') {
      const { message, stack = '' } = value as Error
      return { $bridge, id: 0, message, stack }
    }
    const id = (promises += 1)
    ;(value as Promise<unknown>).then(
      (result) => tell('settle', { id, ...answer(true, result) }),
      (error: unknown) => tell('settle', { id, ...answer(false, error) })
    )
    return { $bridge, id }
  }
  const encode = (value: unknown): unknown => encodeWith(wire, value)
  const answer = (ok: boolean, value: unknown): Answer => {
    try {
      return { ok, value: encode(value) }
    } catch (error) {
      return { ok: false, value: encode(new Error(`Uncaught ${String(error)}`)) }
    }
  }
  return { encode, answer, functions }
}

/** Takes values from the other world; `call` calls a function of that world. */
function makeDecoder({ listen }: Line, call: (id: number, args: unknown[]) => unknown): Fn {
  const pending = new Map<number, (answer: Answer) => void>()
  listen('settle', (result: Answer & { id: number }) => {
    pending.get(result.id)?.(result)
    pending.delete(result.id)
  })
  const decodeWire = ({ $bridge, id, message, stack }: Wire): unknown => {
    if ($bridge === 'function') return (...args: unknown[]) => call(id, args)
    if ($bridge === 'error') return Object.defineProperty(new Error(message), 'stack', { value: stack })
    return new Promise((resolve, reject) => {
      pending.set(id, ({ ok, value }) => (ok ? resolve : reject)(decode(value)))
    })
  }
  // What came is a copy of this world's own, so wires in it are replaced where they are.
  const decode = (root: unknown): unknown => {
    const seen = new Set<unknown>()
    const walk = (value: unknown): unknown => {
      if (typeof value !== 'object' || value === null || seen.has(value)) return value
      if ('$bridge' in value) return decodeWire(value as Wire)
      if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return value
      seen.add(value)
      const parts = value as Record<string, unknown>
      for (const key of Object.keys(parts)) parts[key] = walk(parts[key])
      return value
    }
    return walk(root)
  }
  return decode
}

/** One side of the membrane. */
export function makeMembrane(node: EventTarget, side: 'main' | 'isolated'): Membrane {
  const line = openLine(node, side)
  const { encode, answer, functions } = makeEncoder(line)
  let last: Answer = { ok: true, value: undefined }
  const decode = makeDecoder(line, (id, args) => {
    line.tell('call', { id, args: encode(args) })
    // The other side has answered by now: events on the node are synchronous.
    const { ok, value } = last
    if (ok) return decode(value)
    throw decode(value)
  })
  line.listen('answer', (result: Answer) => {
    last = result
  })
  const call = (id: number, args: unknown): Answer => {
    try {
      return answer(true, functions[id]?.(...(decode(args) as unknown[])))
    } catch (error) {
      const unknown =
        'An unknown exception occurred in the isolated context, an error occurred but a valid exception was not thrown.'
      return answer(false, error instanceof Error ? error : new Error(unknown))
    }
  }
  line.listen('call', ({ id, args }: { id: number; args: unknown }) => line.tell('answer', call(id, args)))
  return {
    offer: (name, value) => line.tell('offer', { name, value: encode(value) }),
    onOffer: (listener) =>
      line.listen('offer', ({ name, value }: { name: string; value: unknown }) =>
        listener(name, decode(value))
      )
  }
}

/** All functions of this file, for a page. */
export const membraneSource = [
  openLine, refusal, isProxy, uncloneable, kindOf, encodeWith, makeEncoder, makeDecoder, makeMembrane
].join('\n') // prettier-ignore
