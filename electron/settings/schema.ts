import { z } from 'zod'
import { connectionDraftSchema, connectionIdSchema } from '../contract/connection'
import { exportChoicesSchema } from '../contract/export'
import { pictureHostSchema } from '../contract/picture'
import { pictureKeepings } from '../contract/picture-values'
import { preferencesChangeSchema } from '../contract/preferences'
import { queueSchema } from '../contract/review'
import { syncSchedules } from '../contract/sync-values'
import { savedViewSchema, sharedViewSchema, viewStateSchema } from '../contract/view'
import { auditRulesSchema } from '../contract/audit'

/** The form that this version writes. A file with a higher number is a newer app's: refused, untouched (fault 85). */
export const settingsVersion = 1

const savedConnectionSchema = connectionDraftSchema.extend({
  id: connectionIdSchema,
  /** Where the person wanted the key: a `session` key is never looked for in the keychain. */
  keep: z.enum(['keychain', 'session'])
})

const removalSchema = z.object({ id: connectionIdSchema, baseUrl: z.string(), apiPath: z.string() })

/** What a person set up of a store that was removed: views, and rules that are not as at first. */
const removedStoreSchema = z.object({
  baseUrl: z.string(),
  apiPath: z.string(),
  savedViews: readableList(savedViewSchema),
  auditRules: auditRulesSchema
})

/** What the team of a store has as a whole, as it was read last, and what this person makes of it. */
const teamItemsSchema = z.object({
  views: readableList(sharedViewSchema),
  rules: z.object({ by: z.string(), at: z.number(), rules: auditRulesSchema }).nullable().catch(null),
  /** The person goes by rules of their own though the team has some. */
  hasOwnRules: z.boolean().catch(false)
})
export type TeamItems = z.infer<typeof teamItemsSchema>

const windowStateSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(1).max(100_000),
  height: z.number().int().min(1).max(100_000),
  maximized: z.boolean()
})

/** All that is kept between runs outside the keychain and the databases. Holds no secret. */
export const settingsSchema = z.object({
  version: z.literal(settingsVersion),
  connections: readableList(savedConnectionSchema),
  activeId: connectionIdSchema.nullable().catch(null),
  /** Connections that were removed and whose files may not all be gone: that is finished at the next start. */
  removals: readableList(removalSchema),
  /** Who connects one of these again has it as they had set it up; the one that was removed last is the last. */
  removedStores: readableList(removedStoreSchema),
  /** Where a person was in each connection's list and how it looked, by connection id. */
  views: readableRecord(connectionIdSchema, viewStateSchema),
  /** The named views of each connection, in order. */
  savedViews: readableRecord(
    connectionIdSchema,
    readableList(withFormerKey('narrowing', 'productQuery', savedViewSchema))
  ),
  /** How often each connection's catalog is synced; one that is missing has the default. */
  schedules: readableRecord(connectionIdSchema, z.enum(syncSchedules)),
  /** What is kept of each connection's pictures for when there is no network; one that is missing has the default. */
  pictureKeeping: readableRecord(connectionIdSchema, z.enum(pictureKeepings)),
  /** How far that is: `since`, ms since 1970, is when more was asked for, or the disk emptied. */
  pictureGathering: readableRecord(connectionIdSchema, z.object({ paused: z.boolean(), since: z.number() })),
  /** Hosts in the person's own network that each connection's pictures may come from. */
  pictureHosts: readableRecord(connectionIdSchema, readableList(pictureHostSchema.shape.host)),
  /** What a person has chosen of the preferences; the others are as the organization or the app says. */
  preferences: readableParts(preferencesChangeSchema),
  /** Who reviews on this computer; '': nobody has said so. */
  reviewer: z.string().max(80).catch(''),
  /** Where second copies of the backups of reviews go; null: nowhere. */
  backupFolder: z.string().min(1).max(4096).nullable().catch(null),
  /** The queue of products that is being reviewed in each connection. */
  reviewQueues: readableRecord(connectionIdSchema, withFormerKey('narrowing', 'productQuery', queueSchema)),
  /** Each connection's quality rules that are not set as at first. */
  auditRules: readableRecord(connectionIdSchema, auditRulesSchema),
  /** Of each connection that has a team. */
  teamItems: readableRecord(connectionIdSchema, teamItemsSchema),
  /** How files were last exported. */
  exportChoices: exportChoicesSchema.catch(exportChoicesSchema.parse({})),
  /** The window's bounds when not maximized, in DIP; null before the first run ends, or if the system never told any. */
  window: windowStateSchema.nullable().catch(null),
  /** Electron's zoom level, each step 20 %; 0 is the actual size. */
  zoomLevel: z.number().min(-8).max(9).catch(0)
})

export type Settings = z.infer<typeof settingsSchema>
export type SavedConnection = z.infer<typeof savedConnectionSchema>
export type WindowState = z.infer<typeof windowStateSchema>

/** What a first start begins with. */
export function defaultSettings(): Settings {
  return {
    version: settingsVersion,
    connections: [],
    activeId: null,
    removals: [],
    removedStores: [],
    views: {},
    savedViews: {},
    schedules: {},
    pictureKeeping: {},
    pictureGathering: {},
    pictureHosts: {},
    preferences: {},
    reviewer: '',
    backupFolder: null,
    reviewQueues: {},
    auditRules: {},
    teamItems: {},
    exportChoices: exportChoicesSchema.parse({}),
    window: null,
    zoomLevel: 0
  }
}

/**
 * A record without the entries that cannot be read: one damaged view, or one of a form that is no longer known, must not
 * cost the connections in the same file.
 */
function readableRecord<T>(key: z.ZodType<string>, value: z.ZodType<T>): z.ZodType<Record<string, T>> {
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

/** A list without the items that cannot be read. */
function readableList<T>(value: z.ZodType<T>): z.ZodType<T[]> {
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

/** The parts of an object that are as the schema has them. */
function readableParts<T>(schema: z.ZodObject<z.ZodRawShape> & z.ZodType<T>): z.ZodType<T> {
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
function withFormerKey<T>(former: string, key: string, schema: z.ZodType<T>): z.ZodType<T> {
  return z
    .unknown()
    .transform((value) => {
      const entries = z.record(z.string(), z.unknown()).safeParse(value)
      if (!entries.success || key in entries.data) return value
      return { ...entries.data, [key]: entries.data[former] }
    })
    .pipe(schema)
}
