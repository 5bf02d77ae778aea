import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { type Crash, openPage, watchPage } from './browser.ts'
import type { Session } from './cdp.ts'
import { isolatedSource, mainSource } from './in-page.ts'
import type { FromPage, ToPage } from './messages.ts'
import { takenBack } from './protocol.ts'
import { fromChromium } from './scheme.ts'

const world = 'Electron Isolated Context'
const binding = 'tellShell'
const { platform, arch, versions } = process
const kit = {
  handover: 'electron-bridge',
  binding,
  process: { type: 'renderer', sandboxed: true, contextIsolated: true, platform, arch, versions }
}

export interface ConsoleLine {
  level: 'debug' | 'info' | 'warning' | 'error'
  message: string
  sourceId: string
  lineNumber: number
}
interface PageEvents {
  message: [message: FromPage, reply: (message: ToPage) => void, isShown: () => boolean]
  navigated: [url: string, isInPage: boolean]
  'dom-ready': []
  loaded: []
  painted: []
  crashed: [crash: Crash]
  console: [line: ConsoleLine]
  popup: [url: string]
  closed: []
  /** It refused to be closed. */
  stays: []
  bridge: []
}

/** A page of Chromium that shows a window's content: its two worlds, and what happens to it. */
export class Page extends EventEmitter<PageEvents> {
  readonly targetId: string
  readonly session: Session
  /** The main frame's URL as the app knows it. */
  url = ''
  private context: number | undefined

  private constructor(targetId: string, session: Session) {
    super()
    this.targetId = targetId
    this.session = session
  }

  /** Takes a page for a new window. The preload, a path, is read now and runs in every later document. */
  static async open(preload: string | undefined): Promise<Page> {
    const { targetId, session } = await openPage()
    const page = new Page(targetId, session)
    watchPage(targetId, {
      closed: () => page.close(),
      crashed: (crash) => page.crash(crash)
    })
    page.listen()
    page.listenToConsole()
    const code = preload === undefined ? null : readFileSync(preload, 'utf8')
    await Promise.all([
      session.send('Page.enable'),
      session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      session.send('Runtime.enable'),
      session.send('Log.enable'),
      // Only to hear of requests that the page takes back; their bodies are nobody's here.
      session.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }),
      session.send('Runtime.addBinding', { name: binding, executionContextName: world }),
      // In this order: the main world must be listening when the isolated one hands the shared node over.
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: mainSource(kit) }),
      session.send('Page.addScriptToEvaluateOnNewDocument', {
        source: `${isolatedSource(kit, code)}\n//# sourceURL=${preload ?? 'shell'}`,
        worldName: world
      })
    ])
    return page
  }

  /** Sends to the isolated world; a message to a page that is not there (yet) is lost, as in Electron. */
  tell(message: ToPage, context = this.context): void {
    if (context === undefined) return
    const call = {
      functionDeclaration: 'function (text) { receive(text) }',
      executionContextId: context,
      arguments: [{ value: JSON.stringify(message) }]
    }
    this.session.send('Runtime.callFunctionOn', call).catch(() => undefined)
  }

  private listen(): void {
    const { session } = this
    session.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name !== world || (context.auxData as { frameId?: string }).frameId !== this.targetId)
        return
      this.context = context.id
      this.emit('bridge')
    })
    session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name !== binding) return
      this.emit(
        'message',
        JSON.parse(payload) as FromPage,
        (message) => this.tell(message, executionContextId),
        () => this.context === executionContextId
      )
    })
    session.on('Page.frameNavigated', ({ frame }) => {
      if (!frame.parentId) this.navigated(frame.url + (frame.urlFragment ?? ''), false)
    })
    session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      if (frameId === this.targetId) this.navigated(url, true)
    })
    session.on('Page.domContentEventFired', () => this.emit('dom-ready'))
    session.on('Page.loadEventFired', () => this.emit('loaded'))
    session.on('Page.lifecycleEvent', ({ frameId, name }) => {
      if (frameId === this.targetId && name === 'firstContentfulPaint') this.emit('painted')
    })
    session.on('Page.windowOpen', ({ url }) => this.emit('popup', fromChromium(url)))
    session.on('Network.loadingFailed', ({ requestId, canceled }) => {
      if (canceled) takenBack(requestId)
    })
    // Electron closes a window whose page returns something from beforeunload only if the app insists: it stays.
    session.on('Page.javascriptDialogOpening', ({ type }) => {
      if (type !== 'beforeunload') return
      session.send('Page.handleJavaScriptDialog', { accept: false }).catch(() => undefined)
      this.emit('stays')
    })
  }

  private crash(crash: Crash): void {
    this.context = undefined
    this.emit('crashed', crash)
  }

  private close(): void {
    this.context = undefined
    this.emit('closed')
  }

  private navigated(url: string, isInPage: boolean): void {
    this.url = fromChromium(url)
    this.emit('navigated', this.url, isInPage)
  }

  private listenToConsole(): void {
    const { session } = this
    const levels: Record<string, ConsoleLine['level']> = {
      error: 'error',
      assert: 'error',
      warning: 'warning',
      debug: 'debug',
      verbose: 'debug'
    }
    const line = (level: string, message: string, url = '', lineNumber = 0): void => {
      this.emit('console', {
        level: levels[level] ?? 'info',
        message,
        sourceId: fromChromium(url),
        lineNumber
      })
    }
    session.on('Runtime.consoleAPICalled', ({ type, args, stackTrace }) => {
      const text = args.map(({ value, description }) => String(value ?? description ?? '')).join(' ')
      const frame = stackTrace?.callFrames[0]
      line(type, text, frame?.url, (frame?.lineNumber ?? -1) + 1)
    })
    session.on('Runtime.exceptionThrown', ({ exceptionDetails: { text, exception, url, lineNumber } }) =>
      line('error', `${text} ${exception?.description ?? ''}`.trim(), url, lineNumber + 1)
    )
    session.on('Log.entryAdded', ({ entry }) => line(entry.level, entry.text, entry.url, entry.lineNumber))
  }
}
