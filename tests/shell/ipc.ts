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

/** What a page's main frame looks like to the app. */
export interface FrameView {
  readonly url: string
  readonly origin: string
  readonly parent: null
  readonly top: FrameView
  readonly frames: FrameView[]
  isDestroyed(): boolean
}

/**
 * The main frame of contents: one for all the pages that they ever show, which has nothing to say while they have no
 * page. Only the main frame has a preload, so it has no parent.
 */
export function frameView(contents: { getURL: () => string; hasPage: () => boolean }): FrameView {
  const ask = <T>(answer: () => T): T => {
    if (!contents.hasPage())
      throw new Error('Render frame was disposed before WebFrameMain could be accessed')
    return answer()
  }
  const frame: FrameView = strict('WebFrameMain', {
    get url() {
      return ask(() => contents.getURL())
    },
    get origin() {
      return ask(() => originOf(contents.getURL()))
    },
    get parent() {
      return ask(() => null)
    },
    get top(): FrameView {
      return ask(() => frame)
    },
    get frames() {
      return ask(() => [])
    },
    isDestroyed: () => !contents.hasPage()
  })
  return frame
}

/** Whence a message comes. */
export interface Sender {
  contents: Pick<WebContents, 'send' | 'id'> & { mainFrame: FrameView }
  /** Names the page among all that the contents have shown. */
  document: number
  /** False once the page that sent the message is not shown anymore. */
  isShown: () => boolean
}

function eventOf({ contents, document, isShown }: Sender): unknown {
  return strict(
    'IpcMainEvent',
    cancelable({
      sender: contents,
      get senderFrame(): FrameView | null {
        if (isShown()) return contents.mainFrame
        process.emitWarning(
          'Frame property was accessed after it navigated or was destroyed. Avoid asynchronous tasks prior to indexing.',
          'electron'
        )
        return null
      },
      processId: contents.id,
      frameId: document,
      type: 'frame',
      ports: [],
      reply: (channel: string, ...args: unknown[]) => contents.send(channel, ...args)
    })
  )
}

/** Runs the handler for a page's `invoke` and answers in Electron's words. */
export async function answerInvoke(
  sender: Sender,
  { id, channel, args }: Extract<FromPage, { kind: 'invoke' }>,
  reply: (message: ToPage) => void
): Promise<void> {
  const complain = (error: unknown): void =>
    console.error(`Error occurred in handler for '${channel}':`, error)
  let result: unknown
  try {
    const handler = handlers.get(channel)
    if (!handler) throw new Error(`No handler registered for '${channel}'`)
    result = await handler(eventOf(sender) as never, ...(decode(args) as never[]))
  } catch (error) {
    complain(error)
    reply({ kind: 'settle', id, error: String(error) })
    return
  }
  try {
    reply({ kind: 'settle', id, value: encode(result) })
  } catch (error) {
    // As in Electron, the page then never gets an answer.
    complain(error)
  }
}

/** Emits a page's `send` on its channel. */
export function receiveSend(sender: Sender, message: Extract<FromPage, { kind: 'send' }>): void {
  channels.emit(message.channel, eventOf(sender), ...(decode(message.args) as unknown[]))
}

/** The message that carries `webContents.send` to the page. */
export function eventMessage(channel: string, args: unknown[]): ToPage {
  return { kind: 'event', channel, args: encode(args) }
}
