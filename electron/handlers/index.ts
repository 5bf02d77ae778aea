import { appHandlers, type AppHandlersDeps } from './app'
import { connectionHandlers, type ConnectionHandlersDeps } from './connections'
import { demoHandlers } from './demo'
import type { Handlers } from './handlers'
import { pictureHandlers } from './pictures'
import { productHandlers } from './products'
import { viewHandlers, type ViewHandlersDeps } from './views'

type Services = AppHandlersDeps &
  ConnectionHandlersDeps &
  ViewHandlersDeps &
  Parameters<typeof productHandlers>[0] &
  Parameters<typeof pictureHandlers>[0]

/** All that the page can ask, feature by feature. A channel without a handler does not compile. */
export function createHandlers(services: Services): Handlers {
  return {
    ...appHandlers(services),
    ...connectionHandlers(services),
    ...demoHandlers(services),
    ...productHandlers(services),
    ...pictureHandlers(services),
    ...viewHandlers(services)
  }
}
