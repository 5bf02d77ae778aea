#!/usr/bin/env node
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { inRoot } from '../paths.mjs'
import { makeDeb } from './deb.mjs'
import { makeRpm } from './rpm.mjs'

// electron-builder makes deb and rpm with fpm, which it downloads. This understands the same arguments, and has Debian's and
// Fedora's own programs make the package: no download, and what their linters ask for is in it. The variable CUSTOM_FPM_PATH
// leads electron-builder here.

const text = /** @type {const} */ ({ type: 'string', default: '' })
const list = /** @type {const} */ ({ type: 'string', multiple: true })
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'input-type': { type: 'string', short: 's', default: '' },
    'output-type': { type: 'string', short: 't', default: '' },
    force: { type: 'boolean' },
    depends: { ...list, short: 'd' },
    'deb-recommends': list,
    'deb-compression': text,
    'deb-priority': text,
    'rpm-os': text,
    'rpm-compression': text,
    'rpm-summary': text,
    architecture: text,
    'after-install': text,
    'after-remove': text,
    description: text,
    version: text,
    package: text,
    name: text,
    maintainer: text,
    vendor: text,
    url: text,
    license: text,
    category: text
  }
})

/** @typedef {typeof values} FpmValues */

// Whatever the umask of whoever makes it.
process.umask(0o022)

const makers = { deb: makeDeb, rpm: makeRpm }
const kind = values['output-type']
if (values['input-type'] !== 'dir' || (kind !== 'deb' && kind !== 'rpm'))
  throw new Error(`Only deb and rpm are made here, of a folder, not ${kind} of ${values['input-type']}.`)

const work = mkdtempSync(join(tmpdir(), 'vitrine-package-'))
try {
  const tree = join(work, 'tree')
  for (const pair of positionals) place(tree, pair)
  addCommand(tree, values.name)
  normalize(tree)
  makers[kind](values, tree, work)
} finally {
  rmSync(work, { recursive: true, force: true })
}

/**
 * Copies what fpm would: `FILE=/WHERE`, or `FOLDER/=/WHERE` for what is in it.
 * @param {string} tree
 * @param {string} pair
 */
function place(tree, pair) {
  const [from = '', to = ''] = pair.split('=')
  if (from === '' || !to.startsWith('/')) throw new Error(`Not FILE=/WHERE: ${pair}`)
  mkdirSync(dirname(join(tree, to)), { recursive: true })
  cpSync(from, join(tree, to), { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
}

/**
 * What is typed in a terminal, and its manual page. electron-builder's own scripts would make the link while the package is
 * installed, so that nothing knows whose it is.
 * @param {string} tree
 * @param {string} name
 */
function addCommand(tree, name) {
  const program = readdirSync(join(tree, 'opt')).map((folder) => join('/opt', folder, name))[0]
  if (program === undefined) throw new Error('There is no program in /opt.')
  mkdirSync(join(tree, 'usr', 'bin'), { recursive: true })
  symlinkSync(program, join(tree, 'usr', 'bin', name))
  const manual = join(tree, 'usr', 'share', 'man', 'man1')
  mkdirSync(manual, { recursive: true })
  writeFileSync(
    join(manual, `${name}.1.gz`),
    gzipSync(readFileSync(inRoot('build', 'linux', `${name}.1`)), { level: 9 })
  )
}

/**
 * Everybody may read, nobody but root may write, whoever made the package and with whichever umask.
 * @param {string} path
 */
function normalize(path) {
  const stat = lstatSync(path)
  if (stat.isSymbolicLink()) return
  if (!stat.isDirectory()) {
    // Libraries are loaded, not run.
    const runs = (stat.mode & 0o111) !== 0 && !/\.(so(\.\d+)*|node)$/.test(path)
    chmodSync(path, runs ? 0o755 : 0o644)
    return
  }
  chmodSync(path, 0o755)
  for (const name of readdirSync(path)) normalize(join(path, name))
}
