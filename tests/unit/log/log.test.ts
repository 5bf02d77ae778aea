import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createLog } from '../../../electron/log/log'
import { LogFile } from '../../../electron/log/log-file'
import { createRedactor } from '../../../electron/log/redactor'
import { canary, secretsIn } from '../../support/canary'
import { holdOpen } from '../../support/open-files'
import { testFolder } from '../../support/folder'

const readLog = (folder: string): string => readFileSync(join(folder, 'vitrine.log'), 'utf8')

describe('the log', () => {
  it('has one line of JSON for each event, with its facts', () => {
    const folder = join(testFolder(), 'logs')
    const log = createLog({ folder })
    log.info('read a page', { page: 3 })
    log.warn('refused', { what: 'window' })
    const lines = readLog(folder)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
    expect(lines).toEqual([
      expect.objectContaining({ level: 'info', msg: 'read a page', page: 3 }),
      expect.objectContaining({ level: 'warn', msg: 'refused', what: 'window' })
    ])
  })

  it('details for developers are written only where they are echoed', () => {
    const folder = testFolder()
    createLog({ folder }).debug('a detail')
    expect(readLog(folder)).toBe('')
    const echoed: string[] = []
    createLog({ folder, echo: (line) => echoed.push(line) }).debug('a detail')
    expect(echoed.join()).toContain('a detail')
    expect(readLog(folder)).toContain('a detail')
  })

  it('fault 79: a secret is in no line, wherever it hides', () => {
    const folder = testFolder()
    const echoed: string[] = []
    const log = createLog({ folder, echo: (line) => echoed.push(line) })
    for (const secret of Object.values(canary)) log.redactor.register(secret)
    const cause = new Error(`socket hang up for ${canary.key}`)
    log.error('a handler threw', { error: new Error(`with ${canary.userId}`, { cause }) })
    log.info(`asked with ${canary.key}`)
    log.warn('url', { url: `https://shop.example/?k=${encodeURIComponent(canary.key)}` })
    log.warn('basic', { header: Buffer.from(canary.key).toString('base64') })
    log.debug('config', {
      headers: { 'x-api-key': canary.key, userid: canary.userId },
      nested: [[canary.key]]
    })
    expect(echoed.length).toBe(5)
    expect(secretsIn(readLog(folder) + echoed.join())).toEqual([])
    expect(readLog(folder)).toContain('socket hang up')
  })

  it('fault 79: the two headers are blanked even with a value that nobody registered', () => {
    const redactor = createRedactor()
    const lines = [
      'GET / HTTP/1.1\\r\\nx-api-key: secret-1\\r\\nuserid: secret-2',
      '{"headers":{"X-Api-Key":"secret-1","userId":"secret-2"}}',
      String.raw`{"body":"{\"key\":1,\"x-api-key\":\"secret-1\",\"userid\":\"secret-2\"}"}`,
      "['x-api-key', 'secret-1', 'userid', 'secret-2']"
    ]
    for (const line of lines) expect(redactor.redact(line)).not.toMatch(/secret-\d/)
  })

  it('a short secret is taken out where it stands alone, and leaves longer words alone', () => {
    const redactor = createRedactor()
    redactor.register('42')
    redactor.register('')
    expect(redactor.redact('user 42 has page 1420')).toBe('user [redacted] has page 1420')
  })

  it('fault 79: a secret that begins with another one, learned earlier, leaves nothing of itself', () => {
    const redactor = createRedactor()
    redactor.register('shop-4711')
    redactor.register('shop-4711.topsecret')
    expect(redactor.redact('asked with shop-4711.topsecret for shop-4711')).toBe(
      'asked with [redacted] for [redacted]'
    )
  })

  it('fault 79: a secret that was pasted with blanks around it is taken out without them too', () => {
    const redactor = createRedactor()
    redactor.register(' topsecret\t')
    expect(redactor.redact('asked with topsecret')).toBe('asked with [redacted]')
  })
})

describe('the log files', () => {
  it('begin a new file when one is full, and keep three', () => {
    const folder = testFolder()
    const file = new LogFile({ folder, maxBytes: 100, keep: 3 })
    for (let line = 0; line < 20; line++) file.write(`${String(line).padStart(49, '.')}\n`)
    file.close()
    expect(readdirSync(folder).sort()).toEqual(['vitrine.1.log', 'vitrine.2.log', 'vitrine.log'])
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBe(100)
    expect(readLog(folder)).toContain('19')
  })

  // Elsewhere a file that is open can be renamed.
  it.runIf(process.platform === 'win32')(
    'fault 111: lose no older one while somebody has the newest open',
    () => {
      const folder = testFolder()
      const file = new LogFile({ folder, maxBytes: 100, keep: 3 })
      const line = `${'.'.repeat(49)}\n`
      const write = (lines: number): void => {
        for (let n = 0; n < lines; n++) file.write(line)
      }
      const read = (): string[] =>
        ['', '.1', '.2'].map((age) => readFileSync(join(folder, `vitrine${age}.log`), 'utf8'))
      write(2)
      for (const age of ['1', '2']) writeFileSync(join(folder, `vitrine.${age}.log`), `age ${age}`)
      const letGo = holdOpen(join(folder, 'vitrine.log'))
      write(3)
      expect(read()).toEqual([line.repeat(5), 'age 1', 'age 2'])
      letGo()
      write(2)
      file.close()
      expect(read()).toEqual([line, line.repeat(6), 'age 1'])
    }
  )

  it('go on where the last run ended', () => {
    const folder = testFolder()
    new LogFile({ folder, maxBytes: 1000, keep: 3 }).write('first run\n')
    new LogFile({ folder, maxBytes: 1000, keep: 3 }).write('second run\n')
    expect(readLog(folder)).toBe('first run\nsecond run\n')
  })

  it('fault 81: a folder that cannot be made silences the log and nothing else', () => {
    const inTheWay = join(testFolder(), 'logs')
    writeFileSync(inTheWay, 'a file')
    const log = createLog({ folder: inTheWay })
    expect(() => log.error('lost', {})).not.toThrow()
    expect(readFileSync(inTheWay, 'utf8')).toBe('a file')
  })
})
