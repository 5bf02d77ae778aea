import type {
  Connection,
  ConnectionList,
  ConnectionTest,
  FoundStore,
  LostKey,
  RepairedAddress,
  KeychainState
} from './connection'
import type { PrefetchState, PictureFacts, PictureStorage, SavedPicture } from './picture'
import type { PreferencesState } from './preferences'
import type { Product, ProductPage } from './product'
import type { RebuildNotice, NetworkState } from './coverage'
import type { AuditState, RuleException, Finding, ScorePoint } from './audit'
import type { Facets } from './facets'
import type { DiagnosticsReport } from './diagnostics'
import type { ReviewPace, Today } from './today'
import type { UpdateState } from './updates'
import type { ConnectionReport } from './connection-check'
import type { ExportChoices, ExportState } from './export'
import type { ChangesPage, Comparison, MarkedSeen, Timeline } from './history'
import type {
  LogEntry,
  Marked,
  Review,
  MergeProgress,
  ReviewNotice,
  ReviewProgress,
  ReviewQueue,
  MergedForTeam,
  MergedReviews,
  SharedForTeam,
  SharedReviews,
  PreventedUndo,
  Undone
} from './review'
import type { BackupFolder, ReviewBackup } from './review-backup'
import type { AddedAuthorities, NetworkPreferencesState } from './network-preferences'
import type { EditCommand, MenuCommand } from './menu'
import type { SyncRun, SyncState } from './sync'
import type { PublishingState } from './publishing'
import type {
  Agreement,
  Assigned,
  Claimed,
  OwnTeam,
  ProductStanding,
  TeamPlace,
  TeamState,
  TeamTest
} from './team'
import type { ConnectionViews, ViewArrival, ViewNews } from './view'

/** What each channel answers with. */
export interface Outputs {
  'app:info': AppInfo
  'app:shown': null
  'app:menu-state': null
  'connections:list': ConnectionList
  'connections:repair-address': RepairedAddress
  'connections:test': ConnectionTest
  'connections:cancel-test': null
  'connections:save': Connection
  'connections:rename': Connection
  'connections:activate': Connection
  'connections:remove': null
  'connections:found': FoundStore[]
  'connections:lost-keys': LostKey[]
  'connections:connect-found': Connection
  'connections:remove-found': null
  'connections:retry-keychain': KeychainState
  'demo:open': Connection
  'products:page': ProductPage
  'products:of': Product[]
  'products:sizes': number[]
  'products:listed': string[]
  'products:place': number | null
  'products:facets': Facets
  'pictures:describe': PictureFacts
  'pictures:retry': null
  'pictures:address': string
  'pictures:save': SavedPicture
  'pictures:allow-host': null
  'pictures:storage': PictureStorage
  'pictures:set-limit': PictureStorage
  'pictures:clear': PictureStorage
  'pictures:prefetch': PrefetchState
  'pictures:keep': PrefetchState
  'pictures:pause-prefetch': PrefetchState
  'pictures:resume-prefetch': PrefetchState
  'preferences:get': PreferencesState
  'preferences:set': PreferencesState
  'preferences:reset': PreferencesState
  'views:get': ConnectionViews
  'views:save': null
  'views:save-named': null
  'views:news': ViewNews[]
  'views:opened': number
  'catalog:notice': RebuildNotice | null
  'catalog:warm-search': null
  'network:state': NetworkState
  'network:preferences': NetworkPreferencesState
  'network:set-proxy': NetworkPreferencesState
  'network:add-authorities': AddedAuthorities | null
  'network:remove-authority': NetworkPreferencesState
  'connection-check:run': ConnectionReport
  'connection-check:cancel': null
  'diagnostics:make': DiagnosticsReport
  'diagnostics:save': string | null
  'diagnostics:open-logs': null
  'sync:state': SyncState
  'sync:start': SyncState
  'sync:pause': SyncState
  'sync:resume': SyncState
  'sync:stop': SyncState
  'sync:answer-drop': SyncState
  'sync:schedule': SyncState
  'sync:runs': SyncRun[]
  'reviews:of': Review
  'reviews:mark': Marked
  'reviews:assign': Assigned
  'reviews:undo-assignment': Assigned
  'reviews:claim': Claimed
  'reviews:standing': ProductStanding | null
  'reviews:agreement': Agreement | null
  'reviews:note': Review
  'reviews:draft': null
  'reviews:undo': Undone | PreventedUndo | null
  'reviews:log': LogEntry[]
  'reviews:pace': ReviewPace
  'reviews:progress': ReviewProgress
  'reviews:queue': ReviewQueue | null
  'reviews:save-queue': null
  'reviews:reviewer': string
  'reviews:set-reviewer': string
  'reviews:backups': ReviewBackup[]
  'reviews:second-backups': ReviewBackup[]
  'reviews:backup-folder': BackupFolder
  'reviews:choose-backup-folder': BackupFolder | null
  'reviews:remove-backup-folder': BackupFolder
  'reviews:restore': null
  'reviews:share': SharedReviews | SharedForTeam | null
  'reviews:merge': MergedReviews | MergedForTeam | null
  'reviews:stop-merge': null
  'reviews:notice': ReviewNotice | null
  'publishing:state': PublishingState | null
  'publishing:set': null
  'team:state': TeamState | null
  'team:choose-folder': string | null
  'team:self': OwnTeam | null
  'team:preset': TeamPlace | null
  'team:test': TeamTest
  'team:create': null
  'team:join': null
  'team:exchange': null
  'team:leave': null
  'team:move': null
  'team:remove-device': null
  'team:set-policy': null
  'team:make-owner': null
  'team:share-view': { id: string }
  'team:change-view': null
  'team:stop-sharing-view': null
  'team:watch-view': null
  'team:share-rules': null
  'team:use-rules': null
  'audit:state': AuditState
  'audit:run': AuditState
  'audit:configure': AuditState
  'audit:scores': ScorePoint[]
  'audit:of': Finding[]
  'audit:twins': Product[]
  'audit:set-exception': Finding[]
  'audit:exceptions': RuleException[]
  'history:changes': ChangesPage
  'history:unseen': number
  'history:mark-seen': MarkedSeen
  'history:of': Timeline
  'history:compare': Comparison
  'export:choices': ExportChoices
  'export:start': ExportState | null
  'export:state': ExportState | null
  'export:cancel': ExportState | null
  'export:show': null
  'today:summary': Today
  'updates:state': UpdateState
  'updates:check': UpdateState
  'updates:download': UpdateState
  'updates:cancel': UpdateState
  'updates:install': UpdateState
  'updates:unsaved': UpdateState
}

/** What the main process tells the window unasked. */
export interface Events {
  /** The list of connections, or the state of a key, is not what it was: ask again. */
  'connections:changed': null
  /** The catalog of a connection holds something else than before: what is on screen is to be read again. At most 2 a second. */
  'catalog:changed': { connectionId: string }
  /** The catalog of a connection was damaged and begins anew: there is something to tell of it (`catalog:notice`). */
  'catalog:rebuilt': { connectionId: string }
  /** At most 4 a second while a sync runs. */
  'sync:changed': SyncState
  /** The named views of a connection are others than the window has said: its team has changed them. */
  'views:changed': { connectionId: string } & Pick<ConnectionViews, 'saved' | 'shared'>
  /** All watched views of a connection in which something is new, after that changed. */
  'views:news-changed': { connectionId: string; news: ViewNews[] }
  /** A sync brought something into watched views of this connection: told once for each sync. */
  'views:arrived': { connectionId: string; arrivals: ViewArrival[] }
  /** A notification of the system was clicked: what is new in this view is to be shown. */
  'views:show': { connectionId: string; view: string }
  'network:changed': NetworkState
  /** At each step of a connection check. */
  'connection-check:changed': ConnectionReport
  /** At most 2 a second. */
  'pictures:prefetch-changed': PrefetchState
  /** What the disk holds of pictures is not what it was: at most one a second while it grows. */
  'pictures:storage-changed': PictureStorage
  'reviews:backup-folder-changed': BackupFolder
  /** After each part of a merge. */
  'reviews:merge-changed': MergeProgress
  /** How it stands with a store's team is not what it was. */
  'team:changed': { connectionId: string }
  /** Marks, notes or exceptions of these products are not what they were; null: of any. */
  'reviews:changed': { connectionId: string; productIds: string[] | null }
  /** At most 4 a second while an audit runs. */
  'audit:changed': AuditState
  /** At most 4 a second while an export is under way. */
  'export:changed': ExportState
  'preferences:changed': PreferencesState
  /** How it stands with new versions of the app. */
  'updates:changed': UpdateState
  /** A command from the application menu. */
  'menu:command': { command: MenuCommand | EditCommand }
}
export type EventName = keyof Events

export interface AppInfo {
  version: string
  platform: 'win32' | 'darwin' | 'linux'
  /** The system has notifications. */
  canNotify: boolean
  /** The system's first preferred language, a BCP 47 tag. */
  locale: string
  /** Where all that the app keeps of this person is; its logs are in the folder `logs` there. */
  profileFolder: string
  /** 'electron' or, in development without Electron's runtime, 'chromium-shell'. */
  runtime: 'electron' | 'chromium-shell'
  /** Of what it runs on, as far as that tells. */
  versions: readonly { of: 'electron' | 'chromium' | 'node' | 'sqlite'; version: string }[]
}
