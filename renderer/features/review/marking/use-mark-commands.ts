import { watch } from 'vue'
import type { ReviewMark } from '../../../../electron/contract/review-state'
import { useOwnCommands, useOwnKeys } from '../../../shared/commands/own-commands'
import { useCommands, type CommandAction } from '../../../shared/commands/registry'
import { useReasonQuestion } from '../panel/reason-question'
import { useReviews } from '../reviews'
import { approvalKey, useApprovalQuestion } from './approval-question'
import { useMarksAfterUndo } from './marks-after-undo'
import { useHeldMark } from './told-product'
import { useMarking, type MarkSubject } from './use-marking'

/** A product that a key would mark though nobody has seen it: it is shown in place of being marked. */
export interface UnseenProduct {
  is: () => boolean
  /** Whether no product is current, and `show` makes one so; left out: never. */
  canBegin?: () => boolean
  show: (wish: ReviewMark) => void
}

/** What of a page the keys of a product are for. */
interface MarkPlace {
  connectionId: () => string
  /** What is marked by a key now; null: nothing. */
  subject: () => MarkSubject | null
  unseen?: UnseenProduct
  /** Puts the keyboard on what comes after the product that was decided on. */
  moveOn: () => void
  /** Whether there is a product of which a note can be written. */
  isNotable: () => boolean
  writeNote: () => void
}

/**
 * What A, W, I, C, N and U do on a page whose current product is one of a list, also by menus and the palette. After a mark the current
 * one is the next, as in Review. Returns `mark` and `undo`, for buttons that do the same.
 */
export function useMarkCommands({ connectionId, subject, unseen, moveOn, isNotable, writeNote }: MarkPlace): {
  mark: (wish: ReviewMark) => void
  undo: () => void
} {
  const { decide } = useMarking(connectionId)
  const { undo } = useUndo(connectionId)
  const question = useReasonQuestion()
  const approval = useApprovalQuestion()
  const isHeldFor = useHeldMark(connectionId, () => subject()?.product ?? null)
  dropHeldMark(() => subject()?.product?.id)
  dropApprovalQuestion(connectionId, subject)

  function hold(tell: () => void): void {
    question.close()
    approval.close()
    tell()
  }

  function mark(wish: ReviewMark): void {
    if (unseen?.is() === true) {
      hold(() => unseen.show(wish))
      return
    }
    const what = subject()
    if (what === null) return
    const { product } = what
    if (product !== null && isHeldFor(wish, { id: product.id, name: what.name })) return
    const isDecided = decide(wish, what)
    // A mark that is taken away decides nothing: the person stays to decide.
    if (isDecided && wish !== 'unreviewed' && !what.isMany) moveOn()
  }

  const isHeld = useMarksAfterUndo({ connectionId, currentId: () => subject()?.product?.id ?? null, mark })

  const isMarkable = (): boolean => subject() !== null || unseen?.is() === true
  const markAction = (wish: ReviewMark): CommandAction => ({
    can: isMarkable,
    run() {
      if (!isHeld(wish)) mark(wish)
    }
  })

  useOwnCommands({
    approved: markAction('approved'),
    'needs-work': markAction('needs-work'),
    ignored: markAction('ignored'),
    unreviewed: markAction('unreviewed'),
    note: { can: isNotable, run: writeNote }
  })
  /** By a key alone: menus and the palette say that a mark has no product. */
  const beginBy = (wish: ReviewMark) => (): boolean => {
    if (isMarkable() || unseen?.canBegin?.() !== true) return false
    if (!isHeld(wish)) hold(() => unseen.show(wish))
    return true
  }
  useOwnKeys({
    approved: beginBy('approved'),
    'needs-work': beginBy('needs-work'),
    ignored: beginBy('ignored'),
    unreviewed: beginBy('unreviewed'),
    'undo-mark': undo
  })

  return { mark, undo }
}

/** The current product of a list that scrolls. */
interface ScrolledProduct {
  product: { id: string; name: string }
  isInSight: () => boolean
  /** A product that has left the list unasked, in whose place this one has come; null: somebody has gone to it. Left out: never. */
  left?: () => { id: string; name: string } | null
  /** Puts the keyboard on it, and it into sight. */
  bring: () => void
}

/**
 * A mark that was held since its product had not been seen as it is, is for the current product alone: it is told no longer once another one
 * is, or none ('').
 *
 * @param currentId undefined: not known just now
 */
export function dropHeldMark(currentId: () => string | undefined): void {
  const reviews = useReviews()
  watch(currentId, (id) => {
    const { last } = reviews
    if (id !== undefined && last?.kind === 'unseen' && last.product.id !== id) reviews.dismiss()
  })
}

/** A question about an approval is for what a key would mark: it goes once that is another product, or what is selected. */
function dropApprovalQuestion(connectionId: () => string, subject: () => MarkSubject | null): void {
  const approval = useApprovalQuestion()
  watch(
    () => (subject()?.isMany === true ? 'many' : subject()?.product?.id),
    () => {
      const [{ asked }, now] = [approval, subject()]
      if (
        asked !== null &&
        now !== null &&
        !approval.isAsked(approvalKey(connectionId(), asked.wish, now.of))
      )
        approval.close()
    }
  )
}

/** The `unseen` of `useMarkCommands` for a list whose current product can be scrolled out of sight, or have come in the place of another. */
export function useOutOfSight(
  connectionId: () => string,
  current: () => ScrolledProduct | null
): UnseenProduct {
  const reviews = useReviews()
  function left(): string | null {
    const product = current()?.left?.() ?? null
    return product && (product.name.trim() || product.id)
  }
  dropHeldMark(() => current()?.product.id ?? '')
  return {
    is: () => current()?.isInSight() === false || left() !== null,
    show(mark) {
      const now = current()
      if (now === null) return
      const name = left()
      now.bring()
      const why = name === null ? 'out-of-sight' : { left: name, taker: null }
      reviews.holdMark(connectionId(), { mark, product: now.product, why })
    }
  }
}

/**
 * The command Undo takes back what was done to reviews last, as `undo` does; while an approval waits for a second press, only that wish.
 * Redo does again what was taken back.
 */
export function useUndo(connectionId: () => string): { undo: () => void; redo: () => void } {
  const reviews = useReviews()
  const question = useReasonQuestion()
  const approval = useApprovalQuestion()

  function undo(): void {
    question.close()
    // Nothing was approved yet: what is taken back is that it was wished for.
    if (approval.asked !== null) {
      approval.close()
      return
    }
    void reviews.undoLast(connectionId())
  }

  function redo(): void {
    question.close()
    approval.close()
    void reviews.redo(connectionId())
  }

  useCommands({
    undo: { run: undo },
    redo: { can: () => reviews.canRedo(connectionId()), run: redo }
  })
  return { undo, redo }
}
