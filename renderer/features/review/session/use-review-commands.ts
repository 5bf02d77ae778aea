import { useEventListener } from '@vueuse/core'
import { nextTick, onScopeDispose, watch, type ComputedRef } from 'vue'
import type { Product } from '../../../../electron/contract/product'
import { reviewMarks, type BuiltInReason, type ReviewMark } from '../../../../electron/contract/review-state'
import { type CommandAction, useCommandRegistry, useCommands } from '../../../shared/commands/registry'
import { useCurrentFindings, useErrorsAmong, useTwinCommand } from '../../quality'
import { reasonOfChange } from '../panel/reason-of-change'
import { reasonOf, useReasonQuestion } from '../panel/reason-question'
import { useReviews } from '../reviews'
import { createPaintGate, type PaintGate } from './paint-gate'
import { useReviewActions } from './review-actions'
import { useReviewSession } from './review-session'
import { useApprovalQuestion } from '../marking/approval-question'
import { useUnreadProduct, type GridInSight } from './use-unread-product'
import { useSessionApprovalQuestion, type ArmedApproval } from './use-session-approval-question'
import { previewKey, type Zoom, zoomOfKey } from '../../pictures'
import type { CommandId } from '../../../shared/commands/command-table'
import { keysInForce } from '../../../shared/commands/key-bindings'
import { isPressed } from '../../../shared/commands/keys'
import { isForPage, isPlain } from '../../../shared/ui/keyboard-context'
import { useOwnTeam } from '../../../shared/data/own-team'
import { formatCount } from '../../../shared/format/number'
import { t } from '../../../shared/i18n'
import { readingKey } from '../../../shared/i18n/direction'
import { nameOf } from './queue-labels'
import { ruleOf } from './review-queue'

/** What of the page the commands are for. */
interface SessionParts {
  connectionId: () => string
  /** The product on screen; null: there is none. */
  desk: () => { zoom: Zoom | null; grid: GridInSight | null; writeNote: () => void } | null
  /** Products that are selected beside the one on screen; fewer than two: none are. */
  selected: () => readonly Product[]
  find: () => void
  show: (what: 'stage' | 'grid' | 'strip') => void
}

/** What the page's commands come to. */
export interface ReviewCommands {
  /** Does what a button says. */
  run: (command: ReviewCommand) => void
  /** What the next press of Approve approves in spite of its errors; null: they were not told yet. */
  armed: ComputedRef<ArmedApproval | null>
  /** The product on screen is painted: keys can be for it. */
  painted: () => void
}

function isMark(command: ReviewCommand): command is ReviewMark {
  return reviewMarks.some((mark) => mark === command)
}

function toggleZoom(zoom: Zoom | null): void {
  if (zoom?.isZoomed.value === true) zoom.fit()
  else zoom?.actual()
}

/** Runs the page's commands by its keys, by the menus and the palette, and for its buttons. */
export function useReviewCommands(parts: SessionParts): ReviewCommands {
  const { connectionId, desk, selected, find, show } = parts
  const session = useReviewSession()
  const [marks, reviews] = [useReviewActions(), useReviews()]
  const question = useReasonQuestion()
  const errorsAmong = useErrorsAmong()
  const currentFindings = useCurrentFindings()
  const gate = createPaintGate()
  const current = (): Product | null => session.cursor.current
  const [approval, team] = [useApprovalQuestion(), useOwnTeam()]
  const told = useUnreadProduct(current, () => desk()?.grid ?? null)
  const inSession = useSessionApprovalQuestion({
    connectionId,
    current,
    selected,
    countErrors: (product) =>
      session.stateOf(product) === 'approved' ? 0 : errorsAmong(connectionId(), product.findings).length,
    stateOf: session.stateOf,
    own: () => team.name
  })

  /** The mark holds at once; why a product needs work is asked in passing. */
  function decide(wish: ReviewMark): void {
    const product = current()
    if (!product || marks.holds()) return
    const many = selected().length > 1
    const [first = product, ...others] = many ? selected() : [product]
    const why = many ? null : told.unread(product.id, wish)
    if (why !== null) {
      approval.close()
      question.close()
      marks.tell({ kind: 'out-of-sight', product, mark: wish, why })
      void nextTick(() => told.bring(product.id))
      return
    }
    // What it has become since is shown by the first press, and asked about by the next.
    const isAsked = many || session.newer?.isShown !== false
    if (isAsked && !inSession.press(wish, [first, ...others])) return
    approval.close()
    question.close()
    const reason = !many && session.stateOf(first) === wish ? first.review.reason : null
    const topic = wish === 'needs-work' ? topicOf([first, ...others]) : null
    if (many) void marks.markMany(wish, [first, ...others])
    else void marks.mark(wish)
    if (wish !== 'needs-work') return
    const about = many
      ? t('reviewSession.said.products', { number: formatCount(others.length + 1, null) }, others.length + 1)
      : nameOf(first)
    const findings = sharedFindings([first, ...others])
    question.ask({ connectionId: connectionId(), findings, reason, topic }, about, (why) => {
      if (why !== undefined && why !== reason) void marks.giveReason([first, ...others], why)
    })
  }

  /** What several products share of their findings. */
  function sharedFindings(products: readonly Product[]): Product['findings'] {
    const [first = [], ...others] = products.map((each) => currentFindings(connectionId(), each))
    return first.filter((rule) => others.every((findings) => findings.includes(rule)))
  }

  /** What is asked about: the rule that the queue is made of, or what has changed since the approval; null: neither. */
  function topicOf([first, ...others]: readonly [Product, ...Product[]]): BuiltInReason | null {
    const rule = ruleOf(session.queue)
    if (rule !== null && sharedFindings([first, ...others]).includes(rule)) return reasonOf(rule)
    const review = reviews.of({ connectionId: connectionId(), productId: first.id })
    const [changed] = others.length === 0 ? (review?.differences ?? []) : []
    return changed === undefined ? null : reasonOfChange(changed.field)
  }

  /** Nothing was approved while it is asked for: then only that wish is taken back. */
  function undo(): void | Promise<void> {
    question.close()
    if (approval.asked === null) return turn(marks.undo)
    approval.close()
  }

  function redo(): Promise<void> {
    question.close()
    approval.close()
    return turn(marks.redo)
  }

  /** Later keys are for the product that it leads to. Where it fails, nobody is there, and they are for none. */
  async function turn(act: () => Promise<void>): Promise<void> {
    await act()
    if (marks.unsaved !== null) gate.drop()
  }

  const registry = useCommandRegistry()
  const commands: Record<Exclude<ReviewCommand, ReviewMark>, () => void | Promise<void>> = {
    next: marks.next,
    previous: marks.previous,
    note: () => desk()?.writeNote(),
    zoom: () => toggleZoom(desk()?.zoom ?? null),
    undo,
    redo,
    stage: () => show('stage'),
    grid: () => show('grid'),
    strip: () => show('strip'),
    search: find,
    help: () => void registry.run('review-keys')
  }
  function act(command: ReviewCommand): void | Promise<void> {
    if (!isMark(command)) return commands[command]()
    decide(command)
  }
  const run = (command: ReviewCommand): void => gate.pass(() => act(command))
  /** The queue is being read. */
  const isComing = (): boolean => session.cursor.phase === 'loading'
  useReviewKeys({
    zoom: () => desk()?.zoom ?? null,
    act,
    gate,
    isComing,
    isAsked: () => question.about !== null
  })
  useTwinCommand({ connectionId, current, onAlone: (product) => marks.tell({ kind: 'alone', product }) })
  if (isComing()) gate.wait()
  watch(
    [() => current()?.id, isComing],
    ([id, isReading]) => {
      if (isReading) gate.wait()
      else if (id === undefined) gate.open()
      else gate.shut()
    },
    { flush: 'sync' }
  )
  onScopeDispose(gate.drop)
  onScopeDispose(question.close)

  const can = (): boolean => desk() !== null
  const does = (command: ReviewCommand): CommandAction => ({ can, run: () => run(command) })
  useCommands({
    find: { run: find },
    undo: { run: () => run('undo') },
    redo: { run: () => run('redo') },
    approved: does('approved'),
    'needs-work': does('needs-work'),
    ignored: does('ignored'),
    unreviewed: does('unreviewed'),
    note: does('note'),
    'next-product': does('next'),
    'previous-product': { run: () => run('previous') },
    'zoom-picture': does('zoom'),
    'picture-alone': does('stage'),
    'queue-grid': does('grid'),
    'queue-strip': does('strip'),
    'next-page': does('next'),
    'previous-page': { run: () => run('previous') }
  })
  return { run, armed: inSession.armed, painted: gate.open }
}

/** What a key, or the button that does the same, asks for. */
export type ReviewCommand =
  | ReviewMark
  | 'next'
  | 'previous'
  | 'note'
  | 'zoom'
  | 'undo'
  | 'redo'
  | 'stage'
  | 'grid'
  | 'strip'
  | 'search'
  | 'help'

/** The command of the table that each one is: a person can change its key. */
const idOf: Record<ReviewCommand, CommandId> = {
  next: 'next-product',
  previous: 'previous-product',
  approved: 'approved',
  'needs-work': 'needs-work',
  ignored: 'ignored',
  unreviewed: 'unreviewed',
  note: 'note',
  zoom: 'zoom-picture',
  undo: 'undo-mark',
  redo: 'redo',
  stage: 'picture-alone',
  grid: 'queue-grid',
  strip: 'queue-strip',
  search: 'search-queue',
  help: 'review-keys'
}

/** The key of a command, as it is written on buttons and in the cheat sheet; '' where it has none. */
export function keyOf(command: ReviewCommand): string {
  return keysInForce(idOf[command])[0] ?? ''
}

const arrows: Record<string, ReviewCommand> = {
  ArrowRight: 'next',
  ArrowDown: 'next',
  ArrowLeft: 'previous',
  ArrowUp: 'previous'
}

function isCommand(name: string): name is ReviewCommand {
  return Object.hasOwn(idOf, name)
}

/** Whether the arrows up and down scroll the text that has the focus. */
function isInText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-scrolls], [role="radiogroup"]') !== null
}

/** Whether all arrows are those of what has the focus. */
function hasArrows(target: EventTarget | null): boolean {
  const own = '[role="tablist"], [role="grid"], select, input[type=radio]'
  return target instanceof Element && target.closest(own) !== null
}

function commandOf(event: KeyboardEvent): ReviewCommand | null {
  const isVertical = event.key === 'ArrowUp' || event.key === 'ArrowDown'
  const arrow = arrows[readingKey(event.key)]
  if (arrow && hasArrows(event.target)) return null
  if (arrow) return isVertical && isInText(event.target) ? null : arrow
  for (const command of Object.keys(idOf)) {
    if (isCommand(command) && isPressed(keyOf(command), event)) return command
  }
  return null
}

const replayed = new WeakSet<Event>()

/** A key that had to wait, once more, for what is on screen and has the focus by now. */
async function replay({ key, code, shiftKey }: KeyboardEvent): Promise<void> {
  await nextTick()
  const again = new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true })
  replayed.add(again)
  const target = document.activeElement ?? document.body
  target.dispatchEvent(again)
}

/** Keys that may be held down; a mark is one press. */
const repeatable: ReadonlySet<ReviewCommand> = new Set(['next', 'previous'])

/** What the keys of the page are for. */
interface KeyTargets {
  zoom: () => Zoom | null
  act: (command: ReviewCommand) => void | Promise<void>
  gate: PaintGate
  /** The queue is being read: nobody has seen what a mark would be for. */
  isComing: () => boolean
  /** It is asked for a reason, which keys give. */
  isAsked: () => boolean
}

/**
 * Runs the command of a key whenever no text field, menu or dialog has the focus. The arrows move a picture that is zoomed
 * in; +, −, 0 and 1 zoom as in the preview.
 */
function useReviewKeys({ zoom, act, gate, isComing, isAsked }: KeyTargets): void {
  const isOfPage = (event: KeyboardEvent): boolean =>
    !event.isComposing && isPlain(event) && isForPage(event.target)

  /** Says whether it waits. */
  function hold(event: KeyboardEvent): boolean {
    if (!isOfPage(event) || !gate.isHolding() || event.key === 'Tab' || replayed.has(event)) return false
    event.preventDefault()
    const command = commandOf(event)
    const isForNone = isComing() && command !== null && isMark(command)
    if (!event.repeat && !isForNone) gate.pass(() => replay(event))
    return true
  }

  /** Before the question hears it: an answer waits behind the mark that it is the reason for. A control with the focus has its own keys. */
  function holdAnswer(event: KeyboardEvent): void {
    const isOfControl = event.target instanceof Element && event.target.matches('button, a, summary')
    const isNumber = /^\d$/.test(event.key)
    if (isAsked() && (isNumber || !isOfControl) && hold(event)) event.stopImmediatePropagation()
  }

  function onKeydown(event: KeyboardEvent): void {
    if (event.defaultPrevented || !isOfPage(event) || hold(event)) return
    const picture = zoom()
    const isOfPicture = picture?.isZoomed.value === true || zoomOfKey(event) !== undefined
    if (isOfPicture && previewKey(event, picture, () => undefined)) {
      event.preventDefault()
      return
    }
    const command = commandOf(event)
    if (command === null) return
    event.preventDefault()
    if (!event.repeat || repeatable.has(command)) gate.start(() => act(command))
  }

  useEventListener('keydown', holdAnswer, { capture: true })
  useEventListener('keydown', onKeydown)
}
