import { givenRuntime, removeDefaultApp } from './scripts/package/given-runtime.mjs'
import { installOnlyPackages } from './scripts/package/install-only.mjs'

// What is in the packages for Windows, macOS and Linux, and how they are made. docs/releasing.md says how to run it, and
// which environment variables sign and name the address of updates.

/** Empty is as unset: a build service passes on what it does not know as ''. */
const env = (/** @type {string} */ name) => process.env[name] || undefined

const updateUrl = env('VITRINE_UPDATE_URL')
if (updateUrl && !updateUrl.startsWith('https://'))
  throw new Error('VITRINE_UPDATE_URL must begin with https://')

/** Of packages only what Node runs, and their licenses. */
const notRun = [
  ...installOnlyPackages(),
  '**/node_modules/**/!(LICENSE|LICENCE|license|NOTICE).{md,markdown,mdx}',
  '**/node_modules/**/*.{map,ts,mts,cts,flow,html,bnf,css,svg,ico,sh,yml,yaml,gyp,gypi,c,cpp,h,tsbuildinfo}',
  '**/node_modules/**/{test,tests,__tests__,example,examples,doc,docs,benchmark,benchmarks,typings}',
  '**/node_modules/**/*.{test,spec}.js',
  '**/node_modules/**/{CNAME,eslint.config.*,rollup.config.*,webpack.config.*,.*}',
  'node_modules/axios/dist',
  'node_modules/csv-stringify/dist/{iife,umd,esm}',
  'node_modules/keytar/src',
  'node_modules/keytar/build/Release/obj.target',
  'node_modules/pino/{browser.js,build}',
  'node_modules/sharp/{src,install}'
].map((pattern) => `!${pattern}{,/**}`)

/** macOS packages are made on macOS alone, for both processors at once. */
const arch = process.platform === 'darwin' ? '@(x64|arm64)' : '${arch}'
const otherSharp = `!node_modules/@img/!(colour|sharp-\${platform}-${arch}|sharp-libvips-\${platform}-${arch}){,/**}`

/** @type {import('electron-builder').Configuration} */
export default {
  appId: 'app.vitrine.desktop',
  productName: 'Vitrine',
  copyright: 'MIT License',
  directories: { output: 'dist', buildResources: 'build' },
  // Else Electron of package.json, which electron-builder downloads.
  ...givenRuntime(env('ELECTRON_RUNTIME')),
  afterExtract: removeDefaultApp,
  artifactName: '${productName}-${version}-${os}-${arch}.${ext}',
  extraMetadata: { homepage: env('VITRINE_HOMEPAGE') ?? 'https://vitrine.invalid' },

  // Only here: a platform's own `files` would take the place of the first two.
  files: ['out/**', 'package.json', ...notRun, otherSharp],
  asar: true,
  extraResources: [
    // libvips' own license, and those of what it is made of.
    { from: 'node_modules/@img', to: 'licenses', filter: ['sharp-{libvips,win32}-*/README.md'] },
    // What an administrator runs in a database for a team.
    { from: 'electron/team/carriers/postgres/schema.sql', to: 'team/schema.sql' }
  ],
  // The system loads these from files of their own.
  asarUnpack: ['**/*.node', 'node_modules/@img/sharp-libvips-*/**', 'node_modules/@img/sharp-*/lib/**'],
  // Both native packages are N-API: what npm installed fits Electron too.
  npmRebuild: false,
  electronFuses: {
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    // There are no cookies, and their key would be one more item in the person's keychain.
    enableCookieEncryption: false,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false
  },
  // A release is to fail rather than to go out unsigned.
  forceCodeSigning: env('VITRINE_SIGN') === 'required',
  // Without an address nothing looks for updates, and the app says so. Each processor has its own list of files.
  publish: updateUrl ? [{ provider: 'generic', url: updateUrl, channel: 'latest' }] : null,

  win: {
    target: ['nsis'],
    ...(updateUrl ? { publish: [{ provider: 'generic', url: updateUrl, channel: 'latest-${arch}' }] } : {})
  },
  nsis: {
    // Asks whether it is for this person, which needs no administrator, or for everyone on the computer.
    oneClick: false,
    perMachine: false,
    selectPerMachineByDefault: false,
    allowElevation: true,
    packElevateHelper: true,
    allowToChangeInstallationDirectory: true,
    // Notes and marks outlive the app.
    deleteAppDataOnUninstall: false,
    // Makes the folder of the organization's settings, where it is for everyone on the computer.
    include: 'build/installer.nsh'
  },

  mac: {
    target: ['dmg', 'zip'],
    x64ArchFiles: '**/node_modules/@img/**',
    category: 'public.app-category.business',
    hardenedRuntime: true,
    gatekeeperAssess: false,
    entitlements: 'build/entitlements.mac.plist',
    entitlementsInherit: 'build/entitlements.mac.plist',
    darkModeSupport: true
  },

  linux: {
    target: ['AppImage', 'deb', 'rpm'],
    executableName: 'vitrine',
    category: 'Office',
    synopsis: "Review a store's product catalog",
    description: 'Review a store’s product catalog, online or on a train.',
    maintainer: env('VITRINE_MAINTAINER') ?? 'Vitrine <packages@vitrine.invalid>',
    // The window is found by the name of package.json's `desktopName`, in X11 and in Wayland.
    syncDesktopName: true,
    desktop: { entry: { Keywords: 'store;shop;catalog;products;review;' } }
  },
  deb: {
    packageCategory: 'misc',
    // What Electron's program and the native packages are linked with; electron-builder's own list lacks two without which nothing starts.
    depends: [
      ...[
        'libc6',
        'libgcc-s1',
        'libstdc++6',
        'libglib2.0-0',
        'libnspr4',
        'libnss3',
        'libdbus-1-3',
        'libexpat1'
      ],
      ...['libgtk-3-0', 'libcairo2', 'libpango-1.0-0', 'libatk1.0-0', 'libatk-bridge2.0-0', 'libatspi2.0-0'],
      ...['libx11-6', 'libxcb1', 'libxcomposite1', 'libxdamage1', 'libxext6', 'libxfixes3', 'libxrandr2'],
      ...['libasound2t64 | libasound2', 'libcups2', 'libgbm1', 'libsecret-1-0', 'libudev1', 'libxkbcommon0'],
      'xdg-utils'
    ],
    recommends: ['gnome-keyring | kwalletmanager'],
    afterInstall: 'build/linux/after-install.sh',
    afterRemove: 'build/linux/after-remove.sh'
  },
  rpm: {
    // Libraries are found by rpmbuild.
    depends: ['xdg-utils'],
    afterInstall: 'build/linux/after-install.sh',
    afterRemove: 'build/linux/after-remove.sh'
  }
}
