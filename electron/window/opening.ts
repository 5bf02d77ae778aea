import { readFileSync } from 'node:fs'
import { appearances, type Appearance } from '../contract/preference-choices'
import type { WindowState } from '../settings'

/** How the window is to open. */
export interface Opening {
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
