// @vitest-environment happy-dom
import { effectScope, type EffectScope } from 'vue'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { usePageCommands } from '../../../../renderer/composables/use-page-commands'
import { sitInMainProcess, type MainProcess } from '../products/main-process'

let main: MainProcess
let scope: EffectScope
let run: string[]

beforeEach(() => {
  main = sitInMainProcess()
  run = []
  scope = effectScope()
  scope.run(() => usePageCommands((command) => run.push(command)))
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

describe('a page command', () => {
  it('comes from the keys, and keeps the browser from reloading the window', () => {
    expect(press('F5')).toBe(false)
    expect(press('r', { ctrlKey: true })).toBe(false)
    expect(press('R', { metaKey: true })).toBe(false)
    expect(press('ArrowRight', { ctrlKey: true })).toBe(false)
    expect(press('ArrowLeft', { metaKey: true })).toBe(false)
    expect(run).toEqual(['refresh', 'refresh', 'refresh', 'next-page', 'previous-page'])
  })

  it('leads to the search from anywhere, and starts a sync', () => {
    expect(press('f', { ctrlKey: true })).toBe(false)
    expect(press('f', { metaKey: true }, inside('<input data-here>'))).toBe(false)
    expect(press('R', { ctrlKey: true, shiftKey: true })).toBe(false)
    main.emit('menu:command', { command: 'find' })
    expect(run).toEqual(['find', 'find', 'sync', 'find'])
  })

  it('comes from the menu', () => {
    main.emit('menu:command', { command: 'last-page' })
    main.emit('menu:command', { command: 'new-connection' })
    expect(run).toEqual(['last-page'])
  })

  it('runs once for one press that arrives both ways', () => {
    press('F5')
    main.emit('menu:command', { command: 'refresh' })
    expect(run).toEqual(['refresh'])
  })

  it('runs once while the key is held down, save for turning pages', () => {
    press('F5')
    press('F5', { repeat: true })
    press('R', { ctrlKey: true, shiftKey: true })
    press('R', { ctrlKey: true, shiftKey: true, repeat: true })
    press('ArrowRight', { ctrlKey: true })
    press('ArrowRight', { ctrlKey: true, repeat: true })
    expect(run).toEqual(['refresh', 'sync', 'next-page', 'next-page'])
  })

  it('turns no page while something is typed, but refreshes', () => {
    const field = inside('<input data-here>')
    expect(press('ArrowRight', { ctrlKey: true }, field)).toBe(true)
    press('F5', {}, field)
    expect(run).toEqual(['refresh'])
  })

  it('leaves the arrows of a dialog to the dialog', () => {
    const button = inside('<div role="dialog"><button data-here></button></div>')
    expect(press('ArrowRight', { ctrlKey: true }, button)).toBe(true)
    expect(run).toEqual([])
  })

  it('is no key of another meaning', () => {
    expect(press('r')).toBe(true)
    expect(press('f', { ctrlKey: true, shiftKey: true })).toBe(true)
    expect(press('f', { ctrlKey: true, altKey: true })).toBe(true)
    expect(press('ArrowRight')).toBe(true)
    expect(run).toEqual([])
  })

  it('ends with its page', () => {
    scope.stop()
    press('F5')
    main.emit('menu:command', { command: 'refresh' })
    expect(run).toEqual([])
  })
})
