import { join } from 'node:path'
import { forConnections, type HandlersOf } from '../contract/bridge'
import { Thread, type ThreadLog } from '../database/thread'
import { publishedFolder } from './kept-state'
import type { PublishingMethods } from './protocol'
import { createPublishing } from './publishing'
import type { Publishing, PublishingDeps } from './types'

export type { Publishing } from './types'

export interface PublishingFeatureDeps extends Omit<PublishingDeps, 'thread' | 'rootOf' | 'now' | 'log'> {
  threadFile: string
  connectionsFolder: string
  isKnown: (connectionId: string) => boolean
  log: ThreadLog
}

export interface PublishingFeature {
  publishing: Publishing
  handlers: HandlersOf<'publishing'>
  close(): Promise<void>
}

/** ms: it keeps a whole list in memory while that is taken over. */
const endsAfter = 60_000

/** Puts together what publishes catalogs for teams, and takes over what others have published. */
export function composePublishing({
  threadFile,
  connectionsFolder,
  isKnown,
  ...deps
}: PublishingFeatureDeps): PublishingFeature {
  const { log } = deps
  const thread = new Thread<PublishingMethods>({ file: threadFile, name: 'publishing', log, endsAfter })
  const rootOf = (id: string): string => publishedFolder(join(connectionsFolder, id))
  const publishing = createPublishing({ ...deps, thread, rootOf, now: Date.now })
  const of = forConnections(isKnown)
  return {
    publishing,
    handlers: {
      'publishing:state': of(({ connectionId }) => publishing.state(connectionId)),
      'publishing:set': of(async ({ connectionId: id, isOn, isTakingOver }) => {
        const set = await publishing.set(id, isOn, isTakingOver)
        if (set.ok && isOn) void publishing.publish(id)
        return set
      })
    },
    close: () => thread.close()
  }
}
