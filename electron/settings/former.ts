/** Settings that an earlier version wrote elsewhere in the file, put where they are now. */
export function withFormerPlaces(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || 'preferences' in value) return value
  // The disk limit of pictures was a setting of its own, there also while nobody had chosen one: this was it then.
  const limit = 'pictureLimit' in value ? value.pictureLimit : formerPictureLimit
  return { ...value, preferences: limit === formerPictureLimit ? {} : { pictureLimit: limit } }
}

const formerPictureLimit = 1_000_000_000
