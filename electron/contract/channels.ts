import { z } from 'zod'
import type { Connection, ConnectionList, ConnectionTest, RepairedAddress } from './connection'
import {
  connectionDraftSchema,
  connectionIdSchema,
  credentialsChangeSchema,
  type KeychainState
} from './connection'
import { pageQuerySchema, pictureQuerySchema, type PictureFacts, type ProductPage } from './product'
import { saveViewSchema, type ViewState } from './view'

const nothing = z.undefined()
const byId = z.object({ id: connectionIdSchema })

/**
 * Every call that the renderer can make: the schema its input is parsed with. The answer's type stands in
 * `Outputs`; every answer is a `Result` of it.
 */
export const inputs = {
  'app:info': nothing,
  /** Opens an https address in the person's browser; anything else fails with `input-invalid`. */
  'app:open-external': z.object({ url: z.string().max(4096) }),

  'connections:list': nothing,
  /** Puts a pasted address right; fails with `address-invalid`. Touches no network. */
  'connections:repair-address': z.object({ text: z.string().max(10_000) }),
  /** Asks the store for one small page. With `id`, empty credentials mean the saved ones. */
  'connections:test': z.object({
    id: connectionIdSchema.nullable(),
    draft: connectionDraftSchema,
    credentials: credentialsChangeSchema
  }),
  /** Ends a running test; the test then fails with `cancelled`. */
  'connections:cancel-test': nothing,
  /**
   * Saves a new connection (`id` null) or changes one, and makes it active. `keep: 'session'` holds the
   * credentials in memory only. A keychain failure saves nothing at all.
   */
  'connections:save': z.object({
    id: connectionIdSchema.nullable(),
    draft: connectionDraftSchema,
    credentials: credentialsChangeSchema,
    keep: z.enum(['keychain', 'session'])
  }),
  'connections:rename': byId.extend({ name: z.string().trim().min(1).max(80) }),
  'connections:activate': byId,
  /**
   * Removes a connection and its keychain item. Fails when the keychain refuses; then both stay. With `leaveKey`
   * the keychain is not touched: for a person whose keychain cannot be used any more.
   */
  'connections:remove': byId.extend({ leaveKey: z.boolean().default(false) }),
  /** Looks for the keychain again (after it was unlocked or installed). */
  'connections:retry-keychain': nothing,

  /** Starts the demo store inside the app and makes it the active connection. */
  'demo:open': nothing,

  'products:page': pageQuerySchema,
  /** Why a picture has no raster, or its facts. Fails with a `picture-…` or network code. */
  'pictures:describe': pictureQuerySchema,
  /** Forgets a failure and lets the next request for the picture try again. */
  'pictures:retry': pictureQuerySchema,

  'views:get': z.object({ connectionId: connectionIdSchema }),
  'views:save': saveViewSchema
} as const

export interface Outputs {
  'app:info': AppInfo
  'app:open-external': null
  'connections:list': ConnectionList
  'connections:repair-address': RepairedAddress
  'connections:test': ConnectionTest
  'connections:cancel-test': null
  'connections:save': Connection
  'connections:rename': Connection
  'connections:activate': Connection
  'connections:remove': null
  'connections:retry-keychain': KeychainState
  'demo:open': Connection
  'products:page': ProductPage
  'pictures:describe': PictureFacts
  'pictures:retry': null
  'views:get': ViewState | null
  'views:save': null
}

export type Channel = keyof typeof inputs & keyof Outputs
export type Input<C extends Channel> = z.input<(typeof inputs)[C]>
export type ParsedInput<C extends Channel> = z.output<(typeof inputs)[C]>
export type Output<C extends Channel> = Outputs[C]

/** What the main process tells the window unasked. */
export interface Events {
  /** The list of connections, or the state of a key, is not what it was: ask again. */
  'connections:changed': null
  /** A command from the application menu. */
  'menu:command': { command: MenuCommand }
}
export type EventName = keyof Events

export const menuCommands = [
  'refresh',
  'next-page',
  'previous-page',
  'first-page',
  'last-page',
  'new-connection'
] as const
export type MenuCommand = (typeof menuCommands)[number]

export interface AppInfo {
  version: string
  platform: 'win32' | 'darwin' | 'linux'
  /** The system's first preferred language, a BCP 47 tag. */
  locale: string
  /** 'electron' or, in development without Electron's runtime, 'chromium-shell'. */
  runtime: 'electron' | 'chromium-shell'
}
