import type { Density } from '../contract/view'
import type { Settings } from './schema'

/** The settings with every list as dense as was just chosen for all. */
export function withDensity(settings: Settings, density: Density): Settings {
  const views = Object.entries(settings.views).map(([id, view]) => [id, { ...view, density }] as const)
  return { ...settings, views: Object.fromEntries(views) }
}
