import {
  AlignLeft,
  ArchiveRestore,
  CircleDollarSign,
  Image,
  PackageMinus,
  PackagePlus,
  Type
} from '@lucide/vue'
import type { Component } from 'vue'
import type { HistoryKind } from '../../../electron/contract/history-kinds'
import { formatCount } from '../format/number'
import { t } from '../i18n'

/** A sign for each kind of change: color alone says nothing. */
export const kindIcons: Record<HistoryKind, Component> = {
  new: PackagePlus,
  gone: PackageMinus,
  back: ArchiveRestore,
  price: CircleDollarSign,
  name: Type,
  description: AlignLeft,
  image: Image
}

const words: Record<HistoryKind, () => string> = {
  new: () => t('history.kind.new'),
  gone: () => t('history.kind.gone'),
  back: () => t('history.kind.back'),
  price: () => t('history.kind.price'),
  name: () => t('history.kind.name'),
  description: () => t('history.kind.description'),
  image: () => t('history.kind.image')
}

const sentences: Record<HistoryKind, () => string> = {
  new: () => t('history.happened.new'),
  gone: () => t('history.happened.gone'),
  back: () => t('history.happened.back'),
  price: () => t('history.happened.price'),
  name: () => t('history.happened.name'),
  description: () => t('history.happened.description'),
  image: () => t('history.happened.image')
}

/** The kind in a word: `Price`. */
export const kindWord = (kind: HistoryKind): string => words[kind]()

/** So many are named in a sentence. */
const mostNamed = 3

/** Kinds in words, for a sentence: `Name, Price, Description and 1 more`. */
export function kindsLabel(kinds: readonly HistoryKind[]): string {
  const named = kinds.slice(0, mostNamed).map(kindWord).join(t('table.change.and'))
  const more = kinds.length - mostNamed
  return more > 0 ? t('history.kindsMore', { kinds: named, number: formatCount(more, null) }, more) : named
}

/** What happened, as a short sentence: `Price changed`. */
export const happened = (kind: HistoryKind): string => sentences[kind]()

/** How much a price moved, as it looks: below 5 % it is plain text, above 25 % it warns, above 60 % or to nothing it alarms. */
export type Magnitude = 'little' | 'some' | 'much' | 'most'

/** In which tone a badge says how much a price moved. */
export const magnitudeTones = {
  little: 'neutral',
  some: 'neutral',
  much: 'warning',
  most: 'danger'
} as const satisfies Record<Magnitude, string>

/** @param after the price that it has now, a number as text, where that is known */
export function magnitudeOf(percent: number, after: string | null = null): Magnitude {
  const size = Math.abs(percent)
  if (size > 60 || (after !== null && Number(after) === 0)) return 'most'
  if (size > 25) return 'much'
  return size < 5 ? 'little' : 'some'
}
