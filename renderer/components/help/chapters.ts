import { t } from '../../i18n'

/** A short text for staff about one thing that they do. */
export interface Chapter {
  id: string
  title: string
  paragraphs: string[]
}

/** In the order in which a person comes to them. */
export function chapters(): Chapter[] {
  return [
    {
      id: 'connect',
      title: t('help.connect.title'),
      paragraphs: [t('help.connect.how'), t('help.connect.key')]
    },
    { id: 'lists', title: t('help.lists.title'), paragraphs: [t('help.lists.look'), t('help.lists.menu')] },
    {
      id: 'search',
      title: t('help.search.title'),
      paragraphs: [t('help.search.how'), t('help.search.views')]
    },
    {
      id: 'review',
      title: t('help.review.title'),
      paragraphs: [t('help.review.how'), t('help.review.changed')]
    },
    {
      id: 'quality',
      title: t('help.quality.title'),
      paragraphs: [t('help.quality.how'), t('help.quality.rules')]
    },
    {
      id: 'changes',
      title: t('help.changes.title'),
      paragraphs: [t('help.changes.how'), t('help.changes.compare')]
    },
    {
      id: 'export',
      title: t('help.export.title'),
      paragraphs: [t('help.export.how'), t('help.export.safe')]
    },
    {
      id: 'offline',
      title: t('help.offline.title'),
      paragraphs: [t('help.offline.how'), t('help.offline.age')]
    },
    {
      id: 'trouble',
      title: t('help.trouble.title'),
      paragraphs: [t('help.trouble.connection'), t('help.trouble.key'), t('help.trouble.pictures')]
    }
  ]
}
