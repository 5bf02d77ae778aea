import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'
import { callChannel, eventChannel, type Bridge } from './contract/bridge'

// The main process parses every input and types every answer, so that this edge only passes them on.
const bridge: Bridge = {
  call: (channel, input) => ipcRenderer.invoke(callChannel, channel, input),
  on(event, listener) {
    // The page never gets the event object: it holds the way back to all of IPC.
    const wrapper = (_: IpcRendererEvent, name: string, payload: Parameters<typeof listener>[0]): void => {
      if (name === event) listener(payload)
    }
    ipcRenderer.on(eventChannel, wrapper)
    return () => {
      ipcRenderer.off(eventChannel, wrapper)
    }
  }
}

contextBridge.exposeInMainWorld('vitrine', bridge)
