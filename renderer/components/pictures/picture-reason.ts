import { CloudOff, FileQuestionMark, ImageDown, ImageMinus, ImageOff, SearchX, ShieldX } from '@lucide/vue'
import type { Component } from 'vue'
import type { Failure, FailureCode } from '../../../electron/contract/failure'
import { t } from '../../i18n'

/** What stands in place of a picture that cannot be shown. */
export interface PictureReason {
  icon: Component
  /** One sentence. */
  text: string
  /** Trying again may help. */
  curable: boolean
}

type Reason = () => PictureReason

const refused: Reason = () => ({ icon: ShieldX, text: t('pictures.reason.refused'), curable: false })

const reasons: Partial<Record<FailureCode, Reason>> = {
  'picture-none': () => ({ icon: ImageOff, text: t('pictures.reason.none'), curable: false }),
  'picture-address-refused': refused,
  'address-invalid': refused,
  'picture-address-private': () => ({
    icon: ShieldX,
    text: t('pictures.reason.private'),
    curable: false
  }),
  'picture-too-large': () => ({ icon: ImageDown, text: t('pictures.reason.tooLarge'), curable: false }),
  'answer-too-large': () => ({ icon: ImageDown, text: t('pictures.reason.tooLarge'), curable: false }),
  'picture-not-a-picture': () => ({
    icon: FileQuestionMark,
    text: t('pictures.reason.notAPicture'),
    curable: true
  }),
  'picture-corrupt': () => ({ icon: ImageMinus, text: t('pictures.reason.corrupt'), curable: true }),
  'picture-decoder-failed': () => ({
    icon: ImageMinus,
    text: t('pictures.reason.decoderFailed'),
    curable: true
  }),
  'not-found': () => ({ icon: SearchX, text: t('pictures.reason.gone'), curable: true }),
  internal: () => ({ icon: ImageMinus, text: t('pictures.reason.notShown'), curable: true })
}

/** Why there is no picture; `null` stands for a product that has none. */
export function pictureReason(failure: Failure | null): PictureReason {
  if (failure === null) return { icon: ImageOff, text: t('pictures.reason.none'), curable: false }
  const known = reasons[failure.code]
  if (known) return known()
  const host = failure.facts.host
  const text = host ? t('pictures.reason.notFetchedFrom', { host }) : t('pictures.reason.notFetched')
  return { icon: CloudOff, text, curable: true }
}
