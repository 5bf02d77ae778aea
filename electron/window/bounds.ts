import type { WindowState } from '../settings/schema'

export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** DIP: what the layout is made for at the least, and what a first start shows. */
export const minSize = { width: 960, height: 600 }
const firstSize = { width: 1280, height: 800 }

/** How much of a window's title bar must be on a screen, in DIP, so that a person can drag it. */
const grip = 80

/**
 * Where the window opens: as it was left, unless no screen shows enough of it to be moved; without x and y the
 * system centres it.
 *
 * @param screens the work areas of the screens there are now
 */
export function openingBounds(
  saved: WindowState | null,
  screens: readonly Area[]
): { width: number; height: number; x?: number; y?: number } {
  if (saved === null) return firstSize
  const width = Math.max(saved.width, minSize.width)
  const height = Math.max(saved.height, minSize.height)
  const isVisible = screens.some((screen) => {
    const shown = Math.min(saved.x + width, screen.x + screen.width) - Math.max(saved.x, screen.x)
    return shown >= grip && saved.y >= screen.y && saved.y <= screen.y + screen.height - grip
  })
  return isVisible ? { width, height, x: saved.x, y: saved.y } : { width, height }
}
