import { EventEmitter } from 'node:events'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { AllSyncs } from '../../../../electron/sync'
import { createTraySign, type TraySign } from '../../../../electron/window/tray/tray-sign'
import { wordsIn } from '../../../../electron/window/words'

interface Item {
  label?: string
  enabled?: boolean
  click?: () => void
}
const system = vi.hoisted(() => ({
  fails: false,
  log: [] as string[],
  menu: [] as Item[],
  click: (): void => undefined
}))
vi.mock('electron', () => ({
  Menu: { buildFromTemplate: (items: Item[]) => items },
  Tray: class extends EventEmitter {
    constructor() {
      super()
      if (system.fails) throw new Error('no tray')
      system.log.push('made')
      system.click = () => this.emit('click')
    }
    setToolTip(text: string): void {
      system.log.push(text)
    }
    setContextMenu(menu: Item[]): void {
      system.menu = menu
    }
    destroy(): void {
      system.log.push('destroyed')
    }
  }
}))

let isWanted: boolean
let state: ReturnType<AllSyncs['state']>
let asked: string[]
const ask = (what: string) => (): void => void asked.push(what)

function open(isMac = false): TraySign {
  return createTraySign({
    isWanted: () => isWanted,
    words: () => wordsIn('en'),
    syncs: { state: () => state, start: ask('start'), pause: ask('pause'), resume: ask('resume') },
    open: ask('open'),
    quit: ask('quit'),
    icon: () => 'tray.png',
    isMac,
    log: { warn: (event) => asked.push(event) }
  })
}
const lines = (): string[] =>
  system.menu.flatMap(({ label, enabled = true }) =>
    label === undefined ? [] : `${label}${enabled ? '' : ' (off)'}`
  )
const choose = (label: string): void => system.menu.find((item) => item.label === label)?.click?.()

beforeEach(() => {
  Object.assign(system, { fails: false, log: [], menu: [] })
  isWanted = true
  state = 'idle'
  asked = []
})

describe('the sign in the tray', () => {
  it('is there while it is wanted', () => {
    isWanted = false
    const sign = open()
    sign.update()
    expect(system.log).toEqual([])
    isWanted = true
    sign.update()
    isWanted = false
    sign.update()
    expect(system.log).toEqual(['made', 'Vitrine', 'destroyed'])
  })

  it('says how the syncs are, and is drawn anew only where that changes', () => {
    const sign = open()
    sign.update()
    state = 'syncing'
    sign.update()
    sign.update()
    state = 'failed'
    sign.update()
    expect(system.log).toEqual(['made', 'Vitrine', 'Vitrine – Syncing', 'Vitrine – The last sync failed'])
  })

  it('opens the window, syncs, pauses and quits', () => {
    const sign = open()
    sign.update()
    expect(lines()).toEqual(['Open Vitrine', 'Sync now', 'Pause sync (off)', 'Quit Vitrine'])
    system.click()
    for (const label of ['Open Vitrine', 'Sync now', 'Quit Vitrine']) choose(label)
    state = 'syncing'
    sign.update()
    expect(lines()).toEqual(['Open Vitrine', 'Sync now (off)', 'Pause sync', 'Quit Vitrine'])
    choose('Pause sync')
    state = 'paused'
    sign.update()
    choose('Resume sync')
    expect(asked).toEqual(['open', 'open', 'start', 'quit', 'pause', 'resume'])
  })

  it('leaves a click to its menu on macOS', () => {
    open(true).update()
    system.click()
    expect(asked).toEqual([])
  })

  it('that the system has no place for costs nothing else', () => {
    system.fails = true
    open().update()
    expect(asked).toEqual(['there is no sign in the tray'])
  })
})
