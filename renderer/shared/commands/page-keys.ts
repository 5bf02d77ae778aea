import { mostNextSteps } from '../../../electron/contract/today'
import { t } from '../i18n'
import type { Route } from '../navigation'
import { commandIds, commandKind } from './command-table'
import { listKeys, reviewKeys, shortcutOf, type Shortcut } from './shortcut-list'

/** Keys of one page, by what a person does with them. */
export interface PageKeys {
  title: string
  entries: Shortcut[]
}

/** What marks the current product. */
function deciding(...further: Shortcut[]): PageKeys {
  return {
    title: t('reviewSession.help.decide'),
    entries: [
      shortcutOf('approved'),
      shortcutOf('needs-work'),
      reviewKeys.reasons(),
      reviewKeys.noReason(),
      shortcutOf('ignored'),
      shortcutOf('unreviewed'),
      shortcutOf('undo-mark', 'Mod+Z'),
      shortcutOf('redo'),
      shortcutOf('note'),
      reviewKeys.saveNote(),
      reviewKeys.leaveNote(),
      ...further
    ]
  }
}

const inList = (...entries: Shortcut[]): PageKeys => ({ title: t('help.keys.list'), entries })

const looking = (...entries: Shortcut[]): PageKeys => ({ title: t('reviewSession.help.look'), entries })

function keysOfToday(): PageKeys[] {
  const pages = commandIds.filter((id) => commandKind(id).isPlace)
  return [
    { title: t('today.next'), entries: [{ keys: [`1–${mostNextSteps}`], words: t('help.keys.step') }] },
    { title: t('help.keys.pages'), entries: pages.map((id) => shortcutOf(id)) }
  ]
}

function keysOfProducts(): PageKeys[] {
  const { rows, cells, ends, into, select, range, open, menu } = listKeys
  return [
    deciding(),
    inList(
      rows(),
      cells(),
      ends(),
      into(),
      shortcutOf('previous-page'),
      shortcutOf('next-page'),
      shortcutOf('find'),
      shortcutOf('filters')
    ),
    {
      title: t('help.keys.selecting'),
      entries: [
        select(),
        range(),
        shortcutOf('select-all'),
        shortcutOf('clear-selection'),
        shortcutOf('export')
      ]
    },
    looking(
      open(),
      shortcutOf('toggle-details'),
      shortcutOf('show-picture'),
      shortcutOf('compare'),
      shortcutOf('toggle-layout'),
      menu()
    )
  ]
}

function keysOfReview(): PageKeys[] {
  return [
    deciding(),
    {
      title: t('reviewSession.help.go'),
      entries: [
        shortcutOf('next-product', 'ArrowRight', 'ArrowDown'),
        shortcutOf('previous-product', 'ArrowLeft', 'ArrowUp'),
        shortcutOf('search-queue')
      ]
    },
    looking(
      shortcutOf('zoom-picture'),
      reviewKeys.zoomSteps(),
      reviewKeys.pan(),
      shortcutOf('picture-alone'),
      shortcutOf('compare'),
      shortcutOf('queue-grid'),
      reviewKeys.range(),
      shortcutOf('queue-strip')
    )
  ]
}

function keysOfChanges(): PageKeys[] {
  return [
    deciding(shortcutOf('seen')),
    inList(shortcutOf('next-product', 'ArrowDown'), shortcutOf('previous-product', 'ArrowUp')),
    looking(listKeys.open(), shortcutOf('toggle-details'), shortcutOf('compare'))
  ]
}

function keysOfQuality(): PageKeys[] {
  return [
    deciding(shortcutOf('add-exception')),
    inList(listKeys.rules(), listKeys.rows()),
    looking(listKeys.open(), shortcutOf('compare'))
  ]
}

const pages: Partial<Record<Route['name'], () => PageKeys[]>> = {
  today: keysOfToday,
  products: keysOfProducts,
  review: keysOfReview,
  changes: keysOfChanges,
  quality: keysOfQuality
}

/** The keys that count on a page, in groups; none where it has no keys of its own. */
export function keysOfPage(page: Route['name']): PageKeys[] {
  return pages[page]?.() ?? []
}
