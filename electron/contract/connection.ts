import { z } from 'zod'
import type { Failure } from './failure'
import type { TestStep } from './connection-check'

/** Longest key that is saved, in bytes of UTF-8: what the Windows credential store takes. */
export const maxKeyBytes = 2560

export const connectionIdSchema = z.string().regex(/^[a-z0-9-]{1,64}$/)

/** An ISO 4217 code; the API gives no currency, so a person sets it. */
const currencySchema = z.string().regex(/^[A-Z]{3}$/)

/** What a person types about a store, without its secrets. */
export const connectionDraftSchema = z.object({
  name: z.string().trim().min(1).max(80),
  /** Origin and optional path prefix, as repaired by `connections:repair-address`: no trailing slash. */
  baseUrl: z.string().min(1).max(2048),
  apiPath: z.string().min(1).max(1024),
  /** null: prices are shown as plain numbers. */
  currency: currencySchema.nullable(),
  /** A BCP 47 tag for numbers and prices; null follows the system. */
  locale: z.string().min(2).max(35).nullable(),
  /** The person agreed to plain http for a host that is not loopback. */
  httpAllowed: z.boolean()
})
export type ConnectionDraft = z.infer<typeof connectionDraftSchema>

/** Key and user id on their one way from the form into the main process. They never come back. */
export const credentialsSchema = z.object({
  userId: z.string().max(10_000),
  key: z.string().max(10_000)
})
export type Credentials = z.infer<typeof credentialsSchema>

/** As `Credentials`, where an empty or missing field means: keep what is saved. */
export const credentialsChangeSchema = credentialsSchema.partial()
export type CredentialsChange = z.infer<typeof credentialsChangeSchema>

/** What the app knows of where a connection's key is, without touching it. */
export type CredentialState =
  /** In the OS keychain. */
  | 'keychain'
  /** In memory until the app quits, because there is no keychain or the person chose so. */
  | 'session'
  /** Nothing saved: the person must enter it. */
  | 'missing'
  /** The keychain could not be read; nothing is known, nothing may be overwritten. */
  | 'unreadable'
  /** Not read yet. */
  | 'unread'

/** A connection as the renderer sees it: a store, how to show it, and where its key is. */
export interface Connection {
  id: string
  /** `demo` is the store inside the app; its address and key are made at each start. */
  kind: 'store' | 'demo'
  name: string
  baseUrl: string
  apiPath: string
  currency: string | null
  locale: string | null
  httpAllowed: boolean
  credential: CredentialState
  /** Name, address and API path are the organization's, and cannot be changed here. */
  setByOrganization: boolean
}

/** A store that the organization has set up beforehand, where only user ID and key are missing. */
export interface OfferedConnection extends ConnectionDraft {
  /** Under which it is saved. */
  id: string
}

export interface ConnectionList {
  connections: Connection[]
  /** Those of the organization's that nobody has entered a key for. */
  offered: OfferedConnection[]
  /** The one whose catalog is shown; null when nothing is connected. */
  activeId: string | null
  keychain: KeychainState
  /** What became of settings that could not be read at the start; told once. */
  settingsDamage: SettingsDamage | null
}

export interface SettingsDamage {
  /** The name under which the damaged file was kept; null: there was none anymore. */
  file: string | null
  /**
   * `restored`: the backup had what was lost · `partly-lost`: some connections could not be read, nor found in a backup · `lost`: the
   * settings begin anew.
   */
  outcome: 'restored' | 'partly-lost' | 'lost'
}

/** The folder of a connection that no settings know anymore, as after they were lost. */
export interface FoundStore {
  /** Under which it is connected again, or removed. */
  id: string
  /** null: nothing says which store it was. It can only be removed. */
  baseUrl: string | null
  apiPath: string | null
  /** `unknown`: the keychain cannot be asked. */
  key: 'keychain' | 'missing' | 'unknown'
  /** When something of it was last written: ms since 1970. */
  usedAt: number | null
}

/** A key in the keychain of which this profile knows no store. Another Vitrine of the same person, with a folder of its own, may. */
export interface LostKey {
  /** Under which it is removed. */
  id: string
  /** For whom it is; null: it does not say. The keychain does not say either since when it is there. */
  origin: string | null
}

/** Whether this machine's keychain can be used; `facts` say why not. */
export type KeychainState =
  | { available: true }
  | { available: false; reason: 'missing' | 'locked' | 'denied' | 'failed'; detail: string }

/** What was put right in an address that a person pasted. */
export type AddressRepair =
  | 'trimmed'
  | 'scheme-added'
  | 'path-moved'
  | 'query-dropped'
  | 'fragment-dropped'
  | 'credentials-dropped'
  | 'slashes-collapsed'

export interface RepairedAddress {
  baseUrl: string
  /** The API path found in the pasted address; null when it held none. */
  apiPath: string | null
  repairs: AddressRepair[]
  /** http to a host that is not loopback: ask before going on. */
  needsHttpConsent: boolean
}

export interface ConnectionTest {
  /** null when all is well. */
  failed: { step: TestStep; failure: Failure } | null
  /** What the store's first page said; null when it was not reached. */
  sample: {
    form: 'full' | 'short'
    items: number
    setAside: number
    totalItems: number | null
    duration: number
  } | null
}
