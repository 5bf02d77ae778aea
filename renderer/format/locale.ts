/**
 * The tag to format with: the wanted one when the platform takes it, else undefined, which means the system's.
 * A tag comes from a settings file or a form, and `Intl` throws on one that is not well formed.
 */
export function usableLocale(wanted: string | null | undefined): string | undefined {
  if (!wanted) return undefined
  try {
    return Intl.getCanonicalLocales(wanted)[0]
  } catch {
    return undefined
  }
}

/** Makes a formatter once a key: `Intl` constructors cost about 50 µs each, a page has hundreds of numbers. */
export function remembered<F>(
  make: (...key: (string | undefined)[]) => F
): (...key: (string | undefined)[]) => F {
  const made = new Map<string, F>()
  return (...key) => {
    const name = key.join('\n')
    const known = made.get(name)
    if (known !== undefined) return known
    const formatter = make(...key)
    made.set(name, formatter)
    return formatter
  }
}
