import { shallowRef, type Ref } from 'vue'
import { isSameFingerprint } from '../../../../electron/contract/content-fingerprint'
import type { Product } from '../../../../electron/contract/product'
import type { Difference } from '../../../../electron/contract/review'
import { call } from '../../../bridge'
import { differencesOf } from '../../catalog'
import type { QueueCursor } from './queue-cursor'

/** What a product that is looked at has become meanwhile. */
export interface PendingUpdate {
  /** As the catalog has it now; null when the catalog does not have it anymore. */
  product: Product | null
  /** Between what was looked at and what it is now. */
  differences: Difference[]
  /** It is on screen as it is now. */
  isShown: boolean
}

/** What the product on screen has become, while it stays there as it is looked at. */
interface NewerThanShown {
  readonly newer: Readonly<Ref<PendingUpdate | null>>
  /** The product on screen was read again. `now` null: the catalog does not have it anymore. */
  meet: (shown: Product, now: Product | null) => void
  /** It is on screen as it is now. */
  shows: (shown: Product, now: Product | null) => void
  /** What is told is of no other product than this one, which is on screen; null: none is. */
  forgetOthers: (shownId: string | null) => void
}

const isListed = ({ position }: Pick<Product, 'position'>): boolean => position !== null

/** Whether the store does not list it anymore, also where it stays in the line as it was looked at. */
export function isGone({ position, change }: Pick<Product, 'position' | 'change'>): boolean {
  return position === null || change === 'gone'
}

/** What the last sync said of the product that stays on screen as it was looked at: that it has gone, or is there again, is told at once. */
function changeOnScreen(shown: Product, now: Product): Product['change'] {
  if (!isListed(now)) return 'gone'
  return shown.change === 'gone' ? now.change : shown.change
}

function createPendingUpdate(): NewerThanShown {
  const newer = shallowRef<PendingUpdate | null>(null)
  let newerOf: string | null = null

  function tell(shown: Product, now: Product | null, isShown: boolean): void {
    newerOf = shown.id
    newer.value = { product: now, differences: now ? differencesOf(shown, now) : [], isShown }
  }

  return {
    newer,
    meet(shown, now) {
      const isSame =
        now !== null &&
        isSameFingerprint(now.contentFingerprint, shown.contentFingerprint) &&
        isListed(now) === isListed(shown)
      if (!isSame) tell(shown, now, false)
      else if (newer.value?.isShown !== true) newer.value = null
    },
    shows: (shown, now) => tell(shown, now, now !== null),
    forgetOthers(shownId) {
      if (newerOf !== shownId) newer.value = null
    }
  }
}

/** Products around the one on screen that are read again when reviews change: as many as are shown beside it. */
const near = { before: 3, after: 11 }
/** As many can be asked for at once; the contract says the same. */
const mostAsked = 100

/** The way through a queue that is kept up to date, and what is to happen to it. */
interface Renewed {
  connectionId: string
  cursor: Readonly<Ref<QueueCursor>>
  /** What a product is now takes the place of what it was. */
  put: (product: Product) => void
  /** Products ahead of the one on screen may have gone. */
  dropGone: () => void
  /** Another product is on screen. */
  onMoved: () => void
}

/** Keeps a queue as the catalog and its reviews are: what is on screen stays as it is looked at, and `newer` says what it became. */
interface ReviewRefresh extends Pick<NewerThanShown, 'newer'> {
  /** Another product may be on screen: what was told of the one before is told no longer. */
  forgetOthers: () => void
  /**
   * The reviews of these products changed, or, with none, the catalog did, or may have while the person was elsewhere: then all that is ahead
   * is read again, else what is seen now or soon; and the end may be none anymore.
   */
  changed: (reviewed?: readonly string[]) => Promise<void>
  /** Back at a product: what became of it is told here, since it comes again for that only at the end of what was read. */
  lookAgain: () => Promise<void>
  /** Shows the product on screen as it is now, with what it was before. */
  showNewer: () => Promise<void>
}

export function createReviewRefresh({
  connectionId,
  cursor,
  put,
  dropGone,
  onMoved
}: Renewed): ReviewRefresh {
  const { newer, meet: meetNewer, shows, forgetOthers } = createPendingUpdate()

  function isOnScreen({ id }: Product): boolean {
    return cursor.value.current?.id === id
  }

  /** These products as the catalog has them; null where that is not known. */
  async function read(ids: string[]): Promise<Product[] | null> {
    const answer = await call('products:of', { connectionId, ids })
    return answer.ok ? answer.value : null
  }

  /** The product on screen, read again: it stays as it is looked at. */
  function meet(shown: Product, now: Product | null): void {
    const { current } = cursor.value
    // It may be shown as it is now since it was asked for: what is on screen stays. Its marks, and its position, are those of now, and what was
    // found of it, unless that is of something else, and that it has gone.
    const onScreen = current?.id === shown.id ? current : shown
    if (now) {
      const isSame = isSameFingerprint(now.contentFingerprint, onScreen.contentFingerprint)
      const { review, position, findings } = now
      put({
        ...onScreen,
        review,
        position: position ?? onScreen.position,
        change: changeOnScreen(onScreen, now),
        findings: isSame ? findings : onScreen.findings
      })
    } else put({ ...onScreen, change: 'gone' })
    meetNewer(onScreen, now)
  }

  /** These were read again: what the catalog does not have anymore has gone. The person may have gone on meanwhile. */
  function take(asked: readonly Product[], found: readonly Product[]): void {
    const now = new Map(found.map((product) => [product.id, product]))
    for (const before of asked) {
      const product = now.get(before.id)
      if (isOnScreen(before)) meet(before, product ?? null)
      else if (product) put(product)
      else cursor.value.put({ ...before, change: 'gone' })
    }
    dropGone()
  }

  /** Reads these again, some at a time, of a grid that was scrolled far; says whether all could be read. */
  async function readAgain(products: readonly Product[]): Promise<boolean> {
    for (let from = 0; from < products.length; from += mostAsked) {
      const asked = products.slice(from, from + mostAsked)
      const found = await read(asked.map(({ id }) => id))
      if (found === null) return false
      take(asked, found)
    }
    return true
  }

  async function changed(reviewed: readonly string[] = []): Promise<void> {
    const { index, products, current } = cursor.value
    const end = reviewed.length > 0 ? index + near.after : products.length
    const around = products.slice(Math.max(0, index - near.before), end)
    const others = reviewed.length > 0 ? products.filter((product) => reviewed.includes(product.id)) : []
    if (!(await readAgain([...new Set([...around, ...others])]))) return
    const { page } = cursor.value
    await cursor.value.reopen()
    // A mark makes the catalog no larger.
    if (reviewed.length === 0 && cursor.value.page === page) await cursor.value.renewPage()
    if (cursor.value.current?.id !== current?.id) onMoved()
  }

  /** What the product on screen is now; null where that is not known, or another one is on screen by then. */
  async function readShown(): Promise<{ shown: Product; now: Product | null } | null> {
    const { current: shown } = cursor.value
    const found = shown && (await read([shown.id]))
    return shown && found && isOnScreen(shown) ? { shown, now: found[0] ?? null } : null
  }

  async function lookAgain(): Promise<void> {
    const answer = await readShown()
    if (answer) meet(answer.shown, answer.now)
  }

  async function showNewer(): Promise<void> {
    const answer = await readShown()
    if (!answer) return
    shows(answer.shown, answer.now)
    if (answer.now) put(answer.now)
  }

  return {
    newer,
    forgetOthers: () => forgetOthers(cursor.value.current?.id ?? null),
    changed,
    lookAgain,
    showNewer
  }
}
