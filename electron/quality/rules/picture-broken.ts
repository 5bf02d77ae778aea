import type { PictureRule } from '../rule'

/** The picture was fetched, or tried, and cannot be shown. */
export const pictureBroken: PictureRule = {
  id: 'picture-broken',
  severity: 'error',
  needsFullForm: true,
  of: 'picture',
  test: ({ broken }) => (broken === null ? null : { code: broken })
}
