import type { WindowState } from '../settings'
import { readFileSync } from 'node:fs'
import { appearances, type Appearance } from '../contract/preference-choices'

interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** DIP: the smallest size that the layout supports, and the size at a first start. */
export const minSize = { width: 960, height: 600 }
const firstSize = { width: 1280, height: 800 }

/** DIP of a window's title bar that a screen must show to count as the window's screen. */
const grip = 80

/**
 * Where the window opens: as it was left, moved and shrunk as far as the screen that shows it requires. Without x and y the system
 * centers it: at a first start, and if no screen shows enough of it.
 *
 * @param screens the work areas of the current screens, the primary one first
 */
export function openingBounds(
  saved: WindowState | null,
  screens: readonly Area[]
): { width: number; height: number; x?: number; y?: number } {
  const wanted = saved ?? firstSize
  const screen = saved && screens.find((candidate) => shows(candidate, saved))
  const room = screen ?? screens[0] ?? wanted
  const width = Math.max(Math.min(wanted.width, room.width), minSize.width)
  const height = Math.max(Math.min(wanted.height, room.height), minSize.height)
  if (!saved || !screen) return { width, height }
  return {
    width,
    height,
    x: within(saved.x, screen.x, screen.x + screen.width - width),
    y: within(saved.y, screen.y, screen.y + screen.height - height)
  }
}

function shows(screen: Area, { x, y, width }: WindowState): boolean {
  const shown = Math.min(x + width, screen.x + screen.width) - Math.max(x, screen.x)
  return shown >= grip && y >= screen.y && y <= screen.y + screen.height - grip
}

/** If the bounds conflict the lower one wins, so that the title bar stays within reach. */
function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most))
}

/** How the window is to open. */
interface Opening {
  /** Where it was left; null at a first start. */
  window: WindowState | null
  /** Electron's zoom level, each step 20 %. */
  zoomLevel: number
  appearance: Appearance
}

/**
 * Reads from the settings file what the window needs before the app is loaded, whose schemas parse the rest. Never fails: invalid values
 * are replaced by defaults. The app corrects what the organization has set otherwise.
 */
export function readOpening(settingsFile: string): Opening {
  const { window, zoomLevel, preferences } = fieldsOf(read(settingsFile))
  const { appearance } = fieldsOf(preferences)
  return {
    window: stateOf(fieldsOf(window)),
    zoomLevel: typeof zoomLevel === 'number' && Math.abs(zoomLevel) < 9 ? zoomLevel : 0,
    appearance: appearances.find((known) => known === appearance) ?? 'system'
  }
}

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function stateOf({ x, y, width, height, maximized }: Record<string, unknown>): WindowState | null {
  if (!isPixels(x) || !isPixels(y) || !isPixels(width) || !isPixels(height)) return null
  if (width < 1 || height < 1) return null
  return { x, y, width, height, maximized: maximized === true }
}

function isPixels(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= 100_000
}
