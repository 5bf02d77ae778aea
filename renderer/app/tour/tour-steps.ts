import { t } from '../../shared/i18n'

/** A stop of the tour: what is said, and the control that it stands beside. */
export interface TourStep {
  title: string
  text: string
  /** CSS selector of the control. */
  anchor: string
}

/** In their order, all on the page Products. */
export function tourSteps(): TourStep[] {
  return [
    { title: t('tour.search.title'), text: t('tour.search.text'), anchor: '#main [role=search]' },
    { title: t('tour.review.title'), text: t('tour.review.text'), anchor: '[data-command=go-review]' },
    { title: t('tour.quality.title'), text: t('tour.quality.text'), anchor: '[data-command=go-quality]' },
    { title: t('tour.sync.title'), text: t('tour.sync.text'), anchor: '#main [data-phase]' }
  ]
}
