import { z } from 'zod'
import { connectionDraftSchema, connectionIdSchema, credentialsChangeSchema } from './connection'
import { pictureHostSchema, pictureKeepingSchema, pictureLimitSchema, pictureQuerySchema } from './picture'
import { productQuerySchema } from './product-query'
import { mostNamed } from './review-state'
import { pagePreferencesSchema } from './preferences'
import { facetsQuerySchema, pageQuerySchema } from './product'
import { configureRuleSchema, exceptionSchema, twinsSchema } from './audit'
import { unsavedSchema } from './updates'
import { startExportSchema } from './export'
import { changesQuerySchema, compareSchema, markSeenSchema, timelineSchema } from './history'
import {
  draftSchema,
  assignSchema,
  undoAssignmentSchema,
  claimSchema,
  markSchema,
  noteOfSchema,
  ofProductSchema,
  productIdSchema,
  progressSchema,
  restoreSchema,
  shareSchema,
  reviewerSchema,
  reviewLogSchema,
  saveQueueSchema,
  undoSchema
} from './review'
import { authorityNameSchema, proxyChoiceSchema } from './network-preferences'
import { editCommands, menuCommands } from './menu'
import { dropAnswerSchema, syncScheduleSchema } from './sync'
import { teamInputs } from './team-channels'
import { openedViewSchema, saveNamedViewsSchema, saveViewSchema } from './view'
import type { Outputs } from './channel-outputs'

export type { AppInfo, EventName, Events } from './channel-outputs'

const nothing = z.undefined()
/** Lists counted at once: all that a connection and its team can have as views, and what the window counts besides. */
const mostSizes = 300
const ofConnection = z.object({ connectionId: connectionIdSchema })
const byId = z.object({ id: connectionIdSchema })
const menuList = z.array(z.enum(menuCommands)).max(menuCommands.length)
const enabledList = z
  .array(z.enum([...menuCommands, ...editCommands]))
  .max(menuCommands.length + editCommands.length)

/**
 * Every call that the renderer can make: the schema its input is parsed with. The answer's type stands in
 * `Outputs`; every answer is a `Result` of it.
 */
export const inputs = {
  'app:info': nothing,

  /** The first page can be used: what nobody waits for may begin. */
  'app:shown': nothing,

  /** Grays out what cannot be done in the application menu just now, ticks what is on, and says whose Undo it is. */
  'app:menu-state': z.object({ enabled: enabledList, checked: menuList, isInText: z.boolean() }),

  'connections:list': nothing,
  /** Puts a pasted address right; fails with `address-invalid`. Touches no network. */
  'connections:repair-address': z.object({ text: z.string().max(10_000) }),
  /**
   * Asks the store for one small page. With `id`, empty credentials mean the saved ones. The page goes into the catalog of the
   * connection that is, or then is saved as, exactly what was tested.
   */
  'connections:test': z.object({
    id: connectionIdSchema.nullable(),
    draft: connectionDraftSchema,
    credentials: credentialsChangeSchema
  }),
  /** Ends a running test, which then fails with `cancelled`; the page that an ended one read is not kept any longer. */
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
   * the keychain is not touched: for a person whose keychain cannot be used anymore.
   */
  'connections:remove': byId.extend({ leaveKey: z.boolean().default(false) }),
  /** Stores that settings which were lost have left in this profile, the one used last first. */
  'connections:found': nothing,
  /** Keys of which nobody knows the store. Asks the keychain, which may show its prompt. */
  'connections:lost-keys': nothing,
  /** Connects one of them again. Fails with `connection-unknown` where nothing says which store it was. */
  'connections:connect-found': byId,
  /** Removes what is left of one, but for its reviews, or such a key. Fails as `connections:remove`. */
  'connections:remove-found': byId.extend({ leaveKey: z.boolean().default(false) }),
  /** Looks for the keychain again (after it was unlocked or installed). */
  'connections:retry-keychain': nothing,

  /** Starts the demo store inside the app and makes it the active connection. */
  'demo:open': nothing,

  'products:page': pageQuerySchema,
  /** Products as the catalog has them now, gone ones too, in the order asked; one that it does not have is left out. */
  'products:of': ofConnection.extend({ ids: z.array(productIdSchema).min(1).max(100) }),
  /** How many products, or items that could not be read, each of these lists has as the catalog is now; in the order asked. */
  'products:sizes': ofConnection.extend({ productQueries: z.array(productQuerySchema).max(mostSizes) }),
  /** Those of these products that a list holds, as the catalog has it now: it may have changed since they were chosen in it. */
  'products:listed': ofConnection.extend({
    productQuery: productQuerySchema,
    ids: z.array(productIdSchema).min(1).max(mostNamed)
  }),
  /** The place of a product in a list as the catalog has it now, 1-based; null: the list does not hold it. */
  'products:place': ofProductSchema.extend({ productQuery: productQuerySchema }),
  /** The values of filters with their counts, as the copy has them now. */
  'products:facets': facetsQuerySchema,
  /** Why a picture has no raster, or its facts. Fails with a `picture-…` or network code. */
  'pictures:describe': pictureQuerySchema,
  /** Forgets a failure and lets the next request for the picture try again. */
  'pictures:retry': pictureQuerySchema,
  /** The address as the store gives it, for the clipboard. */
  'pictures:address': pictureQuerySchema,
  /** Asks where to save the picture, and saves it as its server sends it. */
  'pictures:save': pictureQuerySchema.extend({ name: z.string().max(1000) }),
  /** Lets this connection's pictures come from a host in the person's own network. Pictures refused for it are tried again. */
  'pictures:allow-host': pictureHostSchema,
  'pictures:storage': nothing,
  'pictures:set-limit': pictureLimitSchema,
  /** Empties the disk of pictures, and nothing else. */
  'pictures:clear': nothing,
  'pictures:prefetch': ofConnection,
  'pictures:keep': pictureKeepingSchema,
  'pictures:pause-prefetch': ofConnection,
  'pictures:resume-prefetch': ofConnection,

  'preferences:get': nothing,
  /** Changes some of them, or none: fails with `setting-locked` when one of them is the organization's. */
  'preferences:set': pagePreferencesSchema,
  /** Forgets all that was chosen in them, and nothing else. */
  'preferences:reset': nothing,

  'views:get': ofConnection,
  'views:save': saveViewSchema,
  'views:save-named': saveNamedViewsSchema,
  /** The watched views in which something is new. */
  'views:news': ofConnection,
  /**
   * A person looks at a watched view: nothing in it is new anymore. Answers how many products were new until now. The filter `newIn`
   * lists them or, where none were, those that were new when something was last.
   */
  'views:opened': openedViewSchema,

  /** What there is to tell of the catalog of this connection, once; then null. */
  'catalog:notice': ofConnection,
  /** Reads what the catalog of this connection is searched in, which takes a while the first time. */
  'catalog:warm-search': ofConnection,
  'network:state': ofConnection,
  'network:preferences': nothing,
  /**
   * Sets the way to all stores. Fails with `input-invalid`: field `address` with a `ProxyProblem` as its `reason`, or
   * `exceptions` with the entry that is none.
   */
  'network:set-proxy': proxyChoiceSchema,
  /**
   * Asks for a file, and trusts the certificate authorities in it; null: no file was chosen. Fails with `input-invalid`, field
   * `file`, and an `AuthorityProblem` as its `reason`.
   */
  'network:add-authorities': nothing,
  'network:remove-authority': authorityNameSchema,

  /**
   * Looks at all that a connection needs, step by step; `connection-check:changed` tells how it goes on. Fails with `cancelled` when
   * another one, or `connection-check:cancel`, took its place.
   */
  'connection-check:run': ofConnection,
  'connection-check:cancel': nothing,

  /** Makes a report of how the app does, without secrets, to be shown before it is saved. */
  'diagnostics:make': nothing,
  /** Asks where to save the report that was made last, and saves it as it was shown; null: nowhere. */
  'diagnostics:save': nothing,
  /** Opens the folder with the log's files. Fails with `not-found` where nothing can show it. */
  'diagnostics:open-logs': nothing,

  'sync:state': ofConnection,
  /** Begins a run, or goes on with one that was cut off; nothing happens while one is under way. */
  'sync:start': ofConnection,
  'sync:pause': ofConnection,
  'sync:resume': ofConnection,
  /** Ends the run; what it has read stays. */
  'sync:stop': ofConnection,
  /** Answers the question that the phase `asking` puts. */
  'sync:answer-drop': dropAnswerSchema,
  'sync:schedule': syncScheduleSchema,
  /** The last 50 runs that ended, newest first. */
  'sync:runs': ofConnection,

  'reviews:of': ofProductSchema,
  /**
   * Marks products, all or none of them. An approval is for what was seen: a product that is something else by now is left
   * alone and told of.
   */
  'reviews:mark': markSchema,
  /** Assigns products to people of the team. */
  'reviews:assign': assignSchema,
  /** Gives the products of the last assignment back to whom they were assigned to before, as an assignment; of another one, none. */
  'reviews:undo-assignment': undoAssignmentSchema,
  /** Assigns the next products of a list to this person that nobody has: where the team's place is a database. */
  'reviews:claim': claimSchema,
  /** What the team says of a product; null: the store has no team. */
  'reviews:standing': ofProductSchema,
  /** null: the store has no team. */
  'reviews:agreement': ofConnection,
  /** Saves a note, and takes its draft away; '' takes the note away. */
  'reviews:note': noteOfSchema,
  /** Keeps what is being typed, so that a crash does not lose it. */
  'reviews:draft': draftSchema,
  /** Takes an entry back: what was changed again later stays. null: there is nothing to take back. */
  'reviews:undo': undoSchema,
  'reviews:log': reviewLogSchema,
  /** Products an hour at which the catalog was reviewed in the last days; null where too few were to tell. */
  'reviews:pace': ofConnection,
  'reviews:progress': progressSchema,
  'reviews:queue': ofConnection,
  'reviews:save-queue': saveQueueSchema,
  /** Who reviews on this computer: the name that was set or, until one is, that of the person's account on it. */
  'reviews:reviewer': nothing,
  'reviews:set-reviewer': reviewerSchema,
  /** On this computer, newest first. */
  'reviews:backups': ofConnection,
  /** In the folder for second copies, newest first, without those that this computer has: a share may take 40 s to answer. */
  'reviews:second-backups': ofConnection,
  'reviews:backup-folder': nothing,
  /** Asks for a folder that each backup is copied to as well; null: none was chosen, what was stays. */
  'reviews:choose-backup-folder': nothing,
  /** No second copies anymore; those that there are stay. */
  'reviews:remove-backup-folder': nothing,
  /** Puts a backup in place of what there is, of which a backup is made first. */
  'reviews:restore': restoreSchema,
  /**
   * Asks where to save reviews, or a team's segments, for colleagues, and saves them there; null: nowhere. Fails as `reviews:mark` does, and
   * with `cancelled` where the store has no team.
   */
  'reviews:share': shareSchema,
  /**
   * Asks for a colleague's file and merges it, unless it is stopped: the newest mark wins, notes are kept from both. null: no file was
   * chosen. Fails with `input-invalid`, field `file`, and `reason` `not-reviews`, `newer`, `damaged`, `cut-off`, `too-large`, `ahead`
   * (of a time that has not come) or `long-note` (a note would have too many parts); of a team's file also `changed`, `forged` (a part is
   * not by whom it says), `no-team` and `another-team`.
   */
  'reviews:merge': ofConnection,
  /** Ends the merge that is under way: what is merged by then stays. */
  'reviews:stop-merge': ofConnection,
  /** What there is to tell of the reviews of this connection, once; then null. */
  'reviews:notice': ofConnection,

  ...teamInputs,

  'audit:state': ofConnection,
  /** Looks for what the rules say, unless that is known of the catalog as it is. */
  'audit:run': ofConnection,
  'audit:configure': configureRuleSchema,
  /** The score after each sync, oldest first. */
  'audit:scores': ofConnection,
  'audit:of': ofProductSchema,
  'audit:twins': twinsSchema,
  'audit:set-exception': exceptionSchema,
  'audit:exceptions': ofConnection,

  'history:changes': changesQuerySchema,
  /** How many changes nobody has marked as seen. */
  'history:unseen': ofConnection,
  'history:mark-seen': markSeenSchema,
  'history:of': timelineSchema,
  'history:compare': compareSchema,

  /** As they were when something was last exported. */
  'export:choices': nothing,
  /**
   * Asks where to save, and begins; `export:changed` tells how it goes on. Answers null when the person changed their mind, and
   * fails with `busy` while another export is under way.
   */
  'export:start': startExportSchema,
  /** The export that is under way, or the last one of this run of the app; null: there was none. */
  'export:state': nothing,
  /** Ends the export that is under way; nothing of it is left. */
  'export:cancel': nothing,
  /** Shows the file that was written last in its folder. Fails with `not-found` when it is not there anymore. */
  'export:show': nothing,

  /** What a person needs to know of a store to begin their day. */
  'today:summary': ofConnection,

  'updates:state': nothing,
  /** Looks for a newer version. Fails with `setting-locked` where the organization has switched updates off, as the next one. */
  'updates:check': nothing,
  /** Fetches what was found; `updates:changed` tells how it comes along. */
  'updates:download': nothing,
  /** Breaks off the download, or goes back from waiting for its installation. */
  'updates:cancel': nothing,
  /** Installs what was fetched, and opens the app again; while something is under way it waits for that. */
  'updates:install': nothing,
  /** Whether something is written in the window that is not saved: nothing is installed then. */
  'updates:unsaved': unsavedSchema
} as const

export type Channel = keyof typeof inputs & keyof Outputs
export type Input<C extends Channel> = z.input<(typeof inputs)[C]>
export type ParsedInput<C extends Channel> = z.output<(typeof inputs)[C]>
export type Output<C extends Channel> = Outputs[C]
