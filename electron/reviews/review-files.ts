import { join } from 'node:path'
import type { StoreAddress } from '../api/types'
import { quitting, settledWithin } from '../async/with-timeout'
import { fail, ok, type Result } from '../contract/failure'
import { Thread, type ThreadLog } from '../database/thread'
import type { InputOf, MethodName, OutputOf } from '../database/thread-protocol'
import type { SecondCopies } from './backup-folder/second-copies'
import { backupsName, fetchedName } from './db/schema'
import type { OpenedReviews, ReviewMethods, ReviewsPlace } from './protocol'
import type { RestoreInput } from './recovery/restore'

/** ms after which a file that could not be opened is tried again. */
const openAgainAfter = 5000

export interface ReviewFilesDeps {
  /** The thread's built entry. */
  threadFile: string
  folderOf: (connectionId: string) => string
  /** Where reviews of connections that were removed are. */
  removedFolder: string
  /** Which store a connection is of; null: there is no such connection anymore. */
  storeOf: (connectionId: string) => StoreAddress | null
  /** Lets go of the file, which is about to be replaced, and takes it up again. */
  release: (connectionId: string) => Promise<void>
  replaced: (connectionId: string) => void
  /** Where backups are copied to as well. */
  secondCopies?: Pick<SecondCopies, 'state' | 'copy' | 'fetch'>
  log?: ThreadLog | undefined
  /** ms since 1970. */
  now: () => number
}

/** The files of reviews, each opened and mended in its thread before it is asked. */
export interface ReviewFiles {
  /** Opens the file, unless it is open, and asks. What turns out to be damaged is mended first (fault 83). Never rejects. */
  ask<Name extends MethodName<ReviewMethods>>(
    method: Name,
    connectionId: string,
    input: InputOf<ReviewMethods, Name>
  ): Promise<Result<OutputOf<ReviewMethods, Name>>>
  /** As `ask`, for what writes: a file that could not be written is opened again. */
  change: ReviewFiles['ask']
  /** Puts a backup in place of what there is. */
  restore(connectionId: string, input: InputOf<ReviewMethods, 'restore'>): Promise<Result<null>>
  /** Takes note of which stores there are, and opens the file of this connection. */
  follow(connectionIds: string[], activeId: string | null): void
  /** `store`: which its reviews are of, where it was removed. */
  leave(connectionId: string, store?: StoreAddress): Promise<Result<null>>
  /** Puts reviews of connections away that are not these and will never be again, as those of removed ones (fault 100). */
  putAwayOwnerless(connectionsFolder: string, owners: string[]): Promise<void>
  /** Makes the day's backups that are due, and second copies that are missing. */
  backUp(): void
  /** Makes the second copies that are missing of all files that are open. Never rejects. */
  copyBackups(): Promise<void>
  close(): Promise<void>
}

/** The opening of a file by the thread of this life. */
interface Opening {
  life: number
  result: Promise<Result<OpenedReviews>>
  /** What came of it, once that is known. */
  value: OpenedReviews | null
  /** When one that failed is tried again: ms since 1970. */
  againAt: number | null
}

export function createReviewFiles(deps: ReviewFilesDeps): ReviewFiles {
  const { folderOf, removedFolder, storeOf, secondCopies, now, log } = deps
  const thread = new Thread<ReviewMethods>({ file: deps.threadFile, name: 'reviews', log })
  const openings = new Map<string, Opening>()
  /** Also of a connection that is just being removed. */
  const stores = new Map<string, StoreAddress>()
  /** Which store stands in each connection's folder. */
  const toldStores = new Map<string, string>()
  let closed = false

  function placeOf(id: string): ReviewsPlace {
    const { baseUrl, apiPath } = storeOf(id) ?? stores.get(id) ?? {}
    const store = baseUrl === undefined || apiPath === undefined ? null : { baseUrl, apiPath }
    return { folder: folderOf(id), removedFolder, store, at: now() }
  }

  async function begin(id: string, how: 'open' | 'mend' | 'recover'): Promise<Result<OpenedReviews>> {
    // Where a file is open it cannot be replaced (Windows), and would go on being read.
    if (how !== 'open') await deps.release(id)
    const { result, damaged } = await thread.call(how, id, placeOf(id))
    if (how !== 'open') deps.replaced(id)
    if (damaged && how !== 'recover') return begin(id, 'recover')
    if (result.ok && result.value.state === 'broken') return begin(id, how === 'open' ? 'mend' : 'recover')
    if (result.ok && how !== 'open')
      log?.warn('reviews were damaged and are mended', { connectionId: id, how })
    if (!result.ok) log?.warn('reviews cannot be opened', { ...result.failure.facts })
    return result
  }

  function start(id: string, how: 'open' | 'recover'): Opening {
    const opening: Opening = { life: thread.life, result: begin(id, how), value: null, againAt: null }
    openings.set(id, opening)
    void opening.result.then((result) => {
      if (result.ok) {
        opening.value = result.value
        void tellStore(id)
        void copyBackups(id)
      } else opening.againAt = now() + openAgainAfter
    })
    return opening
  }

  /** The opening that holds; one that `isWanted` does not want is made anew. */
  function current(id: string, isWanted: (opening: Opening) => boolean = () => true): Opening {
    const opening = openings.get(id)
    const isGood = opening?.life === thread.life && !isPast(opening.againAt, now()) && isWanted(opening)
    return isGood ? opening : start(id, 'open')
  }

  async function askIn<Name extends MethodName<ReviewMethods>>(
    used: Opening,
    method: Name,
    id: string,
    input: InputOf<ReviewMethods, Name>
  ): Promise<Result<OutputOf<ReviewMethods, Name>>> {
    const opened = await used.result
    if (!opened.ok) return opened
    const { result, damaged } = await thread.call(method, id, input)
    if (!damaged) return result
    log?.warn('reviews are damaged', { connectionId: id })
    // Others may have found the same damage at the same time: it is mended once.
    const mended = await (openings.get(id) === used ? start(id, 'recover') : current(id)).result
    return mended.ok ? (await thread.call(method, id, input)).result : mended
  }

  /** What cannot be written now keeps nobody from the reviews, and is tried again. */
  async function tellStore(id: string): Promise<void> {
    const { folder } = placeOf(id)
    const address = storeOf(id)
    if (closed || address === null) return
    const store = { baseUrl: address.baseUrl, apiPath: address.apiPath }
    const note = JSON.stringify(store)
    if (toldStores.get(id) === note) return
    toldStores.set(id, note)
    const { result } = await thread.call('tellStore', id, { folder, store })
    if (result.ok) return
    toldStores.delete(id)
    log?.warn('a folder cannot be told which store it is of', { connectionId: id, ...result.failure.facts })
  }

  /** Settles when no second copies are being made of a connection's backups: a folder with an open file cannot be moved (Windows). */
  const copying = new Map<string, Promise<void>>()
  const leaving = new Set<string>()

  function copyBackups(id: string): Promise<void> {
    if (leaving.has(id)) return Promise.resolve()
    const copies = Promise.all([copying.get(id), makeSecondCopies(id)]).then(() => undefined)
    copying.set(id, copies)
    return copies
  }

  async function makeSecondCopies(id: string): Promise<void> {
    if (secondCopies === undefined || secondCopies.state().folder === null) return
    const { folder, store } = placeOf(id)
    const { result } = await thread.call('backups', id, { folder })
    if (!result.ok || store === null) return
    const isSound = async (name: string): Promise<boolean> => {
      const { result: found } = await thread.call('isGoodBackup', id, { folder, name })
      if (found.ok && !found.value) log?.warn('a backup is damaged', { connectionId: id, name })
      return found.ok && found.value
    }
    await secondCopies.copy(id, { store, from: join(folder, backupsName), backups: result.value, isSound })
  }

  /** Brings a backup from the second place to where the thread finds it; one of this computer is there. */
  async function fetched(id: string, { backup }: RestoreInput): Promise<Result<string | undefined>> {
    if (secondCopies === undefined || !backup.includes('/')) return ok(undefined)
    const to = join(folderOf(id), fetchedName)
    const result = await secondCopies.fetch(id, backup, to)
    return result.ok ? ok(to) : result
  }

  async function backUp(id: string): Promise<void> {
    const { result, damaged } = await thread.call('backUp', id, { at: now() })
    if (!result.ok)
      log?.warn('no backup of the reviews was made', { connectionId: id, ...result.failure.facts })
    // What would have got into the backup is mended (fault 106).
    if (damaged && !closed) await start(id, 'open').result
    await copyBackups(id)
  }

  return {
    ask: (method, id, input) =>
      closed ? Promise.resolve(fail('cancelled')) : askIn(current(id), method, id, input),
    change(method, id, input) {
      if (closed) return Promise.resolve(fail('cancelled'))
      const used = current(id, ({ value }) => value?.state !== 'read-only')
      return askIn(used, method, id, input)
    },
    async restore(id, input) {
      if (closed) return fail('cancelled')
      const opened = await current(id).result
      if (!opened.ok) return opened
      const file = await fetched(id, input)
      if (!file.ok) return file
      await deps.release(id)
      const { result } = await thread.call('restore', id, { ...input, fetched: file.value })
      // Opened again with what is there now, whatever came of it.
      await start(id, 'open').result
      deps.replaced(id)
      return result
    },
    follow(ids, activeId) {
      for (const id of ids) {
        const store = storeOf(id)
        if (store !== null) stores.set(id, store)
        void tellStore(id)
      }
      if (activeId !== null && !closed) void current(activeId).result
    },
    async leave(id, store) {
      openings.delete(id)
      if (closed) return fail('cancelled')
      // Another store's: what this connection's reviews say of it is opened anew when it is asked for.
      if (storeOf(id) !== null) return ok(null)
      if (store !== undefined && !stores.has(id)) stores.set(id, store)
      leaving.add(id)
      const { result } = await Promise.all([deps.release(id), copying.get(id)])
        .then(() => thread.call('putAway', id, placeOf(id)))
        .finally(() => leaving.delete(id))
      copying.delete(id)
      if (!result.ok) log?.warn('reviews of a removed connection stay', { ...result.failure.facts })
      openings.delete(id)
      stores.delete(id)
      toldStores.delete(id)
      deps.replaced(id)
      return result
    },
    async putAwayOwnerless(connectionsFolder, owners) {
      const { result } = await thread.call('putAwayOwnerless', '', {
        connectionsFolder,
        removedFolder,
        owners,
        at: now()
      })
      if (!result.ok) log?.warn('reviews without a connection stay', { ...result.failure.facts })
      else if (result.value.length > 0)
        log?.warn('reviews without a connection are put away', { folders: result.value })
    },
    async copyBackups() {
      await Promise.all([...openings.keys()].map(copyBackups))
    },
    backUp() {
      for (const id of stores.keys()) void tellStore(id)
      for (const [id, { life, value }] of openings) {
        if (life === thread.life && value?.state === 'ready') void backUp(id)
      }
    },
    async close() {
      if (closed) return
      closed = true
      const ids = thread.isRunning ? [...openings.keys()] : []
      const closing = ids.map(async (id) => {
        const { result } = await thread.call('close', id, { at: now() })
        if (!result.ok)
          log?.warn('no backup of the reviews was made', { connectionId: id, ...result.failure.facts })
        await copyBackups(id)
      })
      await settledWithin(Promise.all(closing), quitting.reviews)
      await thread.close()
    }
  }
}

/** Also when the clock was set back since (fault 93). */
function isPast(time: number | null, now: number): boolean {
  return time !== null && (now >= time || now < time - openAgainAfter)
}
