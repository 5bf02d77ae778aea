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

/** Makes values ready for the other world, and keeps the functions that it may call. */
function makeEncoder({ tell }: Line): { encode: (value: unknown) => unknown; functions: Fn[] } {
  const functions: Fn[] = []
  const cloned = [Date, RegExp, Map, Set, ArrayBuffer, Blob]
  let promises = 0
  const encodePromise = (promise: Promise<unknown>): Wire => {
    const id = (promises += 1)
    promise.then(
      (value) => tell('settle', { id, ok: true, value: encode(value) }),
      (error: unknown) => tell('settle', { id, ok: false, value: encode(error) })
    )
    return { $bridge: 'promise', id }
  }
  const encode = (value: unknown): unknown => {
    if (typeof value === 'symbol') throw new Error('An object could not be cloned.')
    if (typeof value === 'function') return { $bridge: 'function', id: functions.push(value as Fn) - 1 }
    if (typeof value !== 'object' || value === null) return value
    if (value instanceof Promise) return encodePromise(value)
    if (value instanceof Error) return { $bridge: 'error', id: 0, message: value.message, stack: value.stack }
    if (Array.isArray(value)) return value.map(encode)
    if (ArrayBuffer.isView(value) || cloned.some((type) => value instanceof type)) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, encode(item)]))
  }
  return { encode, functions }
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
  const decode = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(decode)
    if (typeof value !== 'object' || value === null) return value
    if ('$bridge' in value) return decodeWire(value as Wire)
    if (Object.getPrototypeOf(value) !== Object.prototype) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, decode(item)]))
  }
  return decode
}

/** One side of the membrane. */
export function makeMembrane(node: EventTarget, side: 'main' | 'isolated'): Membrane {
  const line = openLine(node, side)
  const { encode, functions } = makeEncoder(line)
  let answer: Answer = { ok: true, value: undefined }
  const decode = makeDecoder(line, (id, args) => {
    line.tell('call', { id, args: args.map(encode) })
    // The other side has answered by now: events on the node are synchronous.
    const { ok, value } = answer
    if (ok) return decode(value)
    throw decode(value)
  })
  line.listen('answer', (result: Answer) => {
    answer = result
  })
  line.listen('call', ({ id, args }: { id: number; args: unknown[] }) => {
    let result: Answer
    try {
      result = { ok: true, value: encode(functions[id]?.(...args.map((each) => decode(each)))) }
    } catch (error) {
      result = { ok: false, value: encode(error) }
    }
    line.tell('answer', result)
  })
  return {
    offer: (name, value) => line.tell('offer', { name, value: encode(value) }),
    onOffer: (listener) =>
      line.listen('offer', ({ name, value }: { name: string; value: unknown }) =>
        listener(name, decode(value))
      )
  }
}

/** All functions of this file, for a page. */
export const membraneSource = [openLine, makeEncoder, makeDecoder, makeMembrane].join('\n')
