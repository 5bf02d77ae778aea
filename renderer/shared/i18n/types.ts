/** Dotted paths of all texts in a message file: `failure.timeout.title`. */
export type Paths<T> = T extends string
  ? never
  : { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Paths<T[K]>}` }[keyof T & string]
