import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** @typedef {'build' | 'app' | 'session' | 'display' | 'packages' | 'desktop' | 'database' | 'file servers'} Need */

const lists = '/var/lib/apt/lists'
/** Where the Chromium shell looks too. */
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * What a need is made of: the Debian package, and how to see that the machine has it already, perhaps from elsewhere.
 * @type {Record<Need, { name: string, present: () => boolean }[]>}
 */
const requirements = {
  // keytar is compiled where its prebuilt binary cannot be downloaded.
  build: [
    { name: 'g++', present: () => onPath('g++', 'c++', 'clang++') },
    { name: 'make', present: () => onPath('make') },
    { name: 'python3', present: () => onPath('python3') },
    { name: 'pkg-config', present: () => onPath('pkg-config') },
    { name: 'libsecret-1-dev', present: () => succeeds('pkg-config', ['--exists', 'libsecret-1']) }
  ],
  // The Chromium shell's window; its libraries are also those that Electron's runtime loads.
  app: [
    { name: 'chromium', present: () => Boolean(process.env.VITRINE_CHROMIUM) || onPath(...browsers) },
    // Product names come in any script; these are the small ones among Debian's fonts.
    { name: 'fonts-dejavu-core', present: () => existsSync('/usr/share/fonts/truetype/dejavu') },
    {
      name: 'fonts-droid-fallback',
      present: () =>
        existsSync('/usr/share/fonts/truetype/droid') || existsSync('/usr/share/fonts/opentype/noto')
    }
  ],
  // The keychain that tests use: a session bus and a keyring of their own.
  session: [
    { name: 'dbus', present: () => onPath('dbus-daemon') && onPath('dbus-send') },
    { name: 'gnome-keyring', present: () => onPath('gnome-keyring-daemon') }
  ],
  display: [
    { name: 'xvfb', present: () => onPath('Xvfb') },
    { name: 'xauth', present: () => onPath('xauth') }
  ],
  // What deb and rpm are made by.
  packages: [
    { name: 'dpkg', present: () => onPath('dpkg-deb') },
    { name: 'rpm', present: () => onPath('rpmbuild') }
  ],
  // A person's hands and eyes before an installed app: keys, a picture of the screen, whose window is which; and what judges a deb.
  desktop: [
    { name: 'xdotool', present: () => onPath('xdotool') },
    { name: 'scrot', present: () => onPath('scrot') },
    { name: 'x11-utils', present: () => onPath('xprop') },
    { name: 'desktop-file-utils', present: () => onPath('desktop-file-validate') },
    { name: 'lintian', present: () => onPath('lintian') }
  ],
  // Where a team's segments go; tests start servers of their own, and need nothing but the programs.
  database: [
    {
      name: 'postgresql',
      present: () => onPath('postgres') || hasInside('/usr/lib/postgresql', 'bin/postgres')
    }
  ],
  'file servers': [
    { name: 'apache2-bin', present: () => onPath('apache2') },
    { name: 'nginx', present: () => onPath('nginx') },
    {
      name: 'libnginx-mod-http-dav-ext',
      present: () => existsSync('/usr/lib/nginx/modules/ngx_http_dav_ext_module.so')
    },
    { name: 'samba', present: () => onPath('smbd') },
    // A share is mounted by these: the kernel's own way is not in every kernel, and is root's alone.
    { name: 'smbnetfs', present: () => onPath('smbnetfs') },
    { name: 'fuse3', present: () => onPath('fusermount3') }
  ]
}

/**
 * Installs the system packages that are missing, where that is possible without a question: Debian and its kin, as root.
 * Elsewhere on Linux it prints what to install. Never fails: what is missing shows where it is needed.
 * @param {Need[]} needs
 * @returns {boolean} whether something was installed
 */
export function installSystemPackages(needs) {
  const missing = missingPackages(needs)
  if (missing.length === 0) return false
  const line = `apt-get install -y --no-install-recommends ${missing.join(' ')}`
  if (!existsSync('/etc/debian_version') || !onPath('apt-get')) {
    console.log(`Missing on this machine, by their Debian names: ${missing.join(' ')}. Please install them.`)
    return false
  }
  if (process.getuid?.() !== 0) {
    console.log(`Missing on this machine. Please run: sudo ${line}`)
    return false
  }
  console.log(`Installing system packages: ${missing.join(' ')}`)
  if (!hasLists()) apt(['update'])
  if (install(missing) || (apt(['update']) && install(missing))) return true
  // One package that this distribution does not have must not keep the others away.
  const failed = missing.filter((name) => !install([name]))
  if (failed.length > 0) console.log(`Could not be installed: ${failed.join(' ')}. Going on without.`)
  return failed.length < missing.length
}

/** Whether system packages can be installed without a question: Debian and its kin, as root. */
export const mayInstall = () =>
  existsSync('/etc/debian_version') && onPath('apt-get') && process.getuid?.() === 0

/**
 * The Debian names of what a need still lacks; none on other systems than Linux.
 * @param {Need[]} needs
 */
export const missingPackages = (needs) =>
  (process.platform === 'linux' ? needs : [])
    .flatMap((need) => requirements[need])
    .filter(({ present }) => !present())
    .map(({ name }) => name)

/** @param {string[]} names */
const install = (names) => apt(['install', '-y', '--no-install-recommends', ...names])

/** @param {string[]} args */
function apt(args) {
  const quiet = ['-qq', '-o', 'Dpkg::Use-Pty=0', '-o', 'DPkg::Lock::Timeout=120']
  const { status, stdout, stderr } = spawnSync('apt-get', [...quiet, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  })
  if (status !== 0) console.log(lastLines(`${stdout}${stderr}`))
  return status === 0
}

/** @param {string} text */
const lastLines = (text) => text.trim().split('\n').slice(-5).join('\n')

const hasLists = () => existsSync(lists) && readdirSync(lists).some((name) => name.includes('_Packages'))

/**
 * @param {string} command
 * @param {string[]} args
 */
const succeeds = (command, args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0

/**
 * @param {string} folder has one for each version
 * @param {string} path in any of these
 */
const hasInside = (folder, path) =>
  existsSync(folder) && readdirSync(folder).some((name) => existsSync(join(folder, name, path)))

/** @param {string[]} names any of which will do */
function onPath(...names) {
  const folders = `${process.env.PATH ?? ''}${delimiter}/usr/sbin${delimiter}/sbin`.split(delimiter)
  return folders.some((folder) => names.some((name) => existsSync(join(folder, name))))
}
