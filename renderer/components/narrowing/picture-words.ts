import type { Filters } from '../../../electron/contract/narrowing'
import type { GatheringState } from '../../../electron/contract/picture'
import { formatCount } from '../../format/number'
import { t, type TextValues } from '../../i18n'

/** Whose picture is looked for: by the product's name, by its id where it has none. */
export function samePictureWords({ id, name }: NonNullable<Filters['samePicture']>): string {
  return name.trim() === ''
    ? t('narrowing.chip.samePictureId', { id })
    : t('narrowing.chip.samePicture', { name })
}

/** How far pictures were looked at, as the gathering tells it; null while that is not known. */
export type Looked = Pick<GatheringState, 'done' | 'total'> | null

/** Of how many pictures filters know anything: `Known for 1,020 of 1,240 pictures …`; '' while that is not known. */
export function knownWords(looked: Looked, locale: string | null): string {
  const total = looked?.total ?? 0
  if (looked === null || total === 0) return ''
  if (looked.done >= total) return t('narrowing.filters.knownAll')
  return t('narrowing.filters.known', numbers(looked.done, total, locale), total)
}

/** The same in a few words, beside a number of matches; '' where all is known. */
export function partlyKnownWords(looked: Looked, locale: string | null): string {
  const total = looked?.total ?? 0
  if (looked === null || looked.done >= total) return ''
  return t('narrowing.result.known', numbers(looked.done, total, locale), total)
}

function numbers(known: number, total: number, locale: string | null): TextValues {
  return { known: formatCount(known, locale), total: formatCount(total, locale) }
}
