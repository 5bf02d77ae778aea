import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ok, type Result } from '../../../electron/contract/failure'
import type { Agreement, ProductStanding, TeamPolicy } from '../../../electron/contract/team'
import type { ReviewMark } from '../../../electron/contract/review-state'
import { bookOf, type OpenReviews } from '../../../electron/reviews/db/open-reviews'
import { openEmpty } from '../../../electron/reviews/db/database'
import { decidedAt, reviewColumns, type ReviewRow } from '../../../electron/reviews/db/review-row'
import { readAgreement } from '../../../electron/reviews/team/agreement'
import { assignStaged, undoAssignment, type Assignment } from '../../../electron/reviews/team/assign'
import { collect } from '../../../electron/reviews/team/collect'
import { publishAll } from '../../../electron/reviews/team/publish'
import { addOperation } from '../../../electron/reviews/team/tell'
import {
  checkOwn,
  countWaiting,
  haveAppended,
  ownSegment,
  renew,
  seal
} from '../../../electron/reviews/team/own-segments'
import { beginFold } from '../../../electron/reviews/team/fold'
import { itemsOf } from '../../../electron/reviews/team/items'
import { removeDevice } from '../../../electron/reviews/team/leaving'
import { markedByReviewer, newestOf, teamMarks } from '../../../electron/reviews/team/newest'
import { standingOf, type InCatalog } from '../../../electron/reviews/team/product-standing'
import { readPolicy, removedDevices } from '../../../electron/reviews/team/policy'
import { readLog } from '../../../electron/reviews/read/log'
import { newestSegments, segmentsToCarry, survey } from '../../../electron/reviews/team/survey'
import { takeSegment } from '../../../electron/reviews/team/take-segment'
import {
  createTeamInMemory,
  membershipOf,
  openTeamAt,
  writeFact,
  type TeamFile
} from '../../../electron/reviews/team/team-file'
import { reviewOf } from '../../../electron/reviews/write/entry'
import { markProducts, stageProducts } from '../../../electron/reviews/write/mark'
import { noteFrom, writeException, writeNote } from '../../../electron/reviews/write/note'
import { lastUndoable, undoEntry } from '../../../electron/reviews/write/undo'
import type { ByFileDeps } from '../../../electron/team/by-file'
import type { Carrier } from '../../../electron/team/carriers/carrier'
import { exchange } from '../../../electron/team/exchange'
import { wholeTeam, type TeamAct } from '../../../electron/team/operation'
import { newDeviceKey, teamIdOf, type DeviceKey } from '../../../electron/team/segment'
import type { TeamBook, TeamItem } from '../../../electron/team/types'

const store = { baseUrl: 'https://shop.example', apiPath: '/api' }
const teamId = 'c'.repeat(32)

const opened: DatabaseSync[] = []

/** Closes the databases of all devices, and of profiles that were saved, whose folder is to be removed. */
export function closeSaved(): void {
  for (const db of opened.splice(0)) db.close()
}

/** A device with reviews and a team, in memory, as the app puts them together around threads and files. */
export class TestDevice {
  /** ms that its clock is ahead of the true time. */
  skew = 0
  /** When the catalog was read that its person sees, ms since 1970. */
  asOf: number | null = 1
  /** Segments that it folds into a snapshot. */
  mostSegments = 1000
  readonly by: string
  readonly #clock: () => number
  #book: OpenReviews
  #team: TeamFile
  /** The keychain, which other profiles on the same computer share. */
  readonly #keys: Map<string, DeviceKey>

  private constructor(
    by: string,
    clock: () => number,
    keys: Map<string, DeviceKey>,
    [reviews, team]: [DatabaseSync, TeamFile]
  ) {
    this.by = by
    this.#clock = clock
    this.#keys = keys
    this.#book = bookOf('', { state: 'ready', db: reviews })
    this.#team = team
  }

  /** @param clock the true time, ms since 1970 @param id of a team that has no owner, or of this one; null: it creates one */
  static join(by: string, clock: () => number, id: string | null = teamId): TestDevice {
    const key = newDeviceKey()
    const team = createTeamInMemory()
    const place = { kind: 'folder' as const, path: '/' }
    writeFact(team, 'self', by)
    writeFact(team, 'membership', { team: id ?? teamIdOf(key.device), device: key.device, place, store })
    const reviews = openEmpty()
    opened.push(reviews, team.db)
    return new TestDevice(by, clock, new Map([[key.device, key]]), [reviews, team])
  }

  /** A copy of its profile, which goes on by itself; on the same computer, or without its keychain. */
  clone(folder: string | null, hasKeychain: boolean): TestDevice {
    const keys = hasKeychain ? this.#keys : new Map<string, DeviceKey>()
    const copy = new TestDevice(this.by, this.#clock, keys, this.save(folder))
    copy.skew = this.skew
    copy.mostSegments = this.mostSegments
    return copy
  }

  /** A backup of the whole profile. @param folder null: in memory, where it takes a fraction of the time */
  save(folder: string | null): [DatabaseSync, TeamFile] {
    const fileIn = (place: string | null): string =>
      place === null ? `file:${randomUUID()}?mode=memory&cache=shared` : join(place, randomUUID())
    const [reviews, team] = [fileIn(folder), fileIn(folder)]
    // A database in memory is there while somebody has it open.
    const held = folder === null ? [new DatabaseSync(reviews), new DatabaseSync(team)] : []
    this.#book.db.exec(`VACUUM INTO '${reviews}'`)
    this.#team.db.exec(`VACUUM INTO '${team}'`)
    const saved: [DatabaseSync, TeamFile] = [new DatabaseSync(reviews), openTeamAt(team)]
    for (const db of held) db.close()
    opened.push(saved[0], saved[1].db)
    // These histories have no power cuts.
    for (const db of [saved[0], saved[1].db]) db.exec('PRAGMA synchronous = OFF')
    return saved
  }

  /** Puts a backup of the whole profile back, or of the reviews alone, as Restore in the window does. */
  restore([reviews, team]: [DatabaseSync, TeamFile], isWhole: boolean): void {
    this.#book = bookOf('', { state: 'ready', db: reviews })
    if (isWhole) this.#team = team
  }

  get team(): string {
    return membershipOf(this.#team).team
  }

  get device(): string {
    return membershipOf(this.#team).device
  }

  get waiting(): number {
    return countWaiting(this.#team)
  }

  now(): number {
    return this.#clock() + this.skew
  }

  /** @param seen what the person looked at; the same for everybody where that does not matter */
  mark(product: string, mark: ReviewMark, reason: string | null = null, seen = `seen-${product}`): void {
    const marking = { mark, reason, by: this.by, at: this.now() }
    // What was done before is known to the team's file when somebody clears a mark (team-methods.ts).
    if (mark === 'unreviewed') this.collect()
    const products = [{ id: product, contentFingerprint: seen, content: null }]
    markProducts(this.#book, marking, products, teamMarks(this.#team))
  }

  /** Marks several products as one act. */
  markAll(products: readonly string[], mark: ReviewMark): void {
    const marking = { mark, by: this.by, at: this.now() }
    const marked = products.map((id) => ({ id, contentFingerprint: `seen-${id}`, content: null }))
    markProducts(this.#book, marking, marked, teamMarks(this.#team))
  }

  /** Says something of the whole team, whether or not the window would offer that. */
  say(act: TeamAct): void {
    addOperation(this.#team, { by: this.by, product: wholeTeam, act }, this.now())
  }

  items(): TeamItem[] {
    return itemsOf(this.#team)
  }

  policy(): TeamPolicy {
    return readPolicy(this.#team)
  }

  /** Who has approved a product, as far as their mark counts. */
  approving(product: string): string[] {
    const marks = this.standing(product).marks.filter(
      ({ mark, version }) => mark === 'approved' && version === 'current'
    )
    return marks.map(({ by }) => by).sort()
  }

  /** Who did what to a product and when, newest first, as its details show it. */
  logOf(product: string, limit = 50): string[] {
    const question = { product, before: null, limit, undoes: null }
    const said = this.standing(product).marks
    return readLog(this.#book, question, undefined, said).map(
      ({ by, after, at }) => `${by} ${after} ${new Date(at).toISOString().slice(14, 19)}`
    )
  }

  /**
   * What was done to a product, newest first: `undo approved (Kim), ignored before: Ana`, as its details tell it, with who decided so where that
   * was somebody else; of the last of all `product` null.
   */
  toldOf(product: string | null): string[] {
    const question = { product, before: null, limit: 50, undoes: null }
    const said = product === null ? [] : this.standing(product).marks
    return readLog(this.#book, question, undefined, said).map((entry) => {
      const { kind, of, before, after, beforeBy, afterBy, by } = entry
      const other = (decider: string | null): string =>
        decider === null || decider === by ? '' : ` (${decider})`
      const [was, is] = [`${String(before)}${other(beforeBy)}`, `${String(after)}${other(afterBy)}`]
      return `${kind === 'team' ? String(of) : kind} ${is}, ${was} before: ${by}`
    })
  }

  /** When the last entry of its log on a product says that that was done, ms since 1970. */
  toldAt(product: string): number | undefined {
    return readLog(this.#book, { product, before: null, limit: 1, undoes: null })[0]?.at
  }

  /** Takes back what somebody did last to a product, whether or not the window would offer that. */
  undoOf(product: string, by: string): void {
    if (!this.#undoLast(product, (author) => author === by)) throw new Error('there is nothing to take back')
  }

  /** Takes back what somebody else did last to a product, where there is such. */
  undoOfOther(product: string): void {
    this.#undoLast(product, (author) => author !== this.by)
  }

  #undoLast(product: string, isBy: (author: string) => boolean): boolean {
    // As the app does where it is a colleague's (thread-methods.ts).
    if (!isBy(this.by)) this.collect()
    const standing = teamMarks(this.#team)
    const entry = readLog(this.#book, { product, before: null, limit: 50, undoes: null }, standing).find(
      (each) => isBy(each.by) && each.canUndo
    )
    if (entry !== undefined) undoEntry(this.#book, entry.number, { by: this.by, at: this.now() }, standing)
    return entry !== undefined
  }

  /** Products that each reviewer has a mark on, and as they are counted one by one. */
  marked(): { kept: Record<string, number>; counted: Record<string, number> } {
    const rows = this.#team.db
      .prepare(
        `SELECT part, count(*) AS count FROM newest
         WHERE kind = 'mark' AND coalesce(value ->> 'mark', 'unreviewed') <> 'unreviewed' GROUP BY part`
      )
      .all()
    const kept = [...markedByReviewer(this.#team)].filter(([, count]) => count > 0)
    return {
      kept: Object.fromEntries(kept),
      counted: Object.fromEntries(rows.map(({ part, count }) => [String(part), Number(count)]))
    }
  }

  note(product: string, note: string): void {
    writeNote(this.#book, { product, by: this.by, at: this.now() }, note)
  }

  except(product: string, rule: string, reason: string | null): void {
    writeException(this.#book, { product, by: this.by, at: this.now() }, rule, reason)
  }

  /** Says so, whether or not the window would offer that. */
  removeDevice(device: string): void {
    removeDevice({ book: this.#book, team: this.#team }, device)
  }

  /** The devices that count as removed here, with the last of their segments that counts. */
  removed(): Record<string, number> {
    return Object.fromEntries([...removedDevices(this.#team)].sort())
  }

  assign(products: readonly string[], to: readonly string[]): Assignment {
    const staged = products.map((id) => ({ id, contentFingerprint: null, content: null }))
    stageProducts(this.#book, true, staged)
    return assignStaged({ book: this.#book, team: this.#team }, { to, by: this.by, at: this.now() })
  }

  undoAssignment(number: number): Assignment {
    return undoAssignment(this.#team, number, { by: this.by, at: this.now() })
  }

  /** Makes operations of what was done here, without exchanging them. */
  collect(): void {
    const [at, asOf] = [this.now(), this.asOf]
    while (collect({ book: this.#book, team: this.#team }, { at, asOf }));
  }

  /** What a person's own word on a product is here; null: none. */
  wordOf(by: string, product: string): ReviewMark | null {
    return this.standing(product).marks.find((said) => said.by === by)?.mark ?? null
  }

  /** When the catalog was read that a person's mark is known to be of, ms since 1970; undefined: it is not known. */
  readingOf(by: string, product: string): number | undefined {
    const value = newestOf(this.#team, product, { kind: 'mark', part: by })?.value ?? '{}'
    return (JSON.parse(value) as { asOf?: number }).asOf
  }

  standing(product: string, now: InCatalog | null = null): ProductStanding {
    return standingOf(this.#team, product, now)
  }

  /** The products about which the team's reviewers disagree, as lists are told. */
  disputed(): string[] {
    const rows = this.#team.db
      .prepare('SELECT product FROM standing WHERE is_disputed = 1 ORDER BY product')
      .all()
    return rows.map(({ product }) => String(product))
  }

  agreement(): Agreement {
    return readAgreement(this.#team)
  }

  /** Tells the team all that it knows once more, as after its reviews were restored. */
  publishAgain(): void {
    publishAll(this.#book, this.#team)
  }

  undo(): void {
    const standing = teamMarks(this.#team)
    const number = lastUndoable(this.#book, this.by, this.by, standing)
    if (number !== null) undoEntry(this.#book, number, { by: this.by, at: this.now() }, standing)
  }

  /** Takes back what this person took back last, where there is such. */
  redo(): void {
    const row = this.#book.db
      .prepare(
        "SELECT max(number) AS number FROM log WHERE kind = 'undo' AND reviewer = ? AND undone_by IS NULL"
      )
      .get(this.by)
    const number = row?.number ?? null
    if (number !== null)
      undoEntry(this.#book, Number(number), { by: this.by, at: this.now() }, teamMarks(this.#team))
  }

  /** When it was decided what a product is, and by whom; null: never. */
  decision(product: string): { at: number; mark: number; by: string } | null {
    const row = reviewOf(this.#book.sql, product)
    const at = decidedAt(row)
    return at === null ? null : { at, mark: row.mark, by: row.markedBy }
  }

  review(product: string): ReviewRow {
    return reviewOf(this.#book.sql, product)
  }

  /** The ids of a note's texts, and of those that others took the place of. */
  noteIds(product: string): { texts: string[]; replaced: string[] } {
    const { texts, replaced } = noteFrom(reviewOf(this.#book.sql, product))
    return { texts: texts.map(({ id }) => id), replaced }
  }

  /** All that the team has in common, as this device knows it. */
  contents(): unknown {
    const reviews = this.#book.db
      .prepare(`SELECT product, ${reviewColumns} FROM review ORDER BY product`)
      .all()
    const shared = (reviews as unknown as (ReviewRow & { product: string })[]).map(
      ({ product, mark, seen, markedAt, markedBy, putBackAt, markReason, ...row }) => ({
        ...{ product, mark, seen, markedAt, markedBy, putBackAt, markReason },
        note: row.note,
        parts: noteFrom(row)
      })
    )
    const exceptions = this.#book.db
      .prepare('SELECT product, rule, reason, reviewer FROM excuse ORDER BY product, rule')
      .all()
    // Of the whole team many may say the same again, each under their own id: what the team has of it is in `items` and `approvals`.
    const newest = this.#team.db
      .prepare(
        `SELECT product, kind, part, wall, value FROM newest
         WHERE kind NOT IN ('item', 'policy') ORDER BY product, kind, part`
      )
      .all()
    const items = this.items().map(({ kind, id, value, by, at }) => ({ kind, id, value, by, at }))
    return { shared, exceptions, newest, approvals: this.policy().approvals, items }
  }

  exchange(carrier: Carrier, { mayWrite = true, isQuick = false, left = false } = {}): Promise<void> {
    const options = { signal: new AbortController().signal, mayWrite, isQuick, left }
    return exchange({ ...this.apart(), carrier }, options)
  }

  /** Its side of an exchange: what it is without a place. */
  apart(): ByFileDeps {
    const keychain = this.#keys
    return {
      book: this.#teamBook(),
      key: (device: string) => Promise.resolve(ok(keychain.get(device) ?? null)),
      newKey: () => {
        const key = newDeviceKey()
        keychain.set(key.device, key)
        return Promise.resolve(ok(key))
      },
      reviewer: () => this.by,
      now: () => this.now()
    }
  }

  #teamBook(): TeamBook {
    const team = this.#team
    const { mostSegments } = this
    const books = { book: this.#book, team }
    const done = <T>(value: T): Promise<Result<T>> => Promise.resolve(ok(value))
    return {
      membership: () => done(membershipOf(team)),
      record: () =>
        done({
          membership: membershipOf(team),
          policy: readPolicy(team),
          signpost: null,
          waiting: 0,
          members: [],
          newer: 0,
          unreadable: 0
        }),
      begin: () => Promise.reject(new Error('it has begun')),
      end: () => Promise.reject(new Error('it goes on')),
      collect: (at) => done(collect(books, { at, asOf: this.asOf })),
      fold(sealing) {
        const folding = beginFold(team, sealing, mostSegments)
        for (;;) {
          const names = folding.step()
          if (names !== null) return done(names)
        }
      },
      seal: (sealing) => done(seal(books, sealing)),
      survey: (listed) => done(survey(team, listed)),
      newest: () => done(newestSegments(team)),
      toCarry: (names) => done(segmentsToCarry(team, names)),
      own: (name) => done(ownSegment(team, name)),
      appended: (name) => {
        haveAppended(team, name)
        return done(null)
      },
      check: (sequence, bytes, at) => done(checkOwn(team, sequence, bytes, at)),
      async take(name, bytes, at) {
        const taking = takeSegment(books, name, bytes, at)
        for (;;) {
          while (collect(books, { at, asOf: null }));
          const taken = taking.step()
          if (taken !== null) return done(taken)
          await Promise.resolve()
        }
      },
      move: () => Promise.reject(new Error('it stays')),
      removeDevice: () => Promise.reject(new Error('it is done by hand')),
      mayLeave: () => done(true),
      self: () => done({ place: membershipOf(team).place, policy: readPolicy(team) }),
      items: () => done(itemsOf(team)),
      say: () => Promise.reject(new Error('it is done by hand')),
      renew: (device) => {
        renew(books, device)
        return done(null)
      }
    }
  }
}
