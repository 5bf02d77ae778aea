import { appHandlers, type AppHandlersDeps } from './app'
import { auditHandlers, type AuditHandlersDeps } from './audit'
import { catalogHandlers, type CatalogHandlersDeps } from './catalog'
import { connectionHandlers, type ConnectionHandlersDeps } from './connections'
import { demoHandlers } from './demo'
import { diagnosticsHandlers } from './diagnostics'
import { connectionCheckHandlers } from './connection-check'
import { exportHandlers } from './export'
import type { Handlers } from './handlers'
import { historyHandlers, type HistoryHandlersDeps } from './history'
import { networkHandlers, type NetworkHandlersDeps } from './network'
import { pictureHandlers, type PictureHandlersDeps } from './pictures'
import { preferenceHandlers, type PreferenceHandlersDeps } from './preferences'
import { productHandlers } from './products'
import { reviewHandlers, type ReviewHandlersDeps } from './reviews'
import { syncHandlers, type SyncHandlersDeps } from './sync'
import { updateHandlers, type UpdateHandlersDeps } from './updates'
import { viewHandlers, type ViewHandlersDeps } from './views'

type Services = AppHandlersDeps &
  AuditHandlersDeps &
  CatalogHandlersDeps &
  ConnectionHandlersDeps &
  HistoryHandlersDeps &
  NetworkHandlersDeps &
  SyncHandlersDeps &
  UpdateHandlersDeps &
  ViewHandlersDeps &
  PictureHandlersDeps &
  PreferenceHandlersDeps &
  ReviewHandlersDeps &
  Parameters<typeof diagnosticsHandlers>[0] &
  Parameters<typeof connectionCheckHandlers>[0] &
  Parameters<typeof productHandlers>[0] &
  Parameters<typeof exportHandlers>[0]

/** All that the page can ask, feature by feature. A channel without a handler does not compile. */
export function createHandlers(services: Services): Handlers {
  return {
    ...appHandlers(services),
    ...auditHandlers(services),
    ...catalogHandlers(services),
    ...connectionHandlers(services),
    ...demoHandlers(services),
    ...diagnosticsHandlers(services),
    ...connectionCheckHandlers(services),
    ...exportHandlers(services),
    ...historyHandlers(services),
    ...networkHandlers(services),
    ...preferenceHandlers(services),
    ...productHandlers(services),
    ...pictureHandlers(services),
    ...reviewHandlers(services),
    ...syncHandlers(services),
    ...updateHandlers(services),
    ...viewHandlers(services)
  }
}
