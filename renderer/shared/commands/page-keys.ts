import { defineStore } from 'pinia'
import { ref } from 'vue'
import { mostNextSteps } from '../../../electron/contract/today'
import { t } from '../i18n'
import type { Route } from '../navigation'
import { commandIds, commandKind } from './command-table'
import { galleryKeys, keyShortcut, listKeys, reviewKeys, shortcutOf, type Shortcut } from './shortcut-list'

/** Keys of one page, by what a person does with them. */
export interface PageKeys {
  title: string
  entries: Shortcut[]
}

/** A dialog over the page that has keys of its own. */
export type DialogWithKeys = 'preview' | 'compare'

/** Where keys count that a person can be shown. */
export type KeyPlace = Route['name'] | 'gallery' | DialogWithKeys

/** Whose keys are being shown; null: none are. */
export const useShownKeys = defineStore('shown-keys', () => ({ place: ref<KeyPlace | null>(null) }))

/** What marks the current product. */
function marking(...further: Shortcut[]): PageKeys {
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
      ...further
    ]
  }
}

/** What marks the current product where a note of it is written as well. */
function deciding(...further: Shortcut[]): PageKeys {
  return marking(shortcutOf('note'), reviewKeys.saveNote(), reviewKeys.leaveNote(), ...further)
}

const inList = (...entries: Shortcut[]): PageKeys => ({ title: t('help.keys.list'), entries })

const looking = (...entries: Shortcut[]): PageKeys => ({ title: t('reviewSession.help.look'), entries })

const selecting = (range: Shortcut, ...further: Shortcut[]): PageKeys => ({
  title: t('help.keys.selecting'),
  entries: [listKeys.select(), range, shortcutOf('select-all'), shortcutOf('clear-selection'), ...further]
})

function keysOfToday(): PageKeys[] {
  const pages = commandIds.filter((id) => commandKind(id).isPlace)
  return [
    { title: t('today.next'), entries: [{ keys: [`1–${mostNextSteps}`], words: t('help.keys.step') }] },
    { title: t('help.keys.pages'), entries: pages.map((id) => shortcutOf(id)) }
  ]
}

/** Those of the list of products, whose layout has some of its own. */
function keysOfList(going: Shortcut[], range: Shortcut, opening: Shortcut[]): PageKeys[] {
  return [
    deciding(),
    inList(
      ...going,
      shortcutOf('previous-page'),
      shortcutOf('next-page'),
      shortcutOf('find'),
      shortcutOf('filters')
    ),
    selecting(range, shortcutOf('export')),
    looking(...opening, shortcutOf('compare'), shortcutOf('toggle-layout'), listKeys.menu())
  ]
}

function keysOfTable(): PageKeys[] {
  const { rows, cells, ends, into, range, open } = listKeys
  const opening = [open(), shortcutOf('toggle-details'), shortcutOf('show-picture')]
  return keysOfList([rows(), cells(), ends(), into()], range(), opening)
}

function keysOfGallery(): PageKeys[] {
  const { tiles, ends, into, range, open } = galleryKeys
  return keysOfList([tiles(), ends(), into()], range(), [open(), shortcutOf('toggle-details')])
}

/** What zooms and moves pictures in a dialog. */
const zooming = (): Shortcut[] => [
  reviewKeys.zoomSteps(),
  reviewKeys.fit(),
  reviewKeys.actualSize(),
  reviewKeys.pan()
]

function keysOfPreview(): PageKeys[] {
  return [
    marking(shortcutOf('note')),
    inList(
      keyShortcut(['ArrowLeft', 'PageUp'], t('pictures.previous')),
      keyShortcut(['ArrowRight', 'PageDown'], t('pictures.next'))
    ),
    looking(...zooming(), shortcutOf('compare'), keyShortcut(['Escape'], t('pictures.close')))
  ]
}

function keysOfComparison(): PageKeys[] {
  return [
    marking(),
    looking(
      keyShortcut(['ArrowLeft'], t('pictures.previous')),
      keyShortcut(['ArrowRight'], t('pictures.next')),
      ...zooming(),
      keyShortcut(['Escape'], t('common.close'))
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
    selecting(listKeys.range()),
    looking(listKeys.open(), shortcutOf('compare'))
  ]
}

const places: Partial<Record<KeyPlace, () => PageKeys[]>> = {
  today: keysOfToday,
  products: keysOfTable,
  gallery: keysOfGallery,
  preview: keysOfPreview,
  compare: keysOfComparison,
  review: keysOfReview,
  changes: keysOfChanges,
  quality: keysOfQuality
}

/** The keys that count on a page or in a dialog, in groups; none where it has no keys of its own. */
export function keysOfPlace(place: KeyPlace): PageKeys[] {
  return places[place]?.() ?? []
}

/** What the keys of a page or a dialog are shown under. */
export function keysTitle(place: KeyPlace): string {
  if (place === 'preview') return t('help.keys.previewTitle')
  return place === 'compare' ? t('help.keys.compareTitle') : t('reviewSession.help.title')
}
