import { forConnections, type Handlers } from '../contract/handlers'
import { viewsOf, type SettingsStore } from '../settings'
import { createAlerts, type Alerts, type AlertsDeps } from './alerts'

export interface AlertsFeatureDeps extends Omit<AlertsDeps, 'viewsOf'> {
  settings: Pick<SettingsStore, 'get'>
  isKnown: (connectionId: string) => boolean
}

export interface AlertsFeature {
  alerts: Alerts
  handlers: Pick<Handlers, 'views:news' | 'views:opened'>
}

/** Puts together what tells of news in the views that a person watches. */
export function composeAlerts(deps: AlertsFeatureDeps): AlertsFeature {
  const { settings, isKnown } = deps
  const alerts = createAlerts({ ...deps, viewsOf: (id) => viewsOf(settings.get(), id) })
  const of = forConnections(isKnown)
  return {
    alerts,
    handlers: {
      'views:news': of(({ connectionId }) => alerts.news(connectionId)),
      'views:opened': of(({ connectionId, view }) => alerts.opened(connectionId, view))
    }
  }
}
