import { t } from '../../shared/i18n'

/** A short text for staff about one thing that they do. */
export interface Chapter {
  id: string
  title: string
  paragraphs: string[]
}

const chapter = (id: string, title: string, ...paragraphs: string[]): Chapter => ({ id, title, paragraphs })

/** In the order in which a person comes to them. */
export function chapters(): Chapter[] {
  return [
    chapter('connect', t('help.connect.title'), t('help.connect.how'), t('help.connect.key')),
    chapter('lists', t('help.lists.title'), t('help.lists.look'), t('help.lists.menu')),
    chapter('search', t('help.search.title'), t('help.search.how'), t('help.search.views')),
    chapter('review', t('help.review.title'), t('help.review.how'), t('help.review.changed')),
    chapter('quality', t('help.quality.title'), t('help.quality.how'), t('help.quality.rules')),
    chapter('changes', t('help.changes.title'), t('help.changes.how'), t('help.changes.compare')),
    chapter('export', t('help.export.title'), t('help.export.how'), t('help.export.safe')),
    chapter('offline', t('help.offline.title'), t('help.offline.how'), t('help.offline.age')),
    chapter(
      'trouble',
      t('help.trouble.title'),
      t('help.trouble.connection'),
      t('help.trouble.key'),
      t('help.trouble.pictures')
    )
  ]
}
