import type { PictureRule } from '../rule'

/** One side is more than so many times as long as the other: a banner, or a strip of several views. */
export const pictureShape: PictureRule = {
  id: 'picture-shape',
  severity: 'hint',
  needsFullForm: true,
  of: 'picture',
  test: ({ broken, width, height }, threshold) => {
    const times = Math.max(width, height) / Math.max(1, Math.min(width, height))
    return broken === null && times > threshold
      ? { width, height, times: Math.round(times * 10) / 10, threshold }
      : null
  }
}
