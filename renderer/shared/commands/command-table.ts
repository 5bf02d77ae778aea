import { t } from '../i18n'

/**
 * Where the keys of a command count. `over-large`: also over what is looked at in large. `anywhere`: everywhere but in a dialog. `beside-texts`: not while a text is edited, either.
 * `page`: nor in any other field or menu; single characters are always left to these. `own`: the page listens to the key itself, since
 * what it does depends on what has the focus there.
 */
export type Reach = 'over-large' | 'anywhere' | 'beside-texts' | 'page' | 'own'

/** Under which heading a command stands in the list of shortcuts. */
export type CommandTopic = 'app' | 'decide' | 'products' | 'review' | 'changes' | 'quality'

export interface CommandKind {
  topic: CommandTopic
  /** What it is called in the palette and in the list of shortcuts. The application menu has its own words and keys (electron/window/menu). */
  words: () => string
  /** Other words that people look for it by. */
  also?: () => string
  /** A list is called so, too: the palette has that first. */
  isListName?: boolean
  /** As `shownKeys` reads them; the first is the one that is shown. */
  keys?: readonly string[]
  reach?: Reach
  /** It runs again while its key is held down. */
  repeats?: boolean
  /** The palette does not list it: it is there to open that, or does what another command does by another key. */
  hidden?: boolean
  /** It leads to a page. */
  isPlace?: boolean
}

const app = 'app' as const
const products = 'products' as const
const review = 'review' as const
/** A product, on every page that has one at hand. */
const decide = 'decide' as const

/** The keys of the first views in the sidebar. */
export const viewKeys = ['Mod+6', 'Mod+7', 'Mod+8', 'Mod+9'] as const

const viewCommand = (at: 0 | 1 | 2 | 3): CommandKind => ({
  topic: app,
  words: () => t('commands.goView', { number: at + 1 }),
  keys: [viewKeys[at]],
  reach: 'anywhere',
  // Views are listed by their names already.
  hidden: true
})
const viewCommands = {
  'view-1': viewCommand(0),
  'view-2': viewCommand(1),
  'view-3': viewCommand(2),
  'view-4': viewCommand(3)
} satisfies Record<string, CommandKind>

const markCommand = (words: () => string, key: string): CommandKind => ({
  topic: decide,
  words,
  also: () => t('palette.verb'),
  keys: [key],
  reach: 'own'
})

/**
 * Everything that a person can tell the app, whatever can be done just now. A page says what a command does while it is shown
 * (`useCommands`); keys, the palette and the list of shortcuts read it from here.
 */
export const commandTable = {
  palette: {
    topic: app,
    words: () => t('commands.palette'),
    keys: ['Mod+K'],
    reach: 'anywhere',
    hidden: true
  },
  'go-today': {
    topic: app,
    isPlace: true,
    words: () => t('commands.goToday'),
    keys: ['Mod+1'],
    reach: 'anywhere'
  },
  'go-products': {
    topic: app,
    isPlace: true,
    words: () => t('commands.goProducts'),
    keys: ['Mod+2'],
    reach: 'anywhere'
  },
  'go-review': {
    topic: app,
    isPlace: true,
    words: () => t('commands.goReview'),
    keys: ['Mod+3'],
    reach: 'anywhere'
  },
  'go-changes': {
    topic: app,
    isPlace: true,
    words: () => t('commands.goChanges'),
    keys: ['Mod+4'],
    reach: 'anywhere'
  },
  'go-quality': {
    topic: app,
    isPlace: true,
    words: () => t('commands.goQuality'),
    also: () => t('palette.also.quality'),
    keys: ['Mod+5'],
    reach: 'anywhere'
  },
  'go-team': {
    topic: app,
    isPlace: true,
    words: () => t('team.go'),
    also: () => t('palette.also.assign'),
    keys: ['Mod+Shift+T'],
    reach: 'anywhere'
  },
  ...viewCommands,
  'go-stores': {
    topic: app,
    isPlace: true,
    words: () => t('layout.manage'),
    also: () => t('palette.also.stores')
  },
  'new-connection': {
    topic: app,
    words: () => t('commands.newConnection'),
    also: () => t('palette.also.connect'),
    keys: ['Mod+N'],
    reach: 'anywhere'
  },
  settings: { topic: app, words: () => t('commands.settings'), keys: ['Mod+,'], reach: 'anywhere' },
  find: { topic: app, words: () => t('commands.find'), keys: ['Mod+F'], reach: 'anywhere' },
  sync: {
    topic: app,
    words: () => t('commands.sync'),
    keys: ['Mod+R', 'F5', 'Mod+Shift+R'],
    reach: 'over-large'
  },
  'pause-sync': { topic: app, words: () => t('commands.pauseSync') },
  'resume-sync': { topic: app, words: () => t('commands.resumeSync') },
  'stop-sync': { topic: app, words: () => t('commands.stopSync') },
  undo: {
    topic: app,
    words: () => t('commands.undo'),
    also: () => t('palette.also.undo'),
    keys: ['Mod+Z'],
    reach: 'beside-texts'
  },
  redo: {
    topic: app,
    words: () => t('commands.redo'),
    also: () => t('palette.also.redo'),
    keys: ['Mod+Shift+Z', 'Mod+Y'],
    reach: 'beside-texts'
  },
  'toggle-sidebar': { topic: app, words: () => t('commands.sidebar'), keys: ['Mod+B'], reach: 'anywhere' },
  'next-region': {
    topic: app,
    words: () => t('commands.nextRegion'),
    keys: ['F6'],
    reach: 'anywhere',
    hidden: true
  },
  'previous-region': {
    topic: app,
    words: () => t('commands.previousRegion'),
    keys: ['Shift+F6'],
    reach: 'anywhere',
    hidden: true
  },
  // The palette lists the parts of the settings.
  pictures: { topic: app, words: () => t('commands.pictures'), hidden: true },
  reviews: { topic: app, words: () => t('sharing.button'), also: () => t('palette.also.sharing') },
  help: { topic: app, words: () => t('commands.help'), keys: ['F1'], reach: 'anywhere' },
  shortcuts: { topic: app, words: () => t('commands.shortcuts'), keys: ['Mod+/'], reach: 'anywhere' },
  'review-keys': {
    topic: app,
    words: () => t('commands.pageKeys'),
    keys: ['?'],
    reach: 'page',
    hidden: true
  },
  tour: { topic: app, words: () => t('commands.tour') },
  'check-connection': { topic: app, words: () => t('commands.checkConnection') },
  about: { topic: app, words: () => t('commands.about') },

  'next-page': {
    topic: products,
    words: () => t('commands.nextPage'),
    keys: ['Mod+ArrowRight'],
    reach: 'page',
    repeats: true
  },
  'previous-page': {
    topic: products,
    words: () => t('commands.previousPage'),
    keys: ['Mod+ArrowLeft'],
    reach: 'page',
    repeats: true
  },
  'first-page': { topic: products, words: () => t('commands.firstPage') },
  'last-page': { topic: products, words: () => t('commands.lastPage') },
  'toggle-details': { topic: products, words: () => t('commands.details'), keys: ['D'], reach: 'own' },
  'select-all': {
    topic: products,
    words: () => t('commands.selectAll'),
    keys: ['Mod+A'],
    reach: 'beside-texts'
  },
  'clear-selection': { topic: products, words: () => t('selection.clear'), keys: ['Escape'], reach: 'own' },
  assign: { topic: products, words: () => t('team.assign.button'), also: () => t('palette.also.assign') },
  export: {
    topic: products,
    words: () => t('commands.export'),
    also: () => t('palette.also.export'),
    keys: ['Mod+E'],
    reach: 'anywhere'
  },
  'export-selection': { topic: products, words: () => t('commands.exportSelection') },
  filters: {
    topic: products,
    words: () => t('commands.filters'),
    keys: ['F', 'Mod+Shift+F'],
    reach: 'anywhere'
  },
  'clear-filters': { topic: products, words: () => t('commands.clearFilters') },
  'save-view': {
    topic: products,
    words: () => t('filters.views.save'),
    also: () => t('palette.also.saveView')
  },
  'review-these': { topic: products, words: () => t('reviewSession.queue.fromList') },
  // Of two looks the palette has the one that is not shown: the other's words find it too, to lead back.
  'toggle-layout': {
    topic: products,
    words: () => t('commands.layout'),
    keys: ['V'],
    reach: 'page',
    hidden: true
  },
  'as-table': { topic: products, words: () => t('commands.asTable'), also: () => t('commands.layout') },
  'as-gallery': {
    topic: products,
    words: () => t('commands.asGallery'),
    also: () => `${t('commands.layout')} ${t('palette.also.gallery')}`
  },
  'as-pages': { topic: products, words: () => t('commands.asPages'), also: () => t('commands.asOneList') },
  'as-one-list': { topic: products, words: () => t('commands.asOneList'), also: () => t('commands.asPages') },
  columns: { topic: products, words: () => t('table.view.tip'), also: () => t('palette.also.columns') },
  compact: { topic: products, words: () => t('commands.compact'), also: () => t('commands.comfortable') },
  comfortable: { topic: products, words: () => t('commands.comfortable'), also: () => t('commands.compact') },
  'show-picture': { topic: products, words: () => t('pictures.command.open'), keys: ['P'], reach: 'own' },
  compare: { topic: products, words: () => t('commands.compare'), keys: ['Shift+C'], reach: 'own' },

  approved: markCommand(() => t('reviewSession.help.approved'), 'A'),
  'needs-work': {
    ...markCommand(() => t('reviewSession.help.needs-work'), 'W'),
    isListName: true
  },
  ignored: markCommand(() => t('reviewSession.help.ignored'), 'I'),
  unreviewed: markCommand(() => t('reviewSession.help.unreviewed'), 'C'),
  'add-exception': {
    topic: 'quality',
    words: () => t('quality.exception.button'),
    keys: ['E'],
    reach: 'own'
  },
  'undo-mark': {
    topic: decide,
    words: () => t('reviewSession.help.undo'),
    keys: ['U'],
    reach: 'own',
    hidden: true
  },
  note: { topic: decide, words: () => t('reviewSession.help.note'), keys: ['N'], reach: 'own' },
  seen: { topic: 'changes', words: () => t('commands.seen'), keys: ['S'], reach: 'own' },
  'next-product': { topic: review, words: () => t('reviewSession.help.next'), keys: ['J'], reach: 'own' },
  'previous-product': {
    topic: review,
    words: () => t('reviewSession.help.previous'),
    keys: ['K'],
    reach: 'own'
  },
  'search-queue': {
    topic: review,
    words: () => t('reviewSession.help.search'),
    keys: ['/'],
    reach: 'own',
    hidden: true
  },
  'zoom-picture': { topic: review, words: () => t('reviewSession.help.zoom'), keys: ['Z'], reach: 'own' },
  'picture-alone': { topic: review, words: () => t('reviewSession.help.stage'), keys: ['F'], reach: 'own' },
  'queue-grid': { topic: review, words: () => t('reviewSession.help.grid'), keys: ['G'], reach: 'own' },
  'queue-strip': { topic: review, words: () => t('reviewSession.help.strip'), keys: ['T'], reach: 'own' }
} satisfies Record<string, CommandKind>

export type CommandId = keyof typeof commandTable

/** All of them, in the order in which they are listed. */
export const commandIds = Object.keys(commandTable).filter(isCommand)

function isCommand(id: string): id is CommandId {
  return Object.hasOwn(commandTable, id)
}

/** What is known of a command, whatever it does just now. */
export function commandKind(id: CommandId): CommandKind {
  return commandTable[id]
}
