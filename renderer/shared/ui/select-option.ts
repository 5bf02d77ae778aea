/** A choice of `SelectField`. */
export interface SelectOption<T extends string | number> {
  value: T
  label: string
  /** How many there are of it, where that is known. */
  count?: number | undefined
}

/** Choices under a heading. */
export interface SelectGroup<T extends string | number> {
  label: string
  options: readonly SelectOption<T>[]
}
