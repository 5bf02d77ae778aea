// Values as text and back, as Electron's structured clone carries them between a page and the main process. The
// functions also run in pages, injected by their text: they use nothing but each other and what pages and Node share.

interface Tagged {
  $type: string
  value: unknown
}
type Walk = (value: unknown) => unknown

function tag($type: string, value?: unknown): Tagged {
  return { $type, value }
}

function toBase64({ buffer, byteOffset, byteLength }: ArrayBufferView): string {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength)
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}

function fromBase64(text: string): ArrayBuffer {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0)).buffer
}

/** The kinds of objects that JSON has no form for; undefined for plain ones. */
function tagObject(value: object, walk: Walk): Tagged | undefined {
  if (value instanceof Date) return tag('Date', value.getTime())
  if (value instanceof RegExp) return tag('RegExp', [value.source, value.flags])
  if (value instanceof Map) return tag('Map', [...value].map(([key, item]) => [walk(key), walk(item)])) // prettier-ignore
  if (value instanceof Set) return tag('Set', [...value].map(walk))
  if (value instanceof Error) return tag('Error', [value.name, value.message, value.stack])
  if (value instanceof ArrayBuffer) return tag('ArrayBuffer', toBase64(new Uint8Array(value)))
  if (ArrayBuffer.isView(value)) return tag('View', [value.constructor.name, toBase64(value)])
  if (Object.getPrototypeOf(value) !== Object.prototype) throw new Error('An object could not be cloned.')
  return undefined
}

function tagPrimitive(value: unknown): unknown {
  if (value === undefined) return tag('undefined')
  if (typeof value === 'bigint') return tag('bigint', String(value))
  if (Object.is(value, -0)) return tag('number', '-0')
  return typeof value === 'number' && !Number.isFinite(value) ? tag('number', String(value)) : value
}

/** The value as structured clone makes it: class instances as plain data, bytes of any kind as bytes. */
export function cloned(value: unknown): unknown {
  try {
    return structuredClone(value)
  } catch {
    throw new Error('An object could not be cloned.')
  }
}

/** The value as JSON. Throws Electron's "An object could not be cloned." for functions, promises and the like. */
export function encode(root: unknown): string {
  const seen = new Map<object, number>()
  const walk: Walk = (value) => {
    if (typeof value !== 'object' || value === null) return tagPrimitive(value)
    const known = seen.get(value)
    if (known !== undefined) return tag('seen', known)
    seen.set(value, seen.size)
    if (Array.isArray(value)) return value.map(walk)
    const tagged = tagObject(value, walk)
    if (tagged) return tagged
    const entries = Object.entries(value).map(([key, item]) => [key, walk(item)])
    return '$type' in value ? tag('Object', entries) : Object.fromEntries(entries)
  }
  return JSON.stringify(walk(cloned(root)))
}

/** An object of a kind that holds no other values. */
function makeLeaf(type: string, value: unknown): unknown {
  if (type === 'Date') return new Date(value as number)
  if (type === 'ArrayBuffer') return fromBase64(value as string)
  const [first = '', second = '', stack = ''] = value as string[]
  if (type === 'RegExp') return new RegExp(first, second)
  if (type === 'Error') {
    return Object.defineProperties(new Error(second), { name: { value: first }, stack: { value: stack } })
  }
  const views = globalThis as unknown as Record<string, new (buffer: ArrayBuffer) => unknown>
  return new (views[first] ?? Uint8Array)(fromBase64(second))
}

/** An empty object, and how to fill it: what it holds may refer to it. */
function makeHolder(type: string, list: unknown[], walk: Walk): [holder: object, fill: () => void] {
  if (type === 'Map') {
    const map = new Map<unknown, unknown>()
    return [map, () => (list as unknown[][]).forEach(([key, item]) => map.set(walk(key), walk(item)))]
  }
  if (type === 'Set') {
    const set = new Set<unknown>()
    return [set, () => list.forEach((item) => set.add(walk(item)))]
  }
  if (type === 'Array') {
    const array: unknown[] = []
    return [array, () => list.forEach((item) => array.push(walk(item)))]
  }
  const object = {}
  // Defined, not assigned: a key called __proto__ is data.
  const own = { enumerable: true, configurable: true, writable: true }
  const define = ([key, item]: [string, unknown]): unknown =>
    Object.defineProperty(object, key, { ...own, value: walk(item) })
  return [object, () => (list as [string, unknown][]).forEach(define)]
}

/** The value that `encode` made the text of. */
export function decode(text: string): unknown {
  const seen: unknown[] = []
  const hold = (type: string, list: unknown[]): unknown => {
    const [holder, fill] = makeHolder(type, list, walk)
    seen.push(holder)
    fill()
    return holder
  }
  const walk: Walk = (value) => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return hold('Array', value)
    if (!('$type' in value)) return hold('Object', Object.entries(value))
    const { $type, value: inner } = value as Tagged
    if ($type === 'undefined') return undefined
    if ($type === 'bigint') return BigInt(inner as string)
    if ($type === 'number') return Number(inner)
    if ($type === 'seen') return seen[inner as number]
    if (['Object', 'Map', 'Set'].includes($type)) return hold($type, inner as unknown[])
    const leaf = makeLeaf($type, inner)
    seen.push(leaf)
    return leaf
  }
  return walk(JSON.parse(text))
}

/** All functions of this file, for a page. */
export const codecSource = [
  tag, toBase64, fromBase64, tagObject, tagPrimitive, cloned, encode, makeLeaf, makeHolder, decode
].join('\n') // prettier-ignore
