import { z } from 'zod'
import type { Failure } from './failure'
import { languageChoices, type Language } from './languages'
import { authoritiesSchema, proxySettingsSchema } from './network-preferences'
import { pictureLimitSchema } from './picture'
import { appearances, textSizes, updateChecks } from './preference-choices'
import { reasonSchema } from './product-query'
import { maxOwnReasons } from './review-state'
import { syncSchedules } from './sync-values'
import { densities } from './view'

/** `system`, or a BCP 47 tag that the platform takes. */
const numberFormatSchema = z
  .string()
  .max(35)
  .refine((tag) => tag === 'system' || isLocale(tag), 'Expected "system" or a locale such as "de-CH"')

/** How the app is for the person at this computer, whichever store is open. */
export const preferencesSchema = z.strictObject({
  appearance: z.enum(appearances),
  /** How lists begin; each connection's list can be changed on its own. */
  density: z.enum(densities),
  /** Percent. */
  textSize: z.number().int().min(textSizes.least).max(textSizes.most),
  language: z.enum(languageChoices),
  /** How numbers, dates and prices are written where a connection says nothing about it. */
  numberFormat: numberFormatSchema,
  /** How often a catalog is synced where a person has not set it for the connection. */
  syncSchedule: z.enum(syncSchedules),
  /** The system tells what is new in watched views while nobody looks at the window. */
  notifications: z.boolean(),
  /** The app goes on syncing when its window is closed, with a sign in the system's tray. */
  background: z.boolean(),
  /** Bytes that pictures may take on disk. */
  pictureLimit: pictureLimitSchema.shape.bytes,
  /** Whether a key that says that a product needs work asks why. */
  askReason: z.boolean(),
  /** Why products need work besides the built-in reasons, in the shop's own words. */
  ownReasons: z.array(reasonSchema).max(maxOwnReasons),
  updates: z.enum(updateChecks),
  /** Keys without Ctrl or Cmd are heard. */
  letterKeys: z.boolean(),
  /** Keys of commands that do not have their first ones, as the window's command table writes them; '': none. */
  keys: z.record(z.string().max(40), z.string().max(40)),
  /** The way to all stores. */
  proxy: proxySettingsSchema,
  authorities: authoritiesSchema
})
export type Preferences = z.infer<typeof preferencesSchema>
export type PreferenceKey = keyof Preferences

/** Some of them; what is missing stays as it is. */
export const preferencesChangeSchema = preferencesSchema.partial()
/** What a page may set. Whom the computer trusts is a person's to say, in a dialog of the system: see `network:add-authorities`. */
export const pagePreferencesSchema = preferencesSchema.omit({ proxy: true, authorities: true }).partial()
export type PreferencesChange = z.infer<typeof preferencesChangeSchema>

/** What is wrong with the organization's file. */
export interface ManagedProblem {
  /** Where in it: `locked.textSize`; '' is the file itself. Of an untrusted one the path of the file or folder that is meant. */
  key: string
  /** A short technical sentence in English. */
  reason: string
}

/** The file in which an organization sets preferences beforehand. */
export interface ManagedFile {
  /** Where it is looked for. */
  path: string
  /** `refused`: it cannot be used, and nothing of it is. `untrusted`: neither is it, because not only administrators can change it. */
  state: 'none' | 'in-force' | 'refused' | 'untrusted'
  problems: ManagedProblem[]
  /** Of an untrusted one: the commands with which an administrator makes it theirs alone. */
  remedy?: string[]
}

/** The preferences as they are in force, and what stands in the way of changing them. */
export interface PreferencesState {
  preferences: Preferences
  /** Set by the organization: changes of these are refused. */
  locked: PreferenceKey[]
  /** Those that a person has chosen themselves. */
  chosen: PreferenceKey[]
  /** What the app's words are in, also where the choice is `system`. */
  language: Language
  managed: ManagedFile
  /** Why the last change holds only until the app quits; null: it is kept. */
  unsaved: Failure | null
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}
