import type { Codec } from './codec.ts'

// The functions of this file run in pages: they are injected by their text, and use nothing from outside themselves.

/** A key combination of the application menu. */
export interface Accelerator {
  id: number
  key: string
  ctrl: boolean
  alt: boolean
  shift: boolean
  meta: boolean
}

/** What the page's isolated world tells the shell. `args` and `value` are the codec's text. */
export type FromPage =
  | { kind: 'invoke'; id: number; channel: string; args: string }
  | { kind: 'send'; channel: string; args: string }
  | { kind: 'open'; url: string }
  | { kind: 'accelerator'; id: number }
  | { kind: 'dark'; dark: boolean }
  | { kind: 'title'; title: string }
  | { kind: 'resize' | 'focus' | 'blur' }

/** What the shell tells the page's isolated world. */
export type ToPage =
  | { kind: 'settle'; id: number; error?: string; value?: string }
  | { kind: 'event'; channel: string; args: string }
  | { kind: 'accelerators'; list: Accelerator[] }

export interface Membrane {
  encode(value: unknown): unknown
  decode(value: unknown): unknown
  /** Makes a value of this world known to the other under a name. */
  offer(name: string, value: unknown): void
  onOffer(listener: (name: string, value: unknown) => void): void
}

/**
 * One side of what two worlds of a page share: a detached node, whose events reach both at once. An event's detail is
 * cloned between worlds; functions and promises go as numbers and are called back through the node.
 */
export function makeMembrane(node: EventTarget, side: 'main' | 'isolated'): Membrane {
  interface Wire { $bridge: 'function' | 'promise' | 'error'; id: number; message?: string; stack?: string } // prettier-ignore
  interface Answer { ok: boolean; value: unknown } // prettier-ignore
  type Fn = (...args: unknown[]) => unknown
  const other = side === 'main' ? 'isolated' : 'main'
  const functions: Fn[] = []
  const pending = new Map<number, (answer: Answer) => void>()
  const leaves = [Date, RegExp, Map, Set, ArrayBuffer, Blob]
  let promises = 0
  let answer: Answer = { ok: true, value: undefined }

  const tell = (kind: string, detail: unknown): void => {
    node.dispatchEvent(new CustomEvent(`${other}:${kind}`, { detail }))
  }
  const listen = (kind: string, listener: (detail: never) => void): void => {
    node.addEventListener(`${side}:${kind}`, (event) => listener((event as CustomEvent<never>).detail))
  }
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
    if (ArrayBuffer.isView(value) || leaves.some((type) => value instanceof type)) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, encode(item)]))
  }
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
  const call = (id: number, args: unknown[]): unknown => {
    tell('call', { id, args: args.map(encode) })
    // The other side has answered by now: events on the node are synchronous.
    const { ok, value } = answer
    if (ok) return decode(value)
    throw decode(value)
  }

  listen('call', ({ id, args }: { id: number; args: unknown[] }) => {
    let result: Answer
    try {
      result = { ok: true, value: encode(functions[id]?.(...args.map(decode))) }
    } catch (error) {
      result = { ok: false, value: encode(error) }
    }
    tell('answer', result)
  })
  listen('answer', (result: Answer) => {
    answer = result
  })
  listen('settle', (result: Answer & { id: number }) => {
    pending.get(result.id)?.(result)
    pending.delete(result.id)
  })
  return {
    encode,
    decode,
    offer: (name, value) => tell('offer', { name, value: encode(value) }),
    onOffer: (listener) =>
      listen('offer', ({ name, value }: { name: string; value: unknown }) => listener(name, decode(value)))
  }
}

/** The main world's part: puts what the preload exposes on `window`, frozen and for good. Runs before any page script. */
export function mainWorld(make: typeof makeMembrane, handover: string): void {
  if (window !== window.top) return
  const freeze = (value: unknown): unknown => {
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(freeze)
    return Object.freeze(value)
  }
  const receive = (event: Event): void => {
    const node = (event as MouseEvent).relatedTarget
    if (!node) return
    make(node, 'main').onOffer((name, value) => {
      if (name === 'open') {
        const open = value as (url: string) => void
        // Windows are never opened: the app's handler hears of it, the page gets what Electron gives on `deny`.
        window.open = (url) => {
          open(new URL(url ?? 'about:blank', location.href).href)
          return null
        }
      } else Object.defineProperty(window, name.slice(4), { value: freeze(value), enumerable: true })
    })
  }
  window.addEventListener(handover, receive, { once: true })
}

export interface Isolated {
  codec: Codec
  make: typeof makeMembrane
  strict: <T extends object>(name: string, target: T) => T
  handover: string
  binding: string
  versions: Record<string, string>
  platform: string
  arch: string
  preload: ((require: unknown, process: unknown, module: unknown, exports: unknown) => void) | null
}

/** The isolated world's part: `electron` and `process` as a sandboxed preload sees them, and the wire to the shell. */
export function isolatedWorld(kit: Isolated): void {
  if (window !== window.top) return
  const { codec, strict } = kit
  const world = globalThis as unknown as Record<string, (message: string) => void>
  const tell = (message: FromPage): void => world[kit.binding]?.(JSON.stringify(message))
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  type Listener = (event: unknown, ...args: unknown[]) => void
  const listeners = new Map<string, Listener[]>()
  let accelerators: Accelerator[] = []
  let lastId = 0

  const node = document.createElement('i')
  const membrane = kit.make(node, 'isolated')
  window.dispatchEvent(new MouseEvent(kit.handover, { relatedTarget: node }))
  membrane.offer('open', (url: string) => tell({ kind: 'open', url }))

  const listen = (channel: string, listener: Listener): unknown => {
    listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
    return ipcRenderer
  }
  const unlisten = (channel: string, listener: Listener): unknown => {
    listeners.set(
      channel,
      (listeners.get(channel) ?? []).filter((each) => each !== listener)
    )
    return ipcRenderer
  }
  const ipcRenderer: object = strict('ipcRenderer', {
    invoke: async (channel: string, ...args: unknown[]) => {
      const id = (lastId += 1)
      const text = codec.encode(args)
      return new Promise((resolve, reject) => {
        waiting.set(id, {
          resolve,
          reject: (error) => reject(new Error(`Error invoking remote method '${channel}': ${error.message}`))
        })
        tell({ kind: 'invoke', id, channel, args: text })
      })
    },
    send: (channel: string, ...args: unknown[]) => tell({ kind: 'send', channel, args: codec.encode(args) }),
    on: listen,
    off: unlisten,
    removeListener: unlisten
  })
  const exposed = new Set<string>()
  const contextBridge = strict('contextBridge', {
    exposeInMainWorld: (name: string, api: unknown) => {
      if (exposed.has(name))
        throw new Error('Cannot bind an API on top of an existing property on the window object')
      exposed.add(name)
      membrane.offer(`api:${name}`, api)
    }
  })

  const receivers = {
    settle: ({ id, error, value }: Extract<ToPage, { kind: 'settle' }>) => {
      const call = waiting.get(id)
      waiting.delete(id)
      if (error === undefined) call?.resolve(codec.decode(value ?? ''))
      else call?.reject(new Error(error))
    },
    event: ({ channel, args }: Extract<ToPage, { kind: 'event' }>) => {
      const event = strict('IpcRendererEvent', {
        sender: ipcRenderer,
        ports: [],
        preventDefault: () => undefined
      })
      for (const listener of listeners.get(channel) ?? [])
        listener(event, ...(codec.decode(args) as unknown[]))
    },
    accelerators: ({ list }: Extract<ToPage, { kind: 'accelerators' }>) => {
      accelerators = list
    }
  }
  world.receive = (text) => {
    const message = JSON.parse(text) as ToPage
    ;(receivers[message.kind] as (message: ToPage) => void)(message)
  }

  const matches = (event: KeyboardEvent, { key, ctrl, alt, shift, meta }: Accelerator): boolean => {
    const symbol = key.length === 1 && !/[a-z0-9]/.test(key)
    const pressed =
      event.key.toLowerCase() === key ||
      event.code === `Key${key.toUpperCase()}` ||
      event.code === `Digit${key}`
    return (
      pressed &&
      ctrl === event.ctrlKey &&
      alt === event.altKey &&
      meta === event.metaKey &&
      (symbol || shift === event.shiftKey)
    )
  }
  const onKey = (event: KeyboardEvent): void => {
    const found = event.defaultPrevented ? undefined : accelerators.find((each) => matches(event, each))
    if (!found) return
    event.preventDefault()
    tell({ kind: 'accelerator', id: found.id })
  }
  // The page goes first, as in Electron: the listener that decides is added last for each key.
  window.addEventListener('keydown', () => window.addEventListener('keydown', onKey, { once: true }), {
    capture: true
  })
  let title = ''
  const tellTitle = (): void => {
    if (document.title !== title) tell({ kind: 'title', title: (title = document.title) })
  }
  document.addEventListener('DOMContentLoaded', () => {
    tellTitle()
    const parts = { childList: true, subtree: true, characterData: true }
    new MutationObserver(tellTitle).observe(document.head, parts)
  })
  for (const kind of ['resize', 'focus', 'blur'] as const) window.addEventListener(kind, () => tell({ kind }))
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches: dark }) =>
    tell({ kind: 'dark', dark })
  )

  const require = (name: string): unknown => {
    if (name === 'electron') return strict('electron (preload)', { contextBridge, ipcRenderer })
    throw new Error(`module not found: ${name}`)
  }
  const { platform, arch, versions } = kit
  const process = strict('process', {
    type: 'renderer',
    sandboxed: true,
    contextIsolated: true,
    platform,
    arch,
    versions
  })
  try {
    const module = { exports: {} }
    kit.preload?.(require, process, module, module.exports)
  } catch (error) {
    console.error('Unable to load preload script')
    console.error(error)
  }
}
