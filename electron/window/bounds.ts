import type { WindowState } from '../settings'
import { readFileSync } from 'node:fs'
import { appearances, type Appearance } from '../contract/preference-choices'

interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** DIP: what the layout is made for at the least, and what a first start shows. */
export const minSize = { width: 960, height: 600 }
const firstSize = { width: 1280, height: 800 }

/** How much of a window's title bar a screen must show, in DIP, to count as the one that the window was on. */
const grip = 80

/**
 * Where the window opens: as it was left, moved and made smaller as far as the screen that shows it asks for.
 * Without x and y, for a first start and where no screen shows enough of it, the system centers it.
 *
 * @param screens the work areas of the screens there are now, the primary one first
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

/** Where there is no room between the two the lower one counts, so that the title bar is in reach. */
function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most))
}

/** How the window is to open. */
interface Opening {
  /** Where it was left; null: it never was. */
  window: WindowState | null
  /** Electron's zoom level, each step 20 %. */
  zoomLevel: number
  appearance: Appearance
}

/**
 * Takes from the settings file what the window needs before the app is loaded, whose schemas parse the rest. Never fails: what cannot be
 * read, or makes no sense, is as at first. The app puts right what its organization sets otherwise.
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
