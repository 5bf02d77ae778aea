import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  cleaned,
  folderSize,
  lastLogLines,
  type DiagnosticsFacts
} from '../../../electron/diagnostics/report'
import { createDiagnostics } from '../../../electron/diagnostics'
import { defaultPreferences } from '../../../electron/contract/preference-choices'
import { createRedactor } from '../../../electron/log/redactor'
import { canary, secretsIn } from '../../support/canary'
import { testFolder } from '../../support/folder'
import { failureOf } from '../api/fixture'
import { connectionOf } from '../renderer/features/connections/builders'
import { prefetchState } from '../renderer/features/pictures/storage/builders'
import { syncState } from '../renderer/features/sync/builders'

function facts(changes: Partial<DiagnosticsFacts> = {}): DiagnosticsFacts {
  return {
    at: new Date(2026, 2, 4, 5, 6).getTime(),
    info: {
      version: '1.2.3',
      platform: 'linux',
      locale: 'de-CH',
      profileFolder: '/profile',
      runtime: 'electron',
      canNotify: true,
      versions: []
    },
    system: { os: 'Linux 6', node: '24.1.0' },
    isOnline: true,
    network: {
      mode: 'manual',
      address: 'http://proxy.example:8080',
      exceptions: ['intern.example'],
      isProxyManaged: false,
      authorities: [],
      locked: { proxy: false, authorities: false }
    },
    proxyVariables: ['https_proxy'],
    keychain: { available: true },
    preferences: { ...defaultPreferences, textSize: 125 },
    managed: { path: '/etc/vitrine/managed.json', state: 'none', problems: [] },
    activeId: 'shop',
    connections: [],
    pictures: { files: 12, bytes: 3456 },
    threads: [],
    logLines: [],
    ...changes
  }
}

interface Wish extends Partial<DiagnosticsFacts> {
  path?: string | null
}

function diagnosticsWith({ path = null, ...changes }: Wish = {}) {
  const redactor = createRedactor()
  for (const secret of Object.values(canary)) redactor.register(secret)
  const offered: string[] = []
  const diagnostics = createDiagnostics({
    gather: () => Promise.resolve(facts(changes)),
    redact: (text) => redactor.redact(text),
    homeFolders: [homedir()],
    askWhere: (name) => {
      offered.push(name)
      return Promise.resolve(path)
    },
    openLogs: () => Promise.resolve(false)
  })
  return { diagnostics, offered }
}

describe('the report of how the app does', () => {
  it('tells of the app, the system, the network, the preferences and each connection by its host', async () => {
    const connection = connectionOf({ name: 'Aunt Emma', baseUrl: 'https://shop.example/prefix' })
    const { diagnostics } = diagnosticsWith({
      threads: [
        { name: 'reader', state: 'running', starts: 1, lastExit: null, busy: 3, heap: 14 },
        { name: 'audit', state: 'ended', starts: 2, lastExit: 1, busy: null, heap: null }
      ],
      connections: [
        {
          connection,
          network: {
            connectionId: connection.id,
            state: 'store-silent',
            because: { code: 'timeout', facts: { host: 'shop.example' } },
            since: 1_700_000_000_000
          },
          sync: syncState({ phase: 'idle' }),
          audit: null,
          prefetch: prefetchState({ done: 7, total: 9 }),
          folder: { files: 3, bytes: 98_765 }
        }
      ]
    })
    const { text, fileName } = await diagnostics.make()
    for (const part of [
      'version: 1.2.3',
      'node: 24.1.0',
      'address: http://proxy.example:8080',
      'environment: ["https_proxy"]',
      'textSize: 125',
      '[Threads]\nreader: running, 3 % busy, 14 MB heap\naudit: ended, started 2 times, last exit 1',
      `[Connection 1, shown]`,
      `address: https://shop.example${connection.apiPath}`,
      'network: store-silent (timeout)',
      'folder: {"files":3,"bytes":98765}'
    ]) {
      expect(text).toContain(part)
    }
    // What a store is called is the person's own.
    expect(text).not.toContain('Aunt Emma')
    expect(fileName).toBe('vitrine-diagnostics-2026-03-04T05-06-00.txt')
  })

  it('fault 79: holds no secret, in whatever line of the log it would stand', async () => {
    const { diagnostics } = diagnosticsWith({
      logLines: [
        JSON.stringify({ msg: `asked with ${canary.key}`, user: canary.userId }),
        JSON.stringify({ headers: { 'x-api-key': 'another-key', userid: 'another-user' } }),
        JSON.stringify({ url: `https://shop.example/?k=${encodeURIComponent(canary.key)}` }),
        Buffer.from(canary.key).toString('base64')
      ]
    })
    const { text } = await diagnostics.make()
    expect(secretsIn(text)).toEqual([])
    expect(text).not.toMatch(/another-(key|user)/)
    expect(text).toContain('https://shop.example')
  })

  it('fault 11: holds no password of an address, and no name of the person’s folder', () => {
    const windows = String.raw`C:\Users\Clerk`
    const redact = (text: string): string => text
    const text = cleaned(
      `${JSON.stringify({ file: `${windows}\\x.log` })} http://clerk:secret@proxy.example:1 ok`,
      {
        redact,
        homeFolders: [windows]
      }
    )
    expect(text).toBe(String.raw`{"file":"~\\x.log"} http://[redacted]@proxy.example:1 ok`)
  })

  const windowsHome = String.raw`C:\Users\Ada Müller`
  it.each([
    ['a stack of the main process', windowsHome, 'at file:///C:/Users/Ada%20M%C3%BCller/AppData/main.js:1:2'],
    ['a path with slashes', windowsHome, 'C:/Users/Ada Müller/AppData'],
    ['JSON within JSON', windowsHome, JSON.stringify(JSON.stringify(`${windowsHome}\\AppData`))],
    ['small letters', windowsHome, windowsHome.toLowerCase()],
    ['a part of an address', windowsHome, encodeURIComponent(`${windowsHome}\\AppData`)],
    ['a short name', windowsHome, String.raw`C:\Users\ADAMLL~1\AppData\Local\Temp`],
    ['an address', '/home/ada müller', 'file:///home/ada%20m%C3%BCller/.config/Vitrine/out/main.js'],
    ['decomposed accents', '/Users/müller', `/Users/${'müller'.normalize('NFD')}/Library`],
    ['an address of those', '/Users/müller', `file:///Users/${encodeURI('müller'.normalize('NFD'))}/Library`],
    ['a name with signs', '/home/a.d+a (1)', '/home/a.d+a (1)/x']
  ])('fault 132: names nobody in %s', (_, homeFolder, text) => {
    const clean = cleaned(text, { redact: (same) => same, homeFolders: [homeFolder] })
    expect(clean).toContain('~')
    expect(decodeURIComponent(clean).normalize('NFC')).not.toMatch(/ada|müller|ada%20|home|users/i)
  })

  it('fault 132: leaves what is nobody’s as it is', () => {
    const text = String.raw`C:\Windows\x.dll /usr/lib/x.so file:///opt/Vitrine/main.js`
    const redact = (same: string): string => same
    expect(cleaned(text, { redact, homeFolders: ['/', 'C:\\', ''] })).toBe(text)
    expect(cleaned(text, { redact, homeFolders: [windowsHome, '/home/ada'] })).toBe(text)
  })

  it('is saved as it was shown, where the person says, and nowhere else', async () => {
    const path = join(testFolder(), 'report.txt')
    const { diagnostics, offered } = diagnosticsWith({ path, logLines: ['{"msg":"started"}'] })
    expect(failureOf(await diagnostics.save()).code).toBe('input-invalid')
    const { text, fileName } = await diagnostics.make()
    expect(await diagnostics.save()).toEqual({ ok: true, value: 'report.txt' })
    expect(offered).toEqual([fileName])
    expect(readFileSync(path, 'utf8')).toBe(text)
  })

  it('is not saved when the person changes their mind, or where nothing can be written', async () => {
    const { diagnostics } = diagnosticsWith()
    await diagnostics.make()
    expect(await diagnostics.save()).toEqual({ ok: true, value: null })
    const nowhere = diagnosticsWith({ path: join(testFolder(), 'gone', 'report.txt') })
    await nowhere.diagnostics.make()
    expect(failureOf(await nowhere.diagnostics.save()).code).toBe('storage-failed')
  })

  it('says where the folder of the logs cannot be shown', async () => {
    expect(failureOf(await diagnosticsWith().diagnostics.openLogs()).code).toBe('not-found')
  })
})

describe('the last lines of the log', () => {
  const numbered = (from: number, to: number): string[] =>
    Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`)

  it('come from the file before too, where the newest has just begun', async () => {
    const folder = testFolder()
    writeFileSync(join(folder, 'vitrine.1.log'), `${numbered(1, 50).join('\n')}\n`)
    writeFileSync(join(folder, 'vitrine.log'), `${numbered(51, 53).join('\n')}\n`)
    expect(await lastLogLines(folder, 5)).toEqual(numbered(49, 53))
    expect(await lastLogLines(folder, 2)).toEqual(numbered(52, 53))
  })

  it('begin with a whole one, however long the file is', async () => {
    const folder = testFolder()
    writeFileSync(join(folder, 'vitrine.log'), `${'a'.repeat(400_000)}\nlast\n`)
    expect(await lastLogLines(folder, 5)).toEqual(['last'])
  })

  it('fault 81: are none where there is no log', async () => {
    expect(await lastLogLines(join(testFolder(), 'none'), 5)).toEqual([])
  })
})

describe('the size of a folder', () => {
  it('counts what is in it and in those below', async () => {
    const folder = testFolder()
    mkdirSync(join(folder, 'inner'))
    writeFileSync(join(folder, 'a'), '12345')
    writeFileSync(join(folder, 'inner', 'b'), '1234567')
    expect(await folderSize(folder)).toEqual({ files: 2, bytes: 12 })
    expect(await folderSize(join(folder, 'none'))).toEqual({ files: 0, bytes: 0 })
  })
})
