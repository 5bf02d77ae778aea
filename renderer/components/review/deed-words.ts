import type { ReviewMark } from '../../../electron/contract/review'
import { formatCount } from '../../format/number'
import { t, type MessageKey } from '../../i18n'
import { failureWords } from '../../i18n/failure-words'
import type { Deed } from '../../stores/reviews'

/** What was done to reviews, as it is told. */
export interface DeedWords {
  title: string
  /** What came of it besides, or what to do; '' when there is nothing to add. */
  text: string
  tone: 'neutral' | 'warning'
}

const marked: Record<ReviewMark, MessageKey> = {
  approved: 'review.done.approved',
  'needs-work': 'review.done.needsWork',
  ignored: 'review.done.ignored',
  unreviewed: 'review.done.unreviewed'
}

function counted(key: MessageKey, count: number, locale: string | null): string {
  return t(key, { number: formatCount(count, locale) }, count)
}

/** `12 products approved`; of those that were left alone, why. */
export function deedWords(deed: Deed, locale: string | null): DeedWords {
  switch (deed.kind) {
    case 'marked': {
      const { changed, stale, mark } = deed
      const left = stale.length === 0 ? '' : counted('review.done.stale', stale.length, locale)
      const title =
        changed === 0 && stale.length === 0
          ? t('review.done.nothing')
          : counted(marked[mark], changed, locale)
      return { title, text: left, tone: left === '' ? 'neutral' : 'warning' }
    }
    case 'undone':
      return {
        title: counted(
          deed.entry.kind === 'undo' ? 'review.done.redone' : 'review.done.undone',
          deed.restored,
          locale
        ),
        text: deed.kept === 0 ? '' : counted('review.done.kept', deed.kept, locale),
        tone: 'neutral'
      }
    case 'nothing-to-undo':
      return { title: t('review.done.nothingToUndo'), text: '', tone: 'neutral' }
    case 'not-marked':
    case 'not-undone': {
      const { title, advice } = failureWords(deed.failure)
      if (deed.failure.facts.field === 'count') {
        return { title: t('review.done.notMarked'), text: t('review.done.otherList'), tone: 'warning' }
      }
      const what = deed.kind === 'not-marked' ? t('review.done.notMarked') : t('review.done.notUndone')
      return { title: what, text: `${title} ${advice}`, tone: 'warning' }
    }
  }
}
