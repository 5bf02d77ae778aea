import type { CatalogDb } from '../catalog/types'
import { fail, ok } from '../contract/failure'
import { emptyQuery } from '../contract/empty-query'
import type { HandlersOf } from './handlers'

export interface CatalogHandlersDeps {
  copy: Pick<CatalogDb, 'takeNotice' | 'read'>
  /** To look for the copy of a connection that does not exist would make one. */
  isKnown: (connectionId: string) => boolean
}

/** Looking for a word that no product is expected to have takes all that looking for another does, and brings no rows. */
const forNothing = { productQuery: { ...emptyQuery, search: 'zqxjzqxjzqxj' }, offset: 0, limit: 1 }

export function catalogHandlers({ copy, isKnown }: CatalogHandlersDeps): HandlersOf<'catalog'> {
  return {
    'catalog:notice': async ({ connectionId }) =>
      isKnown(connectionId) ? ok(await copy.takeNotice(connectionId)) : fail('connection-unknown'),
    'catalog:warm-search': async ({ connectionId }) => {
      if (!isKnown(connectionId)) return fail('connection-unknown')
      const answer = await copy.read(connectionId, forNothing)
      return answer.ok ? ok(null) : answer
    }
  }
}
