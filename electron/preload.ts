import { contextBridge, ipcRenderer } from 'electron'
import { callChannel, eventChannel, type Bridge } from './contract/bridge'
import type { EventName } from './contract/channels'

/** A listener of the page. What it takes, the contract says by the event's name. */
interface Subscription {
  notify(payload: unknown): void
}
const subscriptions = new Map<EventName, Set<Subscription>>()

// One listener for all events: Electron warns of a leak from the eleventh on. The page never gets the event object, which holds the
// way back to all of IPC.
ipcRenderer.on(eventChannel, (_, name: EventName, payload: unknown) => {
  for (const subscription of [...(subscriptions.get(name) ?? [])]) subscription.notify(payload)
})

// The main process parses every input and types every answer, so that this edge only passes them on.
const bridge: Bridge = {
  call: (channel, input) => ipcRenderer.invoke(callChannel, channel, input),
  on(event, listener) {
    const subscription: Subscription = { notify: listener }
    const all = subscriptions.get(event) ?? new Set()
    subscriptions.set(event, all.add(subscription))
    return () => {
      all.delete(subscription)
    }
  }
}

contextBridge.exposeInMainWorld('vitrine', bridge)
