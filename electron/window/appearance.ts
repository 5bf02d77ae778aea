import { nativeTheme } from 'electron'
import type { Appearance } from '../contract/preference-choices'

/**
 * Makes everything light or dark: menus and dialogs of the system, and the page, whose style sheets follow
 * `prefers-color-scheme`. Set before the window opens, nothing of it is ever painted in the other colours.
 */
export function applyAppearance(appearance: Appearance): void {
  nativeTheme.themeSource = appearance
}
