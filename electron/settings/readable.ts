import { z } from 'zod'

/**
 * A record of which what cannot be read is left out: one damaged view, or one of a form that is not known any more,
 * must not cost the connections that stand in the same file.
 */
export function readableRecord<T>(key: z.ZodType<string>, value: z.ZodType<T>): z.ZodType<Record<string, T>> {
  return z
    .record(z.string(), z.unknown())
    .catch({})
    .transform((entries) =>
      Object.fromEntries(
        Object.entries(entries).flatMap(([name, raw]) => {
          const read = value.safeParse(raw)
          return key.safeParse(name).success && read.success ? [[name, read.data] as const] : []
        })
      )
    )
}

/** A list of which what cannot be read is left out. */
export function readableList<T>(value: z.ZodType<T>): z.ZodType<T[]> {
  return z
    .array(z.unknown())
    .catch([])
    .transform((entries) =>
      entries.flatMap((raw) => {
        const read = value.safeParse(raw)
        return read.success ? [read.data] : []
      })
    )
}

/** What is left of an object's parts, of which some are not as the schema has them: those that are. */
export function readableParts<T>(schema: z.ZodObject<z.ZodRawShape> & z.ZodType<T>): z.ZodType<T> {
  return z
    .record(z.string(), z.unknown())
    .catch({})
    .transform((entries) => {
      const readable = Object.entries(entries).filter(([name, raw]) => {
        // Not what every object has, such as its constructor.
        const part = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined
        return part !== undefined && raw !== undefined && z.safeParse(part, raw).success
      })
      return schema.parse(Object.fromEntries(readable))
    })
}

/** An object that an earlier version wrote with another name for one of its keys. */
export function withFormerKey<T>(former: string, key: string, schema: z.ZodType<T>): z.ZodType<T> {
  return z
    .unknown()
    .transform((value) => {
      const entries = z.record(z.string(), z.unknown()).safeParse(value)
      if (!entries.success || key in entries.data) return value
      return { ...entries.data, [key]: entries.data[former] }
    })
    .pipe(schema)
}
