/** Turns values into text and back, as Electron's structured clone carries them between page and main process. */
export interface Codec {
  /** Throws Electron's "An object could not be cloned." for functions, symbols, promises and the like. */
  encode(value: unknown): string
  decode(text: string): unknown
}

/** Makes a codec. The function's own text is also injected into pages, so it uses nothing from outside itself. */
export function makeCodec(): Codec {
  const mark = '$type'
  type Tagged = Record<string, unknown>
  const uncloneable = (): Error => new Error('An object could not be cloned.')
  const tag = (type: string, value?: unknown): Tagged => ({ [mark]: type, value })
  const views: Record<string, new (buffer: ArrayBuffer) => ArrayBufferView> = {
    Uint8Array, Int8Array, Uint8ClampedArray, Uint16Array, Int16Array, Uint32Array, Int32Array,
    Float32Array, Float64Array, BigInt64Array, BigUint64Array, DataView
  } // prettier-ignore

  const toBase64 = (bytes: Uint8Array): string => {
    let text = ''
    for (let at = 0; at < bytes.length; at += 8192)
      text += String.fromCharCode(...bytes.subarray(at, at + 8192))
    return btoa(text)
  }
  const fromBase64 = (text: string): ArrayBuffer =>
    Uint8Array.from(atob(text), (char) => char.charCodeAt(0)).buffer

  function encode(root: unknown): string {
    const seen = new Map<object, number>()
    const special = (value: object): Tagged | undefined => {
      if (value instanceof Date) return tag('Date', value.getTime())
      if (value instanceof RegExp) return tag('RegExp', [value.source, value.flags])
      if (value instanceof Map)
        return tag(
          'Map',
          [...value].map(([key, item]) => [walk(key), walk(item)])
        )
      if (value instanceof Set) return tag('Set', [...value].map(walk))
      if (value instanceof Error) return tag('Error', [value.name, value.message, value.stack])
      if (value instanceof ArrayBuffer) return tag('ArrayBuffer', toBase64(new Uint8Array(value)))
      if (!ArrayBuffer.isView(value)) return undefined
      const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
      return tag('View', [value.constructor.name, toBase64(bytes)])
    }
    const walk = (value: unknown): unknown => {
      if (value === undefined) return tag('undefined')
      if (typeof value === 'bigint') return tag('bigint', String(value))
      if (typeof value === 'number') {
        return Number.isFinite(value) && !Object.is(value, -0)
          ? value
          : tag('number', Object.is(value, -0) ? '-0' : String(value))
      }
      if (typeof value !== 'object' || value === null) return value
      const known = seen.get(value)
      if (known !== undefined) return tag('seen', known)
      seen.set(value, seen.size)
      if (Array.isArray(value)) return value.map(walk)
      const tagged = special(value)
      if (tagged) return tagged
      if (Object.getPrototypeOf(value) !== Object.prototype) throw uncloneable()
      const entries = Object.entries(value).map(([key, item]) => [key, walk(item)])
      return mark in value ? tag('Object', entries) : Object.fromEntries(entries)
    }
    let copy: unknown
    try {
      // The platform's own clone decides what may pass, and reduces class instances to plain data.
      copy = structuredClone(root)
    } catch {
      throw uncloneable()
    }
    return JSON.stringify(walk(copy))
  }

  function decode(text: string): unknown {
    const seen: unknown[] = []
    const keep = <T>(value: T): T => {
      seen.push(value)
      return value
    }
    const fill = (entries: [string, unknown][]): unknown => {
      const object = keep({})
      // Defined, not assigned: a key called __proto__ is data.
      const own = { enumerable: true, configurable: true, writable: true }
      for (const [key, item] of entries) Object.defineProperty(object, key, { ...own, value: walk(item) })
      return object
    }
    const untag = (type: unknown, value: unknown): unknown => {
      const list = value as never[]
      switch (type) {
        case 'undefined': return undefined
        case 'bigint': return BigInt(value as string)
        case 'number': return Number(value)
        case 'seen': return seen[value as number]
        case 'Object': return fill(list)
        case 'Date': return keep(new Date(value as number))
        case 'RegExp': return keep(new RegExp(list[0] ?? '', list[1]))
        case 'ArrayBuffer': return keep(fromBase64(value as string))
        case 'View': return keep(new (views[String(list[0])] ?? Uint8Array)(fromBase64(String(list[1]))))
        case 'Error': {
          const [name, message, stack] = list as string[]
          return Object.defineProperties(keep(new Error(message)), { name: { value: name }, stack: { value: stack } })
        }
        case 'Map': {
          const map = keep(new Map<unknown, unknown>())
          for (const [key, item] of list as unknown[][]) map.set(walk(key), walk(item))
          return map
        }
        default: {
          const set = keep(new Set<unknown>())
          for (const item of list) set.add(walk(item))
          return set
        }
      }
    } // prettier-ignore
    const walk = (value: unknown): unknown => {
      if (typeof value !== 'object' || value === null) return value
      if (Array.isArray(value)) {
        const array = keep<unknown[]>([])
        for (const item of value) array.push(walk(item))
        return array
      }
      if (mark in value) return untag(value[mark], (value as Tagged).value)
      return fill(Object.entries(value))
    }
    return walk(JSON.parse(text))
  }

  return { encode, decode }
}
