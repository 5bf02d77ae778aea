import type { PrefetchState } from '../../../../electron/contract/picture'
import type { PictureKeeping } from '../../../../electron/contract/picture-values'
import { formatBytes, formatCount } from '../../../shared/format/number'
import { t } from '../../../shared/i18n'
import { failureMessage } from '../../../shared/i18n/failure-messages'

/**
 * What a picture takes up on disk, bytes, with all sizes that are kept: the means of photographs of 1,200 pixels, as measured
 * beside the raster's settings, and their rows. Only for an estimate; catalogs differ.
 */
const typicalBytes: Record<PictureKeeping, number> = { none: 0, thumbnails: 2_500, previews: 56_000 }

/** What a download is at. One that does nothing is complete, has something left for later, or was not begun yet. */
export type DownloadStage = Exclude<PrefetchState['phase'], 'idle'> | 'done' | 'rest' | 'soon'

/** Which stage a state is at. */
export function stageOf({ phase, done, total }: PrefetchState): DownloadStage {
  if (phase !== 'idle') return phase
  if (total === null) return 'soon'
  return done >= total ? 'done' : 'rest'
}

const stages: Record<DownloadStage, () => string> = {
  done: () => t('storage.offline.phase.done'),
  soon: () => t('storage.offline.phase.soon'),
  rest: () => t('storage.offline.phase.rest'),
  gathering: () => t('storage.offline.phase.gathering'),
  waiting: () => t('storage.offline.phase.waiting'),
  paused: () => t('storage.offline.phase.paused'),
  full: () => t('storage.offline.phase.full')
}

/** What the download does, in a few words. */
export function stageMessage(state: PrefetchState): string {
  return stages[stageOf(state)]()
}

/** `1,020 of 1,240 pictures`, without the total while it is not known. */
export function countLabel({ done, total }: PrefetchState, locale: string | null): string {
  const here = formatCount(done, locale)
  return total === null
    ? t('storage.offline.countAlone', { done: here }, done)
    : t('storage.offline.count', { done: here, total: formatCount(total, locale) }, total)
}

/** What a stage means for the person, and what to do; '' where there is nothing to say. */
export function stageHelp(state: PrefetchState): string {
  switch (stageOf(state)) {
    case 'waiting': {
      const why = state.because ? failureMessage(state.because).title : ''
      return t('storage.offline.waitingHelp', { why }).trim()
    }
    case 'paused':
      return t('storage.offline.pausedHelp')
    case 'full':
      return t('storage.offline.fullHelp')
    default:
      return ''
  }
}

/** Bytes that a catalog of so many pictures will take up, roughly; null when there is nothing to estimate from. */
export function estimatedBytes(keep: PictureKeeping, pictures: number | null): number | null {
  return pictures === null || pictures === 0 || keep === 'none' ? null : typicalBytes[keep] * pictures
}

/** The estimate in words, to two digits, and whether the limit is below it; '' where there is none, or the limit is not known. */
export function estimateMessage(
  keep: PictureKeeping,
  pictures: number | null,
  limit: number | null,
  locale: string | null
): string {
  const bytes = estimatedBytes(keep, pictures)
  if (bytes === null || limit === null) return ''
  const size = formatBytes(Number(bytes.toPrecision(2)), locale)
  return bytes > limit
    ? t('storage.offline.estimateAbove', { size })
    : t('storage.offline.estimate', { size })
}
