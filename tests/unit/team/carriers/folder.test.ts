import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { maxSegmentBytes } from '../../../../electron/team/carriers/carrier'
import { createFolderCarrier } from '../../../../electron/team/carriers/folder'
import { testFolder } from '../../../support/folder'
import { describeCarrier, problemOf } from './carrier-contract'

const { signal } = new AbortController()
const device = 'a'.repeat(32)

describeCarrier('A folder', () => {
  const parent = mkdtempSync(join(tmpdir(), 'vitrine-team-'))
  const share = join(parent, 'share')
  const elsewhere = join(parent, 'unplugged')
  mkdirSync(share)
  return Promise.resolve({
    open: () => createFolderCarrier(share),
    takeAway: () => rename(share, elsewhere),
    bringBack: () => rename(elsewhere, share),
    tellsTaken: true,
    letsRemove: true,
    end: () => rm(parent, { recursive: true, force: true })
  })
})

describe('A folder of segments', () => {
  async function preparedFolder() {
    const share = testFolder()
    const carrier = createFolderCarrier(share)
    await carrier.prepare(signal)
    await carrier.append({ device, sequence: 1 }, new Uint8Array([1]), signal)
    return { carrier, team: join(share, 'team'), own: join(share, 'team', device) }
  }

  it('removes what was left half written a day ago, and nothing that another program may still write', async () => {
    const { team, own } = await preparedFolder()
    const [mine, fresh] = ['7.vseg.0123456789ab.tmp', '8.vseg.ba9876543210.tmp']
    const others = ['.syncthing.7.vseg.tmp', '7.vseg.tmp', 'notes.tmp']
    for (const name of [mine, fresh, ...others]) writeFileSync(join(own, name), 'half')
    const daysAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000)
    for (const name of [mine, ...others]) utimesSync(join(own, name), daysAgo, daysAgo)
    const again = createFolderCarrier(join(team, '..'))
    await again.append({ device, sequence: 2 }, new Uint8Array([2]), signal)
    expect(readdirSync(own).sort()).toEqual(['1.vseg', '2.vseg', fresh, ...others].sort())
  })

  it('fault 138: passes over conflict copies, placeholders and foreign files', async () => {
    const { carrier, team, own } = await preparedFolder()
    const strange = [
      "1 (Ada's conflicted copy 2026-03-01).vseg",
      '1.sync-conflict-20260301-101112-ABCDEFG.vseg',
      '1-DESKTOP.vseg',
      '.2.vseg.icloud',
      '.syncthing.2.vseg.tmp',
      '2.vseg.0123456789ab.tmp',
      '02.vseg',
      '0.vseg',
      '123456789.vseg',
      'desktop.ini'
    ]
    for (const name of strange) writeFileSync(join(own, name), 'x')
    writeFileSync(join(team, 'b'.repeat(32)), 'a file where a folder is expected')
    mkdirSync(join(team, 'Not a device'))
    expect(await carrier.list(signal)).toEqual([{ device, sequence: 1 }])
  })

  it('leaves no temporary file behind', async () => {
    const { own } = await preparedFolder()
    expect(readdirSync(own)).toEqual(['1.vseg'])
  })

  it('does not read what is no file, or is too long', async () => {
    const { carrier, own } = await preparedFolder()
    mkdirSync(join(own, '3.vseg'))
    writeFileSync(join(own, '4.vseg'), new Uint8Array(maxSegmentBytes + 1))
    for (const sequence of [3, 4])
      expect(await problemOf(carrier.read({ device, sequence }, signal))).toBe('invalid')
  })

  it.skipIf(process.platform === 'win32')('does not follow a link to what has no end', async () => {
    const { carrier, own } = await preparedFolder()
    symlinkSync('/dev/zero', join(own, '2.vseg'))
    expect(await problemOf(carrier.read({ device, sequence: 2 }, signal))).toBe('invalid')
  })

  it.skipIf(process.platform === 'win32')('does not wait for a pipe that nobody writes to', async () => {
    const { carrier, own } = await preparedFolder()
    execFileSync('mkfifo', [join(own, '2.vseg')])
    expect(await problemOf(carrier.read({ device, sequence: 2 }, signal))).toBe('invalid')
  })
})
