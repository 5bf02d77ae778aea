import fc from 'fast-check'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { menuCommands, type MenuCommand, type MenuState } from '../../../electron/contract/menu'
import { minSize, openingBounds } from '../../../electron/window/bounds'
import { createCrashGuard } from '../../../electron/window/recover'
import { answerFromDevServer, devServerUrl } from '../../../electron/window/protocol/dev-server'
import { applyMenuState, menuTemplate, type MenuOptions } from '../../../electron/window/menu/menu'
import { isOwnUrl } from '../../../electron/window/protocol/origin'
import { textMenu } from '../../../electron/window/menu/text-menu'
import { wordsIn } from '../../../electron/window/words'

describe('addresses', () => {
  it('the window may go to its own origin and nowhere else', () => {
    expect(isOwnUrl('app://bundle/index.html')).toBe(true)
    const others = [
      'app://bundle2/',
      'app://bundle:1/',
      'https://bundle/',
      'about:blank',
      'data:text/html,x',
      ''
    ]
    expect(others.filter(isOwnUrl)).toEqual([])
  })
})

describe('where the window opens', () => {
  const screen = { x: 0, y: 0, width: 1920, height: 1040 }
  const saved = { x: 100, y: 50, width: 1400, height: 900, maximized: false }

  it('first in the middle, then where it was left', () => {
    expect(openingBounds(null, [screen])).toEqual({ width: 1280, height: 800 })
    expect(openingBounds(saved, [screen])).toEqual({ x: 100, y: 50, width: 1400, height: 900 })
  })

  it('in the middle when its screen is gone, or its title bar is above it', () => {
    expect(openingBounds({ ...saved, x: 2000 }, [screen])).toEqual({ width: 1400, height: 900 })
    expect(openingBounds({ ...saved, y: -40 }, [screen])).toEqual({ width: 1400, height: 900 })
    expect(openingBounds({ ...saved, x: 2000 }, [screen, { ...screen, x: 1920 }])).toMatchObject({ x: 2000 })
  })

  it('whole on a screen that is smaller than the one where it was left', () => {
    const laptop = { x: 0, y: 0, width: 1366, height: 728 }
    expect(openingBounds(null, [laptop])).toEqual({ width: 1280, height: 728 })
    expect(openingBounds(saved, [laptop])).toEqual({ x: 0, y: 0, width: 1366, height: 728 })
    const left = { ...saved, x: 320, y: 140, width: 1000, height: 700 }
    expect(openingBounds(left, [laptop])).toEqual({ x: 320, y: 28, width: 1000, height: 700 })
  })

  it('always with enough of its title bar on a screen, and never below its least size', () => {
    const number = fc.integer({ min: -10_000, max: 10_000 })
    const size = fc.integer({ min: 1, max: 5000 })
    fc.assert(
      fc.property(number, number, size, size, (x, y, width, height) => {
        const opened = openingBounds({ x, y, width, height, maximized: false }, [screen])
        expect(opened.width).toBeGreaterThanOrEqual(minSize.width)
        expect(opened.height).toBeGreaterThanOrEqual(minSize.height)
        if (opened.x === undefined || opened.y === undefined) return
        expect(opened.y).toBeGreaterThanOrEqual(0)
        expect(opened.y).toBeLessThan(screen.height)
        expect(opened.x).toBeLessThan(screen.width)
        expect(opened.x + opened.width).toBeGreaterThan(0)
      })
    )
  })
})

describe('a window that crashes', () => {
  it('fault 96: comes back, and gives up only when it crashes twice in a row', () => {
    let time = 0
    const next = createCrashGuard(() => time)
    expect(next()).toBe('reload')
    time = 10 * 60_000
    expect(next()).toBe('reload')
    time += 5000
    expect(next()).toBe('give-up')
  })
})

describe('the menu', () => {
  type Item = ReturnType<typeof menuTemplate>[number]
  const itemsOf = (options: Partial<MenuOptions> = {}): Item[] => {
    const flat = (items: Item[]): Item[] =>
      items.flatMap((item) => [item, ...flat(Array.isArray(item.submenu) ? item.submenu : [])])
    const [send, edit, openLogs] = [(): void => undefined, (): void => undefined, (): void => undefined]
    const words = wordsIn('en')
    return flat(
      menuTemplate({
        isMac: false,
        isPackaged: true,
        send,
        edit,
        openLogs,
        words,
        isRightToLeft: false,
        ...options
      })
    )
  }
  const click = (item: Item): void => (item.click as (() => void) | undefined)?.()
  const keyOf = (label: string, isMac = false): unknown =>
    itemsOf({ isMac }).find((item) => item.label === label)?.accelerator

  it.each([false, true])('sends every command that there is (on a Mac: %s)', (isMac) => {
    const sent: MenuCommand[] = []
    for (const item of itemsOf({ isMac, send: (command) => sent.push(command) })) click(item)
    expect(new Set(sent)).toEqual(new Set(menuCommands))
  })

  it('syncs by F5 and by Ctrl or Cmd and R', () => {
    const sent: MenuCommand[] = []
    const items = itemsOf({ send: (command) => sent.push(command) })
    const keys = items.filter((item) => item.label === 'Sync catalog')
    expect(keys.map(({ accelerator }) => accelerator)).toEqual(['CmdOrCtrl+R', 'F5'])
    keys.forEach(click)
    expect(sent).toEqual(['sync', 'sync'])
  })

  it('has the usual keys, each for one thing', () => {
    expect(keyOf('Find')).toBe('CmdOrCtrl+F')
    expect(keyOf('Settings')).toBe('Ctrl+,')
    expect(keyOf('Settings', true)).toBe('Cmd+,')
    expect(keyOf('Vitrine help')).toBe('F1')
    expect(keyOf('Command palette')).toBe('CmdOrCtrl+K')
    for (const isMac of [false, true]) {
      const keys = itemsOf({ isMac }).flatMap(({ accelerator }) => (accelerator ? [accelerator] : []))
      expect(new Set(keys).size).toBe(keys.length)
    }
  })

  it('keeps what every system has under Edit, View and Window', () => {
    const roles = itemsOf().map(({ role }) => role)
    const usual = ['cut', 'copy', 'paste', 'delete', 'zoomIn', 'zoomOut', 'resetZoom']
    expect(roles).toEqual(expect.arrayContaining([...usual, 'togglefullscreen', 'minimize', 'close', 'quit']))
    const ofMac = ['services', 'hide', 'hideOthers', 'unhide', 'quit', 'close', 'zoom', 'front']
    expect(itemsOf({ isMac: true }).map(({ role }) => role)).toEqual(expect.arrayContaining(ofMac))
  })

  it.each([false, true])(
    'has Undo, Redo and Select all for the page and for texts, with keys that are theirs (on a Mac: %s)',
    (isMac) => {
      const done: string[] = []
      const items = itemsOf({ isMac, edit: (act) => done.push(act) })
      const ofText = ['Undo', 'Redo', 'Select all'].map((label) => items.find((item) => item.label === label))
      for (const item of ofText) if (item) click(item)
      expect(done).toEqual(['undo', 'redo', 'select-all'])
      // Elsewhere the page and its texts listen themselves.
      expect(ofText.map((item) => item?.registerAccelerator)).toEqual([isMac, isMac, isMac])
    }
  )

  it('grays Undo, Redo and Select all out where neither a text nor the page has anything for them', () => {
    const ofState = (state: Partial<MenuState>, isMac = false): string[] => {
      const items = itemsOf({ isMac }).map((item) => ({ ...item }))
      const menu = { getMenuItemById: (id: string) => items.find((item) => item.id === id) ?? null }
      applyMenuState(menu as never, { enabled: [], checked: [], isInText: false, ...state }, isMac)
      const acts = ['undo', 'redo', 'select-all']
      return items.filter((item) => acts.includes(item.id ?? '') && item.enabled).map(({ id }) => id ?? '')
    }
    expect(ofState({})).toEqual([])
    expect(ofState({ enabled: ['undo', 'redo'] })).toEqual(['undo', 'redo'])
    expect(ofState({ isInText: true })).toEqual(['undo', 'redo', 'select-all'])
    expect(ofState({}, true)).toEqual(['undo', 'redo', 'select-all'])
  })

  it('has words for every item, so that they can be translated', () => {
    for (const isMac of [false, true]) {
      const items = itemsOf({ isMac, isPackaged: false }).filter(({ type }) => type !== 'separator')
      expect(items.filter(({ label }) => !label)).toEqual([])
    }
  })

  it('takes no key away from a text that is edited', () => {
    for (const isMac of [false, true]) {
      const arrows = itemsOf({ isMac }).filter(({ accelerator }) => /Left|Right/.test(String(accelerator)))
      expect(arrows).toHaveLength(isMac ? 0 : 2)
      expect(arrows.every((item) => item.registerAccelerator === false)).toBe(true)
    }
  })

  it('grays out what the page cannot do, all of it until the page is there, and ticks what is on', () => {
    const items = itemsOf().map((item) => ({ enabled: true, checked: false, ...item }))
    const isOfPage = ({ id }: Item): boolean => menuCommands.some((command) => id?.startsWith(command))
    expect(items.filter((item) => isOfPage(item) && item.enabled)).toEqual([])
    const menu = { getMenuItemById: (id: string) => items.find((item) => item.id === id) ?? null }
    const state: MenuState = {
      enabled: ['sync', 'toggle-details'],
      checked: ['toggle-details'],
      isInText: false
    }
    applyMenuState(menu as never, state, false)
    const enabled = items.filter((item) => isOfPage(item) && item.enabled)
    expect(enabled.map(({ label }) => label)).toEqual(['Sync catalog', 'Sync catalog', 'Product details'])
    expect(items.filter(({ checked }) => checked).map(({ label }) => label)).toEqual(['Product details'])
  })
})

describe('the menu of a text', () => {
  const editFlags = {
    canUndo: false,
    canRedo: false,
    canCut: true,
    canCopy: true,
    canPaste: true,
    canSelectAll: true
  }
  const menuOf = (changes: object): unknown =>
    textMenu(
      { isEditable: true, selectionText: '', editFlags: editFlags as never, ...changes },
      wordsIn('en').menu
    )

  it('has all of it in a field, as far as it can be done', () => {
    const items = menuOf({})
    expect(items).toContainEqual({ role: 'cut', label: 'Cut', enabled: true })
    expect(items).toContainEqual({ role: 'undo', label: 'Undo', enabled: false })
  })

  it('copies what is selected elsewhere, and is none where nothing is', () => {
    expect(menuOf({ isEditable: false, selectionText: 'oak' })).toEqual([
      { role: 'copy', label: 'Copy', enabled: true }
    ])
    expect(menuOf({ isEditable: false, selectionText: ' ' })).toEqual([])
  })
})

describe('the dev server', () => {
  it('is one on this computer, and none for a packaged app', () => {
    const at = (url: string): NodeJS.ProcessEnv => ({ ELECTRON_RENDERER_URL: url })
    expect(devServerUrl(at('http://localhost:5173'), false)?.port).toBe('5173')
    expect(devServerUrl(at('http://localhost:5173'), true)).toBeNull()
    expect(devServerUrl(at('http://evil.example'), false)).toBeNull()
    expect(devServerUrl({}, false)).toBeNull()
  })

  it('gives the page its files under the page’s own origin', async () => {
    const server = createServer((request, response) => {
      response.setHeader('content-type', 'text/html').end(`asked for ${request.url ?? ''}`)
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const answer = await answerFromDevServer(new Request('app://bundle/main.ts?t=1'), url)
    expect(await answer.text()).toBe('asked for /main.ts?t=1')
    const policy = answer.headers.get('content-security-policy')
    expect(policy).toContain(`connect-src 'self' ws://${url.host}`)
    expect(policy).toContain("script-src 'self';")
  })
})
