import { effectScope, nextTick, ref, type EffectScope } from 'vue'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { menuCommands } from '../../../../../electron/contract/menu'
import { ok } from '../../../../../electron/contract/failure'
import { wordsIn } from '../../../../../electron/window/words'
import {
  commandIds,
  commandKind,
  type CommandId
} from '../../../../../renderer/shared/commands/command-table'
import { isPressed, shownKeys } from '../../../../../renderer/shared/commands/keys'
import {
  useCommandRegistry,
  type CommandActions,
  useCommands
} from '../../../../../renderer/shared/commands/registry'
import { useMenuState } from '../../../../../renderer/app/layout/use-app-commands'
import { showLanguage } from '../../../../../renderer/shared/i18n'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'

let main: MainProcess
let scope: EffectScope
let run: CommandId[]

/** A page that can do these, and says what it was asked to do. */
function pageWith(...ids: CommandId[]): EffectScope {
  const page = effectScope()
  const actions: CommandActions = {}
  for (const id of ids) actions[id] = { run: () => run.push(id) }
  page.run(() => useCommands(actions))
  return page
}

beforeEach(() => {
  main = sitInMainProcess()
  main.always('app:menu-state', () => ok(null))
  startStores()
  document.body.innerHTML = ''
  run = []
  scope = pageWith('find', 'sync', 'next-page', 'previous-page', 'undo', 'select-all', 'approved')
})
afterEach(() => scope.stop())

/** Presses a key on an element; returns whether the browser may do its own thing. */
function press(key: string, init: KeyboardEventInit = {}, on: Element = document.body): boolean {
  return on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }))
}

function inside(html: string): Element {
  document.body.innerHTML = html
  return document.querySelector('[data-here]') ?? document.body
}

describe('the keys of a command', () => {
  it('run it, and keep the browser from reloading the window', () => {
    expect(press('F5')).toBe(false)
    expect(press('r', { ctrlKey: true })).toBe(false)
    expect(press('R', { metaKey: true })).toBe(false)
    expect(press('ArrowRight', { ctrlKey: true })).toBe(false)
    expect(press('ArrowLeft', { metaKey: true })).toBe(false)
    expect(run).toEqual(['sync', 'sync', 'sync', 'next-page', 'previous-page'])
  })

  it('work where a text is edited, save for those that mean something there', () => {
    const field = inside('<input data-here>')
    press('f', { ctrlKey: true }, field)
    press('R', { ctrlKey: true, shiftKey: true }, field)
    expect(press('ArrowRight', { ctrlKey: true }, field)).toBe(true)
    expect(press('z', { ctrlKey: true }, field)).toBe(true)
    expect(press('a', { ctrlKey: true }, field)).toBe(true)
    expect(run).toEqual(['find', 'sync'])
  })

  it('that are single characters are left to what takes text, where others of the same command work', () => {
    const page = pageWith('filters', 'toggle-layout')
    press('f')
    press('v')
    const field = inside('<input data-here>')
    expect(press('f', {}, field)).toBe(true)
    press('F', { ctrlKey: true, shiftKey: true }, field)
    expect(run).toEqual(['filters', 'toggle-layout', 'filters'])
    page.stop()
  })

  it('take a mark back from a checkbox too, which has no undo of its own', () => {
    press('z', { ctrlKey: true }, inside('<input type="checkbox" data-here>'))
    expect(run).toEqual(['undo'])
  })

  it('sync over what is looked at in large as everywhere, and do nothing else of the page there', () => {
    const large = inside('<div role="dialog" data-modal data-large><button data-here></button></div>')
    press('F5', {}, large)
    press('f', { ctrlKey: true }, large)
    expect(run).toEqual(['sync'])
  })

  it('leave the page alone while a dialog lies over it', () => {
    const button = inside('<div role="dialog" data-modal><button data-here></button></div>')
    // The window must not be loaded anew, though.
    expect(press('F5', {}, button)).toBe(false)
    expect(press('ArrowRight', { ctrlKey: true }, button)).toBe(true)
    expect(press('z', { ctrlKey: true }, button)).toBe(true)
    expect(run).toEqual([])
  })

  it('run it once while they are held down, save for turning pages', () => {
    press('F5')
    press('F5', { repeat: true })
    press('ArrowRight', { ctrlKey: true })
    press('ArrowRight', { ctrlKey: true, repeat: true })
    expect(run).toEqual(['sync', 'next-page', 'next-page'])
  })

  it('are no keys of another meaning', () => {
    expect(press('r')).toBe(true)
    expect(press('f', { ctrlKey: true, altKey: true })).toBe(true)
    expect(press('ArrowRight')).toBe(true)
    // A page listens to single letters itself.
    expect(press('a')).toBe(true)
    expect(run).toEqual([])
  })

  it('are those that are printed on them, whatever the keyboard writes', () => {
    const event = new KeyboardEvent('keydown', { key: 'л', code: 'KeyK', ctrlKey: true })
    expect(isPressed('Mod+K', event)).toBe(true)
    const digit = new KeyboardEvent('keydown', { key: '&', code: 'Digit1', ctrlKey: true })
    expect(isPressed('Mod+1', digit)).toBe(true)
  })

  it.each([
    ['Mod+/', 'of Arabic, which has a letter there', { key: 'ظ', code: 'Slash', ctrlKey: true }],
    ['Mod+,', 'of Arabic, which has a letter there', { key: 'و', code: 'Comma', ctrlKey: true }],
    ['Mod+,', 'of Russian, which has a letter there', { key: 'б', code: 'Comma', ctrlKey: true }],
    ['Mod+,', 'of Arabic, as its script writes it', { key: '،', code: 'KeyK', ctrlKey: true }],
    ['Mod+/', 'of German, over a digit', { key: '/', code: 'Digit7', ctrlKey: true, shiftKey: true }],
    ['/', 'of Arabic, which has a letter there', { key: 'ظ', code: 'Slash' }],
    ['?', 'of Arabic, as its script writes it', { key: '؟', code: 'Slash', shiftKey: true }],
    ['?', 'of French, on a key of another sign', { key: '?', code: 'KeyM', shiftKey: true }]
  ])('%s is found on the keyboard %s', (keys, _where, init) => {
    const event = new KeyboardEvent('keydown', init)
    const all = new Set(commandIds.flatMap((id) => commandKind(id).keys ?? []))
    expect([...all].filter((each) => isPressed(each, event))).toEqual([keys])
  })

  it('leave letters of Latin keyboards what they are', () => {
    const canadian = new KeyboardEvent('keydown', { key: 'é', code: 'Slash', ctrlKey: true })
    const turkish = new KeyboardEvent('keydown', { key: 'ö', code: 'Comma', ctrlKey: true })
    expect([isPressed('Mod+/', canadian), isPressed('Mod+,', turkish)]).toEqual([false, false])
  })

  it('leave Ctrl to the texts of a Mac, where it goes through lines and words', () => {
    const mac = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Macintosh)')
    const field = inside('<textarea data-here></textarea>')
    expect(press('f', { ctrlKey: true }, field)).toBe(true)
    expect(run).toEqual([])
    press('f', { metaKey: true }, field)
    press('F5', {}, field)
    expect(run).toEqual(['find', 'sync'])
    mac.mockRestore()
  })

  it('are written as each system writes them', () => {
    expect(shownKeys('Mod+Shift+R', true)).toBe('⇧⌘R')
    expect(shownKeys('Mod+Shift+R', false)).toBe('Ctrl+Shift+R')
    expect(shownKeys('Mod+ArrowRight', false)).toBe('Ctrl+→')
  })

  it.each([
    ['de', 'Strg+Umschalt+R', 'Strg+Pos1', 'Esc', 'Leertaste'],
    ['fr', 'Ctrl+Maj+R', 'Ctrl+Origine', 'Échap', 'Espace'],
    ['es', 'Ctrl+Mayús+R', 'Ctrl+Inicio', 'Esc', 'Espacio'],
    ['ar', 'Ctrl+Shift+R', 'Ctrl+Home', 'Esc', 'مسافة']
  ] as const)(
    'are called in %s what is printed on them, and have signs on a Mac',
    async (language, ...names) => {
      await showLanguage(language)
      const keys = ['Mod+Shift+R', 'Mod+Home', 'Escape', ' ']
      expect(keys.map((each) => shownKeys(each, false))).toEqual(names)
      expect(shownKeys('Mod+Shift+R', true)).toBe('⇧⌘R')
      await showLanguage('en')
    }
  )

  it('belong to one command each within a topic and for the whole app', () => {
    const keysOf = (id: CommandId): string[] => [...(commandKind(id).keys ?? [])]
    const keys = commandIds.flatMap(keysOf)
    // The filters of Products, and the picture alone in Review: no page has both.
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual(['F'])
  })
})

describe('a command', () => {
  it('does what was added last, and what was there before when that has gone', () => {
    const dialog = effectScope()
    dialog.run(() => useCommands({ find: { run: () => run.push('palette') } }))
    press('f', { ctrlKey: true })
    dialog.stop()
    press('f', { ctrlKey: true })
    expect(run).toEqual(['palette', 'find'])
  })

  it('is not done while it cannot be, nor after its page has gone', () => {
    const can = ref(false)
    const more = effectScope()
    more.run(() => useCommands({ export: { can: () => can.value, run: () => run.push('export') } }))
    const registry = useCommandRegistry()
    expect(registry.run('export')).toBe(false)
    can.value = true
    expect(registry.run('export')).toBe(true)
    expect(registry.runnable).toContain('export')
    more.stop()
    expect(registry.runnable).not.toContain('export')
    expect(run).toEqual(['export'])
  })
})

describe('the application menu', () => {
  it('runs commands, once for one press that arrives both ways', () => {
    main.emit('menu:command', { command: 'find' })
    press('F5')
    main.emit('menu:command', { command: 'sync' })
    expect(run).toEqual(['find', 'sync'])
  })

  it('does not change the page under a dialog', () => {
    const button = inside('<div role="dialog" data-modal><button data-here></button></div>')
    if (button instanceof HTMLElement) button.focus()
    main.emit('menu:command', { command: 'find' })
    expect(run).toEqual([])
  })

  it('hears what can be done and what is on, whenever that changes', async () => {
    const isOpen = ref(false)
    scope.run(() => {
      useCommands({ 'toggle-details': { run: () => undefined, isOn: () => isOpen.value } })
      useMenuState()
    })
    const ofPage = ['find', 'sync', 'previous-page', 'next-page', 'toggle-details']
    const enabled = [...ofPage, 'undo', 'select-all']
    const isInText = false
    expect(main.last('app:menu-state').input).toEqual({ enabled, checked: [], isInText })
    isOpen.value = true
    await nextTick()
    expect(main.last('app:menu-state').input).toEqual({ enabled, checked: ['toggle-details'], isInText })
    expect(main.asked('app:menu-state')).toHaveLength(2)
  })

  it('hears whether a text is edited, which has an undo of its own', async () => {
    inside('<input type="text"><button data-here></button>')
    const [field, button] = [document.querySelector('input'), document.querySelector('button')]
    scope.run(useMenuState)
    const isInText = (): boolean => main.last('app:menu-state').input.isInText
    field?.focus()
    await nextTick()
    expect(isInText()).toBe(true)
    button?.focus()
    await nextTick()
    expect(isInText()).toBe(false)
  })

  it('undoes and selects in the page what its keys do there', () => {
    main.emit('menu:command', { command: 'undo' })
    main.emit('menu:command', { command: 'select-all' })
    expect(run).toEqual(['undo', 'select-all'])
  })

  it('has the same words for commands as the window', () => {
    const { menu } = wordsIn('en')
    for (const id of menuCommands) expect([id, menu[id]]).toEqual([id, commandKind(id).words()])
  })
})
