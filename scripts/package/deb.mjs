import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync
} from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { inRoot } from '../paths.mjs'

/** @typedef {import('./fpm.mjs').FpmValues} FpmValues */

/**
 * Makes a Debian package of a tree of files, with what Debian's policy wants in it: copyright, changelog, checksums, and a reason for
 * each thing that its linter would report. Throws with dpkg-deb's words when that fails.
 * @param {FpmValues} values
 * @param {string} tree
 */
export function makeDeb(values, tree) {
  const documents = join(tree, 'usr', 'share', 'doc', values.name)
  write(join(documents, 'copyright'), copyright(values))
  write(join(documents, 'changelog.gz'), gzipSync(changelog(values), { level: 9 }))
  const overrides = join(tree, 'usr', 'share', 'lintian', 'overrides', values.name)
  write(overrides, readFileSync(inRoot('build', 'linux', 'lintian-overrides')))
  const files = filesUnder(tree)
  const kibibytes = files.reduce((sum, file) => sum + Math.ceil(statSync(join(tree, file)).size / 1024), 0)
  const folder = join(tree, 'DEBIAN')
  write(join(folder, 'md5sums'), files.map((file) => `${md5(join(tree, file))}  ${file}\n`).join(''))
  write(join(folder, 'control'), control(values, kibibytes))
  for (const [script, source] of Object.entries(maintainerScripts(values))) {
    copyFileSync(source, join(folder, script))
    chmodSync(join(folder, script), 0o755)
  }
  const { status, stderr, error } = spawnSync(
    'dpkg-deb',
    ['--root-owner-group', ...compression(values), '--build', tree, values.package],
    { encoding: 'utf8' }
  )
  if (status !== 0) throw new Error(`dpkg-deb failed. ${error?.message ?? stderr}`)
}

/**
 * Small for people, which takes minutes; `gz` is quick, for tests.
 * @param {FpmValues} values
 */
const compression = (values) => (values['deb-compression'] === 'gz' ? ['-Zgzip', '-z1'] : ['-Zxz'])

/** @param {FpmValues} values */
const maintainerScripts = (values) => ({ postinst: values['after-install'], postrm: values['after-remove'] })

/**
 * @param {FpmValues} values
 * @param {number} kibibytes
 */
function control(values, kibibytes) {
  const [synopsis = '', ...long] = values.description.split('\n').map((line) => line.trim())
  const fields = [
    ['Package', values.name],
    ['Version', values.version],
    ['Architecture', values.architecture],
    ['Maintainer', values.maintainer],
    ['Installed-Size', String(kibibytes)],
    ['Depends', values.depends?.join(', ')],
    ['Recommends', values['deb-recommends']?.join(', ')],
    ['Section', values.category],
    ['Priority', values['deb-priority']],
    ['Homepage', values.url],
    ['Description', [synopsis, ...long.map((line) => ` ${line}`)].join('\n')]
  ]
  return fields.flatMap(([name, value]) => (value ? [`${name}: ${value}\n`] : [])).join('')
}

/** @param {FpmValues} values */
function copyright({ name, vendor, url }) {
  const license = readFileSync(inRoot('LICENSE'), 'utf8').trim()
  const text = license.split('\n').map((line) => ` ${line.trim() || '.'}`)
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: ${name}
Upstream-Contact: ${vendor}
Source: ${url}
Comment: Electron's license and those of what is in it are in LICENSE.electron.txt and
 LICENSES.chromium.html beside the program, those of the image library in its
 folder resources/licenses, and those of the packages that the app uses within
 the app itself: Help, About Vitrine.

Files: *
Copyright: ${/Copyright \(c\) (.*)/.exec(license)?.[1] ?? vendor}
License: Expat

License: Expat
${text.join('\n')}
`
}

/** @param {FpmValues} values */
function changelog({ name, version, maintainer, url }) {
  const seconds = Number(process.env.SOURCE_DATE_EPOCH ?? Math.floor(Date.now() / 1000))
  const date = new Date(seconds * 1000).toUTCString().replace('GMT', '+0000')
  return `${name} (${version}) stable; urgency=medium\n\n  * What is new stands at ${url}.\n\n -- ${maintainer}  ${date}\n`
}

/**
 * @param {string} folder
 * @returns {string[]} paths from there
 */
function filesUnder(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => lstatSync(join(folder, path)).isFile())
    .sort()
}

/** @param {string} file */
const md5 = (file) => createHash('md5').update(readFileSync(file)).digest('hex')

/**
 * @param {string} file
 * @param {string | Buffer} content
 */
function write(file, content) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}
