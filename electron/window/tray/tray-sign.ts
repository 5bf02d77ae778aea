import { Menu, nativeImage, Tray, type MenuItemConstructorOptions, type NativeImage } from 'electron'
import { readFileSync } from 'node:fs'
import type { Log } from '../../log/log'
import type { AllSyncs } from '../../sync'
import type { Words } from '../words'
import template from './tray-template.png?asset'
import colored from './tray.png?asset'

/** The app's icon as a tray shows it. macOS draws it in the menu bar's own colors, at half of its size. */
export function trayIcon(isMac: boolean): NativeImage {
  if (!isMac) return nativeImage.createFromBuffer(readFileSync(colored))
  const icon = nativeImage.createFromBuffer(readFileSync(template), { scaleFactor: 2 })
  icon.setTemplateImage(true)
  return icon
}

interface TraySignDeps {
  /** The app goes on without its window. */
  isWanted: () => boolean
  words: () => Words
  syncs: AllSyncs
  open: () => void
  quit: () => void
  /** A picture, or its file. */
  icon: () => NativeImage | string
  /** There a click opens the menu. */
  isMac: boolean
  log: Pick<Log, 'warn'>
}

/** The sign in the system's tray, or menu bar, of an app that goes on without its window. */
export interface TraySign {
  /** Shows or removes it, and says how the syncs are. Call after any of that changed. */
  update(): void
  remove(): void
}

/** Where the system has no tray nothing is shown, and nothing fails: another start of the app opens the window. */
export function createTraySign(deps: TraySignDeps): TraySign {
  const { isWanted, words, syncs, open, icon, isMac, log } = deps
  let tray: Tray | null = null
  let shown = ''

  function remove(): void {
    tray?.destroy()
    tray = null
    shown = ''
  }

  function make(): Tray | null {
    try {
      const made = new Tray(icon())
      if (!isMac) made.on('click', open)
      return made
    } catch (error) {
      log.warn('there is no sign in the tray', { error })
      return null
    }
  }

  return {
    update() {
      if (!isWanted()) {
        remove()
        return
      }
      tray ??= make()
      const { app, tray: said } = words()
      const state = syncs.state()
      const now = JSON.stringify([state, said])
      // Syncs tell of each page.
      if (tray === null || now === shown) return
      shown = now
      tray.setToolTip(state === 'idle' ? app : `${app} – ${said.state[state]}`)
      // Linux shows a menu as it was when it was set.
      tray.setContextMenu(Menu.buildFromTemplate(trayMenu(deps)))
    },
    remove
  }
}

function trayMenu({
  words,
  syncs,
  open,
  quit
}: Pick<TraySignDeps, 'words' | 'syncs' | 'open' | 'quit'>): MenuItemConstructorOptions[] {
  const { tray, menu } = words()
  const state = syncs.state()
  const pausing =
    state === 'paused'
      ? { label: tray.resume, click: () => syncs.resume() }
      : { label: tray.pause, enabled: state === 'syncing', click: () => syncs.pause() }
  return [
    { label: tray.open, click: open },
    { type: 'separator' },
    { label: tray.sync, enabled: state !== 'syncing', click: () => syncs.start() },
    pausing,
    { type: 'separator' },
    { label: menu.roles.quit, click: quit }
  ]
}
