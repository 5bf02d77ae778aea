import type { ReviewMark } from '../../../../electron/contract/review'
import { formatCount } from '../../../shared/format/number'
import { t } from '../../../shared/i18n'
import { failureWords } from '../../../shared/i18n/failure-words'
import type { Deed } from '../reviews'

/** What was done to reviews, as it is told. */
export interface DeedWords {
  title: string
  /** What came of it besides, or what to do; '' when there is nothing to add. */
  text: string
  tone: 'neutral' | 'warning'
}

const marked: Record<ReviewMark, (number: string, count: number) => string> = {
  approved: (number, count) => t('review.done.approved', { number }, count),
  'needs-work': (number, count) => t('review.done.needsWork', { number }, count),
  ignored: (number, count) => t('review.done.ignored', { number }, count),
  unreviewed: (number, count) => t('review.done.unreviewed', { number }, count)
}

/** `12 products approved`; of those that were left alone, why. */
export function deedWords(deed: Deed, locale: string | null): DeedWords {
  const written = (count: number): string => formatCount(count, locale)
  switch (deed.kind) {
    case 'marked': {
      const { changed, stale, mark } = deed
      const left =
        stale.length === 0 ? '' : t('review.done.stale', { number: written(stale.length) }, stale.length)
      const title =
        changed === 0 && stale.length === 0
          ? t('review.done.nothing')
          : marked[mark](written(changed), changed)
      return { title, text: left, tone: left === '' ? 'neutral' : 'warning' }
    }
    case 'undone': {
      const { kept, restored, entry } = deed
      const number = written(restored)
      return {
        title:
          entry.kind === 'undo'
            ? t('review.done.redone', { number }, restored)
            : t('review.done.undone', { number }, restored),
        text: kept === 0 ? '' : t('review.done.kept', { number: written(kept) }, kept),
        tone: 'neutral'
      }
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
