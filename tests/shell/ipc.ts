import type { IpcMain, WebContents } from 'electron'
import { decode, encode } from './codec.ts'
import type { FromPage, ToPage } from './messages.ts'
import { originOf } from './scheme.ts'
import { StrictEmitter, cancelable, strict } from './strict.ts'

type Handler = (event: never, ...args: never[]) => unknown

const handlers = new Map<string, Handler>()
/** Any channel may be listened to, so the emitter for channels knows no list. */
const channels = new StrictEmitter('ipcMain', { includes: () => true } as unknown as string[])

/** Electron's `ipcMain`. */
export const ipcMain = strict('ipcMain', Object.assign(channels, {
  handle: (channel: string, handler: Handler) => {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    handlers.set(channel, handler)
  },
  removeHandler: (channel: string) => {
    handlers.delete(channel)
  }
} satisfies Partial<Record<keyof IpcMain, unknown>>)) // prettier-ignore

/** What the page's main frame looks like to a handler. */
export interface FrameView {
  readonly url: string
  readonly origin: string
  readonly parent: null
  readonly top: FrameView
  readonly frames: FrameView[]
  isDestroyed(): boolean
}

/** The contents that a message comes from. */
export interface SendingContents extends Pick<WebContents, 'send' | 'id'> {
  /** Counts what the contents have shown: each page has a frame of its own. */
  readonly documents: number
}

/** A frame of the given URL. Only the main frame has a preload, so it has no parent. */
export function frameView(url: string, isDestroyed = false): FrameView {
  const frame: FrameView = strict('WebFrameMain', {
    url,
    origin: originOf(url),
    parent: null,
    frames: [],
    isDestroyed: () => isDestroyed,
    get top(): FrameView {
      return frame
    }
  })
  return frame
}

function eventOf(sender: SendingContents, url: string): unknown {
  const reply = (channel: string, ...args: unknown[]): void => sender.send(channel, ...args)
  return strict(
    'IpcMainEvent',
    cancelable({
      sender,
      senderFrame: frameView(url),
      processId: sender.id,
      frameId: sender.documents,
      type: 'frame',
      ports: [],
      reply
    })
  )
}

/** Runs the handler for a page's `invoke` and answers in Electron's words. */
export async function answerInvoke(
  sender: SendingContents,
  url: string,
  { id, channel, args }: Extract<FromPage, { kind: 'invoke' }>,
  reply: (message: ToPage) => void
): Promise<void> {
  try {
    const handler = handlers.get(channel)
    if (!handler) throw new Error(`No handler registered for '${channel}'`)
    const result = await handler(eventOf(sender, url) as never, ...(decode(args) as never[]))
    reply({ kind: 'settle', id, value: encode(result) })
  } catch (error) {
    console.error(`Error occurred in handler for '${channel}':`, error)
    reply({ kind: 'settle', id, error: String(error) })
  }
}

/** Emits a page's `send` on its channel. */
export function receiveSend(
  sender: SendingContents,
  url: string,
  message: Extract<FromPage, { kind: 'send' }>
): void {
  channels.emit(message.channel, eventOf(sender, url), ...(decode(message.args) as unknown[]))
}

/** The message that carries `webContents.send` to the page. */
export function eventMessage(channel: string, args: unknown[]): ToPage {
  return { kind: 'event', channel, args: encode(args) }
}
