import type { CatalogCopy } from '../catalog/types'
import { ok } from '../contract/failure'
import type { HandlersOf } from './handlers'

export interface CatalogHandlersDeps {
  copy: Pick<CatalogCopy, 'takeNotice'>
}

export function catalogHandlers({ copy }: CatalogHandlersDeps): HandlersOf<'catalog'> {
  return { 'catalog:notice': async ({ connectionId }) => ok(await copy.takeNotice(connectionId)) }
}
