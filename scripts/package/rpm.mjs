import { spawnSync } from 'node:child_process'
import { copyFileSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** @typedef {import('./fpm.mjs').FpmValues} FpmValues */

/**
 * Makes an rpm of a tree of files. Throws with rpmbuild's words when that fails.
 * @param {FpmValues} values
 * @param {string} tree
 * @param {string} work an empty folder for rpmbuild
 */
export function makeRpm(values, tree, work) {
  const specification = join(work, 'vitrine.spec')
  writeFileSync(specification, spec(values, tree))
  const macros = {
    _topdir: join(work, 'rpmbuild'),
    _rpmdir: work,
    _build_name_fmt: 'made.rpm',
    // Small for people, which takes minutes; `gzip` is quick, for tests.
    _binary_payload: values['rpm-compression'] === 'gzip' ? 'w1.gzdio' : 'w6T0.xzdio',
    // No second look at binaries that others built: no stripping, no packages of symbols.
    __os_install_post: '%{nil}',
    _build_id_links: 'none'
  }
  const defines = Object.entries(macros).flatMap(([name, value]) => ['--define', `${name} ${value}`])
  const target = ['--target', `${values.architecture}-linux`]
  const { status, stdout, stderr, error } = spawnSync(
    'rpmbuild',
    ['-bb', ...target, '--buildroot', tree, ...defines, specification],
    { encoding: 'utf8' }
  )
  if (status !== 0) throw new Error(`rpmbuild failed. ${error?.message ?? `${stdout}${stderr}`}`)
  copyFileSync(join(work, 'made.rpm'), values.package)
}

/**
 * @param {FpmValues} values
 * @param {string} tree
 */
function spec(values, tree) {
  const header = [
    ['Name', values.name],
    // A dash is the sign between version and release.
    ['Version', values.version.replaceAll('-', '_')],
    ['Release', '1'],
    ['Summary', values['rpm-summary']],
    ['License', values.license],
    ['Vendor', values.vendor],
    ['Packager', values.maintainer],
    ['URL', values.url],
    ['AutoProv', 'no'],
    // By the names of libraries, which are the same in every distribution, but for those that the package brings.
    ['AutoReq', 'yes'],
    ...(values.depends ?? []).map((name) => ['Requires', name])
  ]
  const script = (/** @type {string} */ file) => readFileSync(file, 'utf8').replaceAll('%', '%%')
  return `%global __requires_exclude ^(${ownLibraries(tree).join('|')})
${header.map(([name, value]) => `${name}: ${value}\n`).join('')}
%description
${values.description}

%post -p /bin/bash
${script(values['after-install'])}

%postun -p /bin/bash
# An update removes the former version last, when the new one is in its place already.
if [ "$1" -gt 0 ]; then exit 0; fi
${script(values['after-remove'])}

%files
%defattr(-, root, root, -)
${owned(tree).join('\n')}
`
}

/**
 * @param {string} tree
 * @returns {string[]} regular expressions of their names
 */
function ownLibraries(tree) {
  const names = readdirSync(tree, { recursive: true, encoding: 'utf8' }).map((path) => basename(path))
  return names.filter((name) => /\.so(\.\d+)*$/.test(name)).map((name) => name.replaceAll('.', '\\\\.'))
}

/**
 * The package's own folders, whole, and its files in the folders of others.
 * @param {string} tree
 * @returns {string[]} lines of `%files`
 */
function owned(tree, folder = '/') {
  return readdirSync(join(tree, folder)).flatMap((/** @type {string} */ name) => {
    const path = join(folder, name)
    const isShared = /^\/(opt$|usr(\/|$))/.test(path) && lstatSync(join(tree, path)).isDirectory()
    return isShared ? owned(tree, path) : [`"${path}"`]
  })
}
