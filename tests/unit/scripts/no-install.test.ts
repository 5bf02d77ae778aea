import { spawnSync } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { announcement, refusal } from '../../../scripts/setup/plan.mjs'
import { testFolder } from '../../support/folder'

const nothing = { system: [], npm: false, electron: false }

describe('what is about to be installed', () => {
  it('is said with its place', () => {
    const lines = announcement({ system: ['chromium', 'dbus'], npm: true, electron: true }).join('\n')
    expect(lines).toContain('in the system, by apt-get: chromium dbus')
    expect(lines).toContain('in node_modules: the npm packages, among them Node 24')
    expect(lines).toContain("Electron's runtime, about 120 MB")
    expect(lines).toContain('--no-install')
  })

  it('is not spoken of where nothing is', () => {
    expect(announcement(nothing)).toEqual([])
    expect(refusal(nothing)).toBeNull()
  })

  it('is refused with the commands that install it', () => {
    const text = refusal({ ...nothing, system: ['dbus'], npm: true })
    expect(text).toContain('sudo apt-get install -y --no-install-recommends dbus')
    expect(text).toContain('npm ci')
  })

  it('does not need Electron, which the Chromium shell stands in for', () => {
    expect(refusal({ ...nothing, electron: true })).toBeNull()
  })
})

describe('a fresh clone', () => {
  it.each(['demo', 'test'])('stays as it is with npm run %s -- --no-install', (script) => {
    const clone = testFolder()
    for (const part of ['scripts', 'package.json', 'package-lock.json'])
      cpSync(resolve(part), join(clone, part), { recursive: true })
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(clone, 'scripts', `${script}.mjs`), '--no-install'],
      { encoding: 'utf8' }
    )
    expect(status).toBe(2)
    expect(stderr).toContain('npm ci')
    expect(stdout).toBe('')
    expect(existsSync(join(clone, 'node_modules'))).toBe(false)
  })
})
