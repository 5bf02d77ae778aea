/** How well a product has a word that is searched for, best last; 0: not at all. */
export const grade = {
  descriptionPart: 1,
  description: 2,
  part: 3,
  namePrefix: 4,
  name: 5,
  firstPrefix: 6,
  first: 7
}

/** Raises a product's grade, by key. */
export function raise(grades: Uint8Array, key: number, value: number): void {
  if ((grades[key] ?? 0) < value) grades[key] = value
}
