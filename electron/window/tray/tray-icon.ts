import { nativeImage, type NativeImage } from 'electron'
import { readFileSync } from 'node:fs'
import colored from './tray.png?asset'
import template from './tray-template.png?asset'

/** The app's icon as a tray shows it. macOS draws it in the menu bar's own colors, at half of its size. */
export function trayIcon(isMac: boolean): NativeImage {
  if (!isMac) return nativeImage.createFromBuffer(readFileSync(colored))
  const icon = nativeImage.createFromBuffer(readFileSync(template), { scaleFactor: 2 })
  icon.setTemplateImage(true)
  return icon
}
