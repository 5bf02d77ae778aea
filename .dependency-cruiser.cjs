// Who may import whom: design of the folders, enforced. A rule's name says what it forbids.

/** Node's own modules, however they are written. */
const core = { dependencyTypes: ['core'] }
/** @param {string} name a package's name @returns {string} its files, wherever npm put them */
const npm = (name) => `(^|/)node_modules/${name}/`

const features =
  '^electron/(alerts|connections|catalog|sync|images|reviews|quality|history|export|headless|demo|settings|network|connection-check|diagnostics|updates|today|publishing)/'
/** What everything else stands on: none of it knows a feature. */
const base = '^electron/(api|async|bytes|credentials|database|files|log)/'
const threadRooms =
  '^electron/(database/|catalog/(db|write|read|sort|search)/|images/disk/|reviews/(db|write|read|recovery|sharing|team)/|(quality|history|export|publishing)/worker/)'
/** What is loaded in threads, with their protocols, which name what passes between them. */
const threadFiles = `${threadRooms}|^electron/[^/]+/(protocol|reader|writer)\\.ts$`
const electronUsers =
  '^electron/((main|start|start-headless)\\.ts|preload\\.ts|ipc/|window/|log/log\\.ts|app/paths\\.ts)'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      comment:
        'Two modules that need each other are one module, or three. Types alone may refer to each other.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: ['\\.d\\.ts$', '^tests/'] },
      to: {}
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?(nodeWorker|modulePath|raw|url)|^virtual:' }
    },
    {
      name: 'app-does-not-import-tests-or-scripts',
      severity: 'error',
      from: { path: '^(electron|renderer)/' },
      to: { path: '^(tests|scripts)/' }
    },

    {
      name: 'contract-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^electron/contract/' },
      to: { path: '^(electron|renderer)/', pathNot: '^electron/contract/' }
    },
    {
      name: 'contract-knows-no-node',
      severity: 'error',
      from: { path: '^electron/contract/' },
      to: core
    },
    {
      name: 'contract-needs-only-zod',
      severity: 'error',
      from: { path: '^electron/contract/' },
      to: { path: npm(''), pathNot: npm('zod') }
    },

    {
      name: 'renderer-imports-itself-and-contract',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^electron/', pathNot: '^electron/contract/' }
    },
    {
      name: 'renderer-knows-no-node',
      severity: 'error',
      from: { path: '^renderer/' },
      to: core
    },
    {
      name: 'shared-knows-no-feature',
      severity: 'error',
      from: { path: '^renderer/(shared|bridge)/' },
      to: { path: '^renderer/(features|app)/' }
    },
    {
      name: 'features-do-not-know-the-frame',
      severity: 'error',
      from: { path: '^renderer/features/' },
      to: { path: '^renderer/app/' }
    },
    {
      name: 'features-meet-at-their-index',
      comment: 'What a feature gives to others stands in its index.ts; the rest is its own.',
      severity: 'error',
      from: { path: '^renderer/features/([^/]+)/' },
      to: {
        path: '^renderer/features/',
        pathNot: ['^renderer/features/$1/', '^renderer/features/[^/]+/index\\.ts$']
      }
    },
    {
      name: 'a-feature-does-not-import-its-own-index',
      severity: 'error',
      from: { path: '^renderer/features/([^/]+)/' },
      to: { path: '^renderer/features/$1/index\\.ts$' }
    },
    {
      name: 'no-circles-between-features',
      comment: 'What two features need lies in a third, or in shared.',
      scope: 'folder',
      severity: 'error',
      from: { path: '^renderer/features/[^/]+$' },
      to: { circular: true, path: '^renderer/features/[^/]+$' }
    },
    {
      name: 'no-circles-between-rooms',
      comment: 'The folders of the main process, and those of the window, know each other one way.',
      scope: 'folder',
      severity: 'error',
      from: { path: '^electron/[^/]+$' },
      to: { circular: true, path: '^electron/[^/]+$' }
    },
    {
      name: 'bridge-imports-only-contract',
      severity: 'error',
      from: { path: '^renderer/bridge/' },
      to: { path: '^renderer/', pathNot: '^renderer/bridge/' }
    },
    {
      name: 'components-do-not-call-the-bridge',
      severity: 'error',
      from: { path: '^renderer/.*\\.vue$|^renderer/shared/format/', pathNot: '^renderer/app/App\\.vue$' },
      to: { path: '^renderer/bridge/' }
    },

    {
      name: 'nothing-imports-main',
      severity: 'error',
      from: { path: '^electron/' },
      to: { path: '^electron/(main|preload)\\.ts$' }
    },
    {
      name: 'only-main-knows-ipc-and-window',
      comment: 'Features know neither who calls their handlers nor that there is a window.',
      severity: 'error',
      from: { path: '^electron/', pathNot: '^electron/((main|start|start-headless)\\.ts|ipc/|window/)' },
      to: { path: '^electron/(ipc|window)/' }
    },
    {
      name: 'features-do-not-import-app',
      comment: 'The app puts features together and hands each what it needs; windows may name its types.',
      severity: 'error',
      from: { path: '^electron/', pathNot: '^electron/((main|start|start-headless)\\.ts|app/|window/)' },
      to: { path: '^electron/app/' }
    },
    {
      name: 'windows-know-only-types-of-the-app',
      severity: 'error',
      from: { path: '^electron/(ipc|window)/' },
      to: { path: '^electron/app/', dependencyTypesNot: ['type-only'] }
    },
    {
      name: 'features-meet-at-their-index',
      comment: 'Threads read databases of other features; what runs there goes by the rules of its room.',
      severity: 'error',
      from: { path: features, pathNot: threadFiles },
      to: {
        path: features,
        pathNot: [
          '^electron/$1/',
          '^electron/[^/]+/(index|types|protocol)\\.ts$',
          '^electron/catalog/(content-fingerprint|history-types)\\.ts$'
        ]
      }
    },
    {
      name: 'features-are-known-by-their-index',
      severity: 'error',
      from: {
        path: '^electron/(start(-headless)?\\.ts|app/|ipc/|window/)',
        pathNot: '^electron/app/(thread-files|catalog-reader|catalog-writer)\\.ts$'
      },
      to: { path: features, pathNot: '^electron/[^/]+/(index|types)\\.ts$' }
    },
    {
      name: 'what-all-stands-on-knows-no-feature',
      severity: 'error',
      from: { path: base },
      to: { path: features }
    },
    {
      name: 'electron-stays-at-the-edges',
      severity: 'error',
      from: { path: '^(electron|renderer)/', pathNot: electronUsers },
      to: { path: npm('electron'), dependencyTypesNot: ['type-only'] }
    },
    {
      name: 'keytar-only-in-credentials',
      severity: 'error',
      from: { path: '^(electron|renderer)/', pathNot: '^electron/credentials/' },
      to: { path: npm('keytar') }
    },
    {
      name: 'axios-only-in-the-http-client',
      severity: 'error',
      from: { path: '^(electron|renderer)/', pathNot: '^electron/api/' },
      to: { path: npm('axios') }
    },
    {
      name: 'sharp-only-in-the-decoder',
      comment: 'In the main process libvips and GTK would share one GLib, and break it (fault 120).',
      severity: 'error',
      from: { path: '^(electron|renderer)/', pathNot: '^electron/images/decode/raster\\.ts$' },
      to: { path: npm('sharp') }
    },
    {
      name: 'decoder-only-in-its-own-process',
      severity: 'error',
      from: { path: '^(electron|renderer)/', pathNot: '^electron/images/decode/decoder-process\\.ts$' },
      to: { path: '^electron/images/decode/raster\\.ts$' }
    },
    {
      name: 'decoder-process-is-forked',
      comment: 'By its file, `?modulePath`, which is all that thread-files.ts takes of it.',
      severity: 'error',
      from: { path: '^(electron|renderer)/', pathNot: '^electron/app/thread-files\\.ts$' },
      to: { path: '^electron/images/decode/decoder-process\\.ts$', dependencyTypesNot: ['type-only'] }
    },
    {
      name: 'updater-only-where-it-is-loaded',
      severity: 'error',
      from: { path: '^(electron|renderer)/', pathNot: '^electron/window/updates/load-updater\\.ts$' },
      to: { path: npm('electron-updater'), dependencyTypesNot: ['type-only'] }
    },
    {
      name: 'sqlite-only-in-the-workers',
      severity: 'error',
      from: { path: '^(electron|renderer)/', pathNot: threadRooms },
      to: { path: '^(node:)?sqlite$' }
    }
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.(css|svg|png|webp|woff2|json)$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'electron/tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.mjs', '.js', '.cjs', '.vue', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types']
    }
  }
}
