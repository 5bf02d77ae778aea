import type { PictureRule } from '../rule'

/** The shorter side has fewer pixels than that. */
export const pictureSmall: PictureRule = {
  id: 'picture-small',
  severity: 'warning',
  needsFullForm: true,
  of: 'picture',
  test: ({ broken, width, height }, threshold) =>
    broken === null && Math.min(width, height) < threshold ? { width, height, threshold } : null
}
