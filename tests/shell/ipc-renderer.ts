import { decode, encode } from './codec.ts'
import type { FromPage, ToPage } from './messages.ts'
import { strict } from './strict.ts'

// The functions of this file run in pages, injected by their text: they use nothing but each other and the imports.

type Listener = (event: unknown, ...args: unknown[]) => void
/** What the isolated world does with each kind of message from the shell. */
export type Receivers = { [K in ToPage['kind']]?: (message: Extract<ToPage, { kind: K }>) => void }
export type Tell = (message: FromPage) => void

interface Channels {
  on: (channel: string, listener: Listener) => object
  once: (channel: string, listener: Listener) => object
  removeListener: (channel: string, listener: Listener) => object
  removeAllListeners: (channel: string) => object
  listenerCount: (channel: string) => number
  emit: (channel: string, event: unknown, args: unknown[]) => void
}

/** Listeners by channel, as Node's EventEmitter has them, with its limit and its warning. */
function makeChannels(self: () => object): Channels {
  const limit = 10
  const listeners = new Map<string, { call: Listener; given: Listener }[]>()
  const warned = new Set<string>()
  const on = (channel: string, given: Listener, call = given): object => {
    const all = [...(listeners.get(channel) ?? []), { call, given }]
    listeners.set(channel, all)
    if (all.length > limit && !warned.has(channel)) {
      warned.add(channel)
      const many = `${all.length} ${channel} listeners added`
      const advice = 'Use emitter.setMaxListeners() to increase limit'
      console.warn(
        `MaxListenersExceededWarning: Possible EventEmitter memory leak detected. ${many}. ${advice}`
      )
    }
    return self()
  }
  const removeListener = (channel: string, listener: Listener): object => {
    const all = listeners.get(channel) ?? []
    const last = all.findLastIndex(({ given }) => given === listener)
    const left = all.filter((_, index) => index !== last)
    if (left.length > 0) listeners.set(channel, left)
    else {
      listeners.delete(channel)
      warned.delete(channel)
    }
    return self()
  }
  const once = (channel: string, listener: Listener): object =>
    on(channel, listener, (event, ...args) => {
      removeListener(channel, listener)
      listener(event, ...args)
    })
  return {
    on: (channel, listener) => on(channel, listener),
    once,
    removeListener,
    removeAllListeners: (channel) => {
      listeners.delete(channel)
      return self()
    },
    listenerCount: (channel) => listeners.get(channel)?.length ?? 0,
    emit: (channel, event, args) => listeners.get(channel)?.forEach(({ call }) => call(event, ...args))
  }
}

/** Electron's `ipcRenderer`, for a page. */
export function makeIpcRenderer(tell: Tell, receivers: Receivers): object {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  let lastId = 0
  receivers.settle = ({ id, error, value = '' }) => {
    const call = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) call?.resolve(decode(value))
    else call?.reject(new Error(error))
  }
  const { emit, ...channels } = makeChannels(() => ipcRenderer)
  receivers.event = ({ channel, args }) => {
    const event = strict('IpcRendererEvent', { sender: ipcRenderer, ports: [] })
    emit(channel, event, decode(args) as unknown[])
  }
  const invoke = (channel: string, ...args: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = (lastId += 1)
      tell({ kind: 'invoke', id, channel, args: encode(args) })
      const refuse = (error: Error): void =>
        reject(new Error(`Error invoking remote method '${channel}': ${error.message}`))
      waiting.set(id, { resolve, reject: refuse })
    })
  const send = (channel: string, ...args: unknown[]): void =>
    tell({ kind: 'send', channel, args: encode(args) })
  const { on, removeListener } = channels
  const aliases = { addListener: on, off: removeListener }
  const ipcRenderer: object = strict('ipcRenderer', { invoke, send, ...channels, ...aliases })
  return ipcRenderer
}

/** All functions of this file, for a page. */
export const ipcRendererSource = [makeChannels, makeIpcRenderer].join('\n')
