import { onTestFinished } from 'vitest'
import { fail, ok, type FailureCode, type Result } from '../../../electron/contract/failure'
import type { MergeProgress, Review } from '../../../electron/contract/review'
import type { TeamPlace, TeamState } from '../../../electron/contract/team'
import { createFolderCarrier } from '../../../electron/team/carriers/folder'
import type { DeviceKey } from '../../../electron/team/segment'
import { createTeams, type Teams } from '../../../electron/team/teams'
import type { ReviewsDeps } from '../../../electron/reviews/reviews'
import { openDesk, product, take, type Desk } from '../reviews/review-thread'

const connectionId = 'shop'
const store = { baseUrl: 'https://shop.example', apiPath: '/api' }

/** Somebody at their computer, with the reviews of the connection `shop` and its team, as the app puts them together. */
export interface TeamDesk extends Desk {
  teams: Teams
  /** What was told while a file was merged. */
  progress: MergeProgress[]
  /** The keychain fails with this. */
  keychain: { failure: FailureCode | null }
  /** Called with each step of a merge. */
  onStep: () => void
  create(path: string): Promise<void>
  join(path: string): Promise<void>
  exchange(): Promise<void>
  share(file: string): ReturnType<Desk['reviews']['share']>
  merge(file: string): ReturnType<Desk['reviews']['mergeFile']>
  /** What was decided of products, and by whom. */
  marks(...ids: string[]): Promise<string[]>
  review(id: string): Promise<Review>
  state(): Promise<TeamState>
  /** This computer's id in the team. */
  device(): Promise<string>
}

/** @param products in the catalog, of the ids a, b, c, d and then numbers */
export function openTeamDesk(name: string, products = 4): TeamDesk {
  const keys = new Map<string, DeviceKey>()
  const done = (): Promise<Result<null>> => Promise.resolve(ok(null))
  const progress: MergeProgress[] = []
  const keychain: TeamDesk['keychain'] = { failure: null }
  const team: NonNullable<ReviewsDeps['team']> = {
    shareByFile: (...asked) => teams.shareByFile(...asked),
    mergeByFile: (...asked) => teams.mergeByFile(...asked)
  }
  const desk = openDesk({
    list: Array.from({ length: products }, (_, at) => product('abcd'.charAt(at) || String(at))),
    team,
    onMerge(told) {
      progress.push(told)
      opened.onStep()
    }
  })
  desk.who.name = name
  const { reviews, who } = desk
  const teams = createTeams({
    bookOf: (id) => reviews.teamBook(id),
    hasTeam: (id) => reviews.hasTeam(id),
    storeOf: () => store,
    openCarrier: (place) => createFolderCarrier(place.kind === 'folder' ? place.path : ''),
    secrets: {
      key: (device) =>
        Promise.resolve(keychain.failure === null ? ok(keys.get(device) ?? null) : fail(keychain.failure)),
      saveKey(key) {
        keys.set(key.device, key)
        return done()
      },
      removeKey: done,
      password: () => Promise.resolve(ok('')),
      savePassword: done,
      removePassword: done
    },
    reviewer: () => who.name,
    setReviewer: done,
    onChange: () => undefined,
    log: { warn: () => undefined },
    now: () => who.now
  })
  onTestFinished(() => teams.close())
  const joining = (path: string): Parameters<Teams['join']>[0] => {
    const place: TeamPlace = { kind: 'folder', path }
    return { connectionId, place, password: '', name, isRenamed: false }
  }
  const opened: TeamDesk = {
    ...desk,
    teams,
    progress,
    keychain,
    onStep: () => undefined,
    create: async (path) => void take(await teams.create(joining(path))),
    join: async (path) => void take(await teams.join(joining(path))),
    exchange: async () => void take(await teams.exchange(connectionId)),
    share(file) {
      desk.chosen.file = file
      return reviews.share({ connectionId, of: 'team' })
    },
    merge: (file) => reviews.mergeFile(connectionId, file),
    async marks(...ids) {
      const all = await Promise.all(ids.map((id) => opened.review(id)))
      return all.map(({ mark, markedBy }) => `${mark} ${markedBy}`.trim())
    },
    review: async (productId) => take(await reviews.of({ connectionId, productId })),
    async state() {
      const state = take(await teams.state(connectionId))
      if (state === null) throw new Error('there is no team')
      return state
    },
    async device() {
      const membership = take(await reviews.teamBook(connectionId).membership())
      return membership?.device ?? ''
    }
  }
  return opened
}
