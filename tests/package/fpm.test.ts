import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'vitrine-fpm-'))
const read = (program: string, ...args: string[]): string => execFileSync(program, args, { encoding: 'utf8' })

/** A folder as electron-builder leaves it, made by somebody who keeps files to themselves. */
function writeApp(app: string): void {
  mkdirSync(join(app, 'resources'), { recursive: true, mode: 0o700 })
  // A program that is linked with something.
  copyFileSync('/bin/true', join(app, 'vitrine'))
  writeFileSync(join(app, 'libffmpeg.so'), 'a library')
  writeFileSync(join(app, 'resources', 'app.asar'), 'an archive')
  for (const name of ['vitrine', 'libffmpeg.so']) chmodSync(join(app, name), 0o700)
  chmodSync(join(app, 'resources', 'app.asar'), 0o600)
}

/** Makes a package with the arguments that electron-builder gives to fpm. */
function make(kind: 'deb' | 'rpm', architecture: string, further: string[]): string {
  const file = join(folder, `made.${kind}`)
  const script = join(root, 'build/linux/after-install.sh')
  const args = ['-s', 'dir', '--force', '-t', kind, '--architecture', architecture, '--name', 'vitrine']
  const words = [
    '--description',
    'A synopsis\n And more, in a line.',
    '--version',
    '1.2.3~beta',
    '--license',
    'MIT'
  ]
  const people = [
    '--maintainer',
    'Vitrine <a@b.example>',
    '--vendor',
    'Vitrine',
    '--url',
    'https://b.example'
  ]
  const scripts = ['--after-install', script, '--after-remove', script, '--package', file]
  const given = [...args, ...words, ...people, ...scripts, ...further, `${join(folder, 'app')}/=/opt/Vitrine`]
  read(process.execPath, join(root, 'scripts/package/fpm.mjs'), ...given)
  return file
}

beforeAll(() => writeApp(join(folder, 'app')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.runIf(existsSync('/usr/bin/dpkg-deb'))('a deb', () => {
  it('says what it needs and who made it, and belongs to root, whoever made it', () => {
    const deb = make('deb', 'amd64', [
      ...['-d', 'libc6', '-d', 'libgbm1', '--deb-recommends', 'gnome-keyring'],
      ...['--deb-compression', 'gz', '--deb-priority', 'optional', '--category', 'misc']
    ])
    const fields = [
      ...[
        'Package: vitrine',
        'Version: 1.2.3~beta',
        'Architecture: amd64',
        'Maintainer: Vitrine <a@b.example>'
      ],
      ...['Depends: libc6, libgbm1', 'Recommends: gnome-keyring', 'Section: misc', 'Priority: optional'],
      ...['Homepage: https://b.example', 'Description: A synopsis', ' And more, in a line.']
    ]
    const control = read('dpkg-deb', '--field', deb).trim().split('\n')
    expect(control.filter((line) => !line.startsWith('Installed-Size: '))).toEqual(fields)
    const contents = read('dpkg-deb', '--contents', deb)
    expect(contents).toMatch(/^-rwxr-xr-x root\/root .* \.\/opt\/Vitrine\/vitrine$/m)
    expect(contents).toMatch(/^-rw-r--r-- root\/root .* \.\/opt\/Vitrine\/libffmpeg\.so$/m)
    expect(contents).toMatch(/^-rw-r--r-- root\/root .* \.\/opt\/Vitrine\/resources\/app\.asar$/m)
    expect(contents).toMatch(/^lrwxrwxrwx root\/root .* \.\/usr\/bin\/vitrine -> \/opt\/Vitrine\/vitrine$/m)
    for (const name of ['copyright', 'changelog.gz'])
      expect(contents).toContain(`./usr/share/doc/vitrine/${name}\n`)
    const others = contents
      .split('\n')
      .filter((line) => line !== '' && !/^(d|-)rwxr-xr-x |^-rw-r--r-- |^l/.test(line))
    expect(others).toEqual([])
  })
})

describe.runIf(existsSync('/usr/bin/rpmbuild'))('an rpm', () => {
  it('needs what is given and what its programs are linked with, and leaves a newer version alone', () => {
    const rpm = make('rpm', 'x86_64', [
      ...['-d', 'xdg-utils', '--rpm-os', 'linux', '--rpm-compression', 'gzip', '--rpm-summary', 'A synopsis']
    ])
    const query = '%{NAME} %{VERSION} %{ARCH} %{LICENSE} %{SUMMARY}'
    expect(read('rpm', '-qp', '--queryformat', query, rpm)).toBe('vitrine 1.2.3~beta x86_64 MIT A synopsis')
    const needed = read('rpm', '-qp', '--requires', rpm).split('\n')
    expect(needed).toEqual(expect.arrayContaining(['xdg-utils', 'libc.so.6()(64bit)']))
    expect(needed.filter((name) => name.startsWith('libffmpeg'))).toEqual([])
    const files = read('rpm', '-qplv', rpm)
    expect(files).toMatch(/^-rwxr-xr-x .* root +root .* \/opt\/Vitrine\/vitrine$/m)
    expect(files).toMatch(/^lrwxrwxrwx .* \/usr\/bin\/vitrine -> \/opt\/Vitrine\/vitrine$/m)
    // Folders of the system stay the system's.
    expect(files).not.toMatch(/\/usr\/bin$|\/opt$/m)
    expect(read('rpm', '-qp', '--scripts', rpm)).toContain('if [ "$1" -gt 0 ]; then exit 0; fi')
  })
})
