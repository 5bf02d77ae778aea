import { codecSource } from './codec.ts'
import { menuSource, watchMenus } from './context-menu.ts'
import { ipcRendererSource, makeIpcRenderer, type Receivers, type Tell } from './ipc-renderer.ts'
import { type Membrane, makeMembrane, membraneSource } from './membrane.ts'
import type { Accelerator, ToPage } from './messages.ts'
import { isAskedByLanguage, missing, strict } from './strict.ts'

// The functions of this file run in pages, injected by their text: they use nothing but each other and the imports.

/** What a document's worlds are told at their start. */
export interface Kit {
  /** The event that hands the shared node from the isolated world to the main one. */
  handover: string
  /** The isolated world's function that reaches the shell. */
  binding: string
  /** What the preload may know of the process. */
  process: object
}
type Preload = (require: unknown, process: unknown, module: unknown, exports: unknown) => void

/** The main world's part: puts what the preload exposes on `window`, for good. Runs before any script of the page. */
function mainWorld(handover: string): void {
  if (window !== window.top) return
  const freeze = (value: unknown): unknown => {
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(freeze)
    return Object.freeze(value)
  }
  const receive = (name: string, value: unknown): void => {
    if (name.startsWith('api:')) {
      Object.defineProperty(window, name.slice(4), { value: freeze(value), enumerable: true })
      return
    }
    const open = value as (url: string) => void
    // Windows are never opened: the app's handler hears of it, the page gets what Electron gives on `deny`.
    window.open = (url) => {
      open(new URL(url ?? 'about:blank', location.href).href)
      return null
    }
  }
  const take = ({ relatedTarget }: MouseEventInit): void => {
    if (relatedTarget) makeMembrane(relatedTarget, 'main').onOffer(receive)
  }
  window.addEventListener(handover, (event) => take(event as MouseEvent), { once: true })
}

function makeContextBridge(membrane: Membrane): object {
  const exposed = new Set<string>()
  return strict('contextBridge', {
    exposeInMainWorld: (name: string, api: unknown) => {
      // The window of this world has the names that the page's window has when no script of the page has run yet.
      if (exposed.has(name) || name in window) {
        throw new Error('Cannot bind an API on top of an existing property on the window object')
      }
      exposed.add(name)
      membrane.offer(`api:${name}`, api)
    }
  })
}

function isPressed({ key, ctrl, alt, shift, meta }: Accelerator, event: KeyboardEvent): boolean {
  const names = [event.key.toLowerCase(), event.code.replace(/^(Key|Digit)/, '').toLowerCase()]
  // Whether a sign like + needs the shift key is the keyboard's affair.
  const isSign = key.length === 1 && !/[a-z0-9]/.test(key)
  const isShiftRight = isSign || shift === event.shiftKey
  return (
    names.includes(key) &&
    isShiftRight &&
    ctrl === event.ctrlKey &&
    alt === event.altKey &&
    meta === event.metaKey
  )
}

/** Lets the menu's keys work. The page goes first, as in Electron. */
function watchKeys(tell: Tell, receivers: Receivers): void {
  let accelerators: Accelerator[] = []
  receivers.accelerators = ({ list }) => {
    accelerators = list
  }
  const onKey = (event: KeyboardEvent): void => {
    const found = event.defaultPrevented ? undefined : accelerators.find((each) => isPressed(each, event))
    if (!found) return
    event.preventDefault()
    tell({ kind: 'accelerator', id: found.id })
  }
  // Added anew for each key, so that it is the last of the window's listeners.
  const addLast = (): void => window.addEventListener('keydown', onKey, { once: true })
  window.addEventListener('keydown', addLast, { capture: true })
}

/** Tells the shell what it must know of the page and its window. */
function watchDocument(tell: Tell): void {
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
  const darkness = matchMedia('(prefers-color-scheme: dark)')
  darkness.addEventListener('change', ({ matches: dark }) => tell({ kind: 'dark', dark }))
}

/** The isolated world's part: `electron` and `process` as a sandboxed preload sees them, and the wire to the shell. */
function isolatedWorld({ handover, binding, process }: Kit, preload: Preload | null): void {
  if (window !== window.top) return
  const world = globalThis as unknown as Record<string, (text: string) => void>
  const tell: Tell = (message) => world[binding]?.(JSON.stringify(message))
  const receivers: Receivers = {}
  world.receive = (text) => {
    const message = JSON.parse(text) as ToPage
    ;(receivers[message.kind] as (message: ToPage) => void)(message)
  }
  const node = document.createElement('i')
  const membrane = makeMembrane(node, 'isolated')
  window.dispatchEvent(new MouseEvent(handover, { relatedTarget: node }))
  membrane.offer('open', (url: string) => tell({ kind: 'open', url }))
  watchKeys(tell, receivers)
  watchMenus(tell)
  watchDocument(tell)

  const ipcRenderer = makeIpcRenderer(tell, receivers)
  const electron = strict('electron (preload)', { contextBridge: makeContextBridge(membrane), ipcRenderer })
  const require = (name: string): unknown => {
    if (name === 'electron') return electron
    throw new Error(`module not found: ${name}`)
  }
  try {
    const module = { exports: {} }
    preload?.(require, strict('process', process), module, module.exports)
  } catch (error) {
    console.error('Unable to load preload script')
    console.error(error)
  }
}

/** The text for the main world of every document. */
export function mainSource({ handover }: Kit): string {
  return `(() => {\n${membraneSource}\n(${String(mainWorld)})(${JSON.stringify(handover)})\n})()`
}

/** The text for the isolated world of every document, with the preload's code if there is one. */
export function isolatedSource(kit: Kit, preload: string | null): string {
  const own = [makeContextBridge, isPressed, watchKeys, watchDocument, missing, isAskedByLanguage, strict]
  const code = preload === null ? 'null' : `(require, process, module, exports) => {${preload}\n}`
  const parts = [codecSource, membraneSource, ipcRendererSource, menuSource, ...own.map(String)].join('\n')
  return `(() => {\n${parts}\n(${String(isolatedWorld)})(${JSON.stringify(kit)}, ${code})\n})()`
}
