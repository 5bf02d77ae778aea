import { CloudOff, ImageOff } from '@lucide/vue'
import type { Component } from 'vue'
import type { Failure, FailureCode } from '../../../electron/contract/failure'
import { t } from '../../shared/i18n'
import { networkCodes } from '../../shared/data/failure-kinds'

/** What stands in place of a picture that cannot be shown. */
export interface PictureReason {
  /** One for all that is at fault: the words say what. */
  icon: Component
  /** `none`: there is no address · `broken`: the picture itself is at fault · `unreached`: it could not be had just now. */
  kind: 'none' | 'broken' | 'unreached'
  /** One sentence. */
  text: string
  /** What can be done about it, in a sentence or two; '' for nothing. */
  advice: string
  /** Trying again may help. */
  curable: boolean
  /** A host in the person's own network, from which the pictures of this connection may be allowed to come. */
  allowable: string | null
}

interface Kind {
  text: () => string
  advice: () => string
  curable: boolean
}

const byTheStore = (): string => t('pictures.advice.store')
const putRight = (): string => t('pictures.advice.notAPicture')

const none: Kind = { text: () => t('pictures.reason.none'), advice: () => '', curable: false }
const refused: Kind = {
  text: () => t('pictures.reason.refused'),
  advice: byTheStore,
  curable: false
}
const tooLarge: Kind = {
  text: () => t('pictures.reason.tooLarge'),
  advice: byTheStore,
  curable: false
}

const kinds: Partial<Record<FailureCode, Kind>> = {
  'picture-none': none,
  'picture-address-refused': refused,
  'address-invalid': refused,
  'picture-address-private': {
    text: () => t('pictures.reason.private'),
    advice: () => t('pictures.advice.private'),
    curable: false
  },
  'picture-too-large': tooLarge,
  'answer-too-large': tooLarge,
  'picture-not-a-picture': {
    text: () => t('pictures.reason.notAPicture'),
    advice: putRight,
    curable: true
  },
  'picture-corrupt': {
    text: () => t('pictures.reason.corrupt'),
    advice: () => t('pictures.advice.corrupt'),
    curable: true
  },
  'picture-decoder-failed': {
    text: () => t('pictures.reason.decoderFailed'),
    advice: () => '',
    curable: true
  },
  'not-found': { text: () => t('pictures.reason.gone'), advice: putRight, curable: true },
  internal: { text: () => t('pictures.reason.notShown'), advice: () => '', curable: true }
}

function wordsOf({ text, advice, curable }: Kind, failure: Failure | null): PictureReason {
  const isPrivate = failure?.code === 'picture-address-private'
  const allowable = isPrivate ? (failure.facts.host ?? null) : null
  const kind = failure === null || failure.code === 'picture-none' ? 'none' : 'broken'
  return { icon: ImageOff, kind, text: text(), advice: advice(), curable, allowable }
}

/** Why there is no picture; `null` stands for a product that has none. */
export function pictureReason(failure: Failure | null): PictureReason {
  if (failure === null) return wordsOf(none, null)
  const known = kinds[failure.code]
  if (known) return wordsOf(known, failure)
  const { host } = failure.facts
  const text = host ? t('pictures.reason.notFetchedFrom', { host }) : t('pictures.reason.notFetched')
  const advice = networkCodes.has(failure.code) ? t('pictures.advice.wait') : ''
  return { icon: CloudOff, kind: 'unreached', text, advice, curable: true, allowable: null }
}
