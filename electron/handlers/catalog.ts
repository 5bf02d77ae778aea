import type { CatalogCopy } from '../catalog/types'
import { fail, ok } from '../contract/failure'
import type { HandlersOf } from './handlers'

export interface CatalogHandlersDeps {
  copy: Pick<CatalogCopy, 'takeNotice'>
  /** To look for the copy of a connection that does not exist would make one. */
  isKnown: (connectionId: string) => boolean
}

export function catalogHandlers({ copy, isKnown }: CatalogHandlersDeps): HandlersOf<'catalog'> {
  return {
    'catalog:notice': async ({ connectionId }) =>
      isKnown(connectionId) ? ok(await copy.takeNotice(connectionId)) : fail('connection-unknown')
  }
}
