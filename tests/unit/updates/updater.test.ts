import { describe, expect, it } from 'vitest'
import { howUpdated, type PackageFacts } from '../../../electron/updates'
import { problemOf } from '../../../electron/updates/updater'
import { proxyRules } from '../../../electron/api/routes'

const file = 'provider: generic\nurl: https://updates.example/vitrine\nchannel: latest\n'
const facts: PackageFacts = {
  platform: 'linux',
  isPackaged: true,
  execPath: '/opt/Vitrine/vitrine',
  appImage: undefined,
  appDir: undefined,
  updateFile: file
}
/** As the runtime of an AppImage starts it. */
const mounted = {
  ...facts,
  execPath: '/tmp/.mount_VitrinA1b2c3/vitrine',
  appImage: '/home/ada/Vitrine.AppImage',
  appDir: '/tmp/.mount_VitrinA1b2c3'
}
const itself = { by: 'itself', address: 'https://updates.example/vitrine/' }

describe('an app', () => {
  it('updates itself from an installer of Windows, a bundle of macOS and an AppImage', () => {
    expect(howUpdated({ ...facts, platform: 'win32' })).toEqual(itself)
    expect(howUpdated({ ...facts, platform: 'darwin' })).toEqual(itself)
    expect(howUpdated(mounted)).toEqual(itself)
    expect(howUpdated({ ...mounted, appDir: '/tmp/.mount_VitrinA1b2c3/' })).toEqual(itself)
  })

  it.each([
    ['was started by another program that is one', { execPath: '/opt/Vitrine/vitrine' }],
    ['lies beside what is mounted', { execPath: '/tmp/.mount_VitrinA1b2c3-other/vitrine' }],
    ['knows of no folder that is mounted', { appDir: undefined }],
    ['is told of every folder', { appDir: '/' }],
    ['is told of no absolute folder', { appDir: '.' }],
    ['is told of no absolute file', { appImage: 'Vitrine.AppImage' }]
  ])('fault 131: is no AppImage that %s: the file of another program is left alone', (_, change) => {
    expect(howUpdated({ ...mounted, ...change }).by).toBe('package-manager')
  })

  it('leaves that to the package manager as deb, as rpm and as a folder', () => {
    expect(howUpdated(facts).by).toBe('package-manager')
  })

  it('is updated by nobody while it is developed, without an address, and with one that is not https', () => {
    const windows = { ...facts, platform: 'win32' } as const
    expect(howUpdated({ ...windows, isPackaged: false }).by).toBe('nobody')
    expect(howUpdated({ ...windows, updateFile: null }).by).toBe('nobody')
    expect(howUpdated({ ...windows, updateFile: file.replace('https:', 'http:') }).by).toBe('nobody')
    expect(howUpdated({ ...windows, updateFile: 'provider: generic\n' }).by).toBe('nobody')
  })
})

describe('the proxy of updates', () => {
  it.each([
    ['DIRECT', { mode: 'direct' }],
    ['', { mode: 'direct' }],
    [
      'PROXY a.example:8080; DIRECT',
      { mode: 'fixed_servers', proxyRules: 'http://a.example:8080,direct://' }
    ],
    ['HTTPS ada:secret@b.example:443', { mode: 'fixed_servers', proxyRules: 'https://b.example:443' }],
    ['SOCKS5 c.example:1080', { mode: 'fixed_servers', proxyRules: 'socks5://c.example:1080' }]
  ])('is that of a PAC file that answers "%s"', (pac, rules) => {
    expect(proxyRules(pac)).toEqual(rules)
  })
})

describe('what an error means', () => {
  it.each([
    ['New version 0.2.0 is not signed by the application owner', 'ERR_UPDATER_INVALID_SIGNATURE', 'forged'],
    ['Code signature at URL file:///x did not pass validation', undefined, 'forged'],
    ['net::ERR_CERT_AUTHORITY_INVALID', undefined, 'insecure'],
    ['net::ERR_PROXY_CONNECTION_FAILED', undefined, 'unreachable'],
    ['no space left on device', 'ENOSPC', 'disk'],
    ['Cannot update while running on a read-only volume', undefined, 'not-replaceable'],
    ['anything', undefined, 'other']
  ])('"%s" is told as what it is', (message, code, problem) => {
    expect(problemOf(Object.assign(new Error(message), code === undefined ? {} : { code }))).toBe(problem)
  })
})
