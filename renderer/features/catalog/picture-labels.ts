import type { Filters } from '../../../electron/contract/product-query'
import { formatCount } from '../../shared/format/number'
import { t, type TextValues } from '../../shared/i18n'
import type { LookedPictures } from './picture-coverage'

/** Whose picture is looked for: by the product's name, by its id where it has none. */
export function samePictureWords({ id, name }: NonNullable<Filters['samePicture']>): string {
  return name.trim() === ''
    ? t('narrowing.chip.samePictureId', { id })
    : t('narrowing.chip.samePicture', { name })
}

/** Of how many pictures filters know anything: `Known for 1,020 of 1,240 pictures …`; '' while that is not known. */
export function knownWords(looked: LookedPictures | null, locale: string | null): string {
  if (looked === null || looked.total === 0) return ''
  if (looked.known >= looked.total) return t('narrowing.filters.knownAll')
  return t('narrowing.filters.knownPart', numbers(looked, locale), looked.total)
}

/** The same in a few words, beside a number of matches; '' where all is known. */
export function partlyKnownWords(looked: LookedPictures | null, locale: string | null): string {
  if (looked === null || looked.known >= looked.total) return ''
  return t('narrowing.result.known', numbers(looked, locale), looked.total)
}

function numbers({ known, total }: LookedPictures, locale: string | null): TextValues {
  return { known: formatCount(known, locale), total: formatCount(total, locale) }
}
