import { defaultPictureLimit } from './picture-limits'
import type { Preferences } from './preferences'

/** `system`: light or dark as the computer is. Free of zod, as all of this file, so that the renderer can load it. */
export const appearances = ['system', 'light', 'dark'] as const
export type Appearance = (typeof appearances)[number]

/** Percent of the usual size of texts, and of all that is measured by them. */
export const textSizes = { least: 100, most: 200, offered: [100, 110, 125, 150, 175, 200] } as const

/** `ask`: looks for a new version by itself and asks before it is installed · `off`: only when a person looks. */
export const updateChecks = ['ask', 'off'] as const

/** What holds where neither a person nor the organisation has said anything. */
export const defaultPreferences: Preferences = {
  appearance: 'system',
  density: 'comfortable',
  textSize: 100,
  language: 'system',
  numberFormat: 'system',
  syncSchedule: 'hourly',
  pictureLimit: defaultPictureLimit,
  updates: 'ask',
  proxy: { mode: 'system', address: '', exceptions: [] },
  authorities: []
}
