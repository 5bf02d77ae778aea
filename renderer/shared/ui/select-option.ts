/** A choice of `SelectField`. */
export interface SelectOption<T extends string | number> {
  value: T
  label: string
}

/** Choices under a heading. */
export interface SelectGroup<T extends string | number> {
  label: string
  options: readonly SelectOption<T>[]
}
