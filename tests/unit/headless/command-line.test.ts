import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { argumentsOf, help, readInvocation, type Invocation } from '../../../electron/headless/command-line'
import { exitCodes } from '../../../electron/headless/outcome'

const folder = resolve('/work folder')
const read = (...args: string[]): Invocation | null => readInvocation(args, folder)
const wrongIn = (...args: string[]): string => {
  const invocation = read(...args)
  return invocation?.kind === 'usage' ? invocation.message : JSON.stringify(invocation)
}

describe('a command line', () => {
  it('opens the window where it names no command', () => {
    expect(read()).toBeNull()
    expect(read('--demo', '--user-data-dir=profile')).toBeNull()
    expect(read('/home/ann/Products of May.csv')).toBeNull()
    expect(read('.')).toBeNull()
  })

  it('names a command, after what is Chromium’s, and the paths that it is about', () => {
    expect(read('--no-sandbox', 'sync', '--store', 'Corner shop')).toEqual({
      kind: 'command',
      command: { name: 'sync', store: 'Corner shop' },
      isJson: false
    })
    expect(read('audit', '--json', '--store=Corner=shop', '--user-data-dir=p')).toEqual({
      kind: 'command',
      command: { name: 'audit', store: 'Corner=shop' },
      isJson: true
    })
    expect(read('export', '--store', 'A', '--view', 'No picture', '--out', 'out/May.XLSX')).toMatchObject({
      command: { name: 'export', store: 'A', view: 'No picture', out: resolve(folder, 'out/May.XLSX') }
    })
    expect(read('export', '--store', 'A', '--out', 'a.csv')).toMatchObject({ command: { view: null } })
    expect(read('publish', '--store', 'A')).toMatchObject({
      command: { name: 'publish', isTakingOver: false }
    })
    expect(read('publish', '--take-over', '--store', 'A')).toMatchObject({ command: { isTakingOver: true } })
    expect(read('merge', 'a.vitrine-reviews', '--store', 'A', 'b.vitrine-reviews')).toMatchObject({
      command: {
        name: 'merge',
        files: [resolve(folder, 'a.vitrine-reviews'), resolve(folder, 'b.vitrine-reviews')]
      }
    })
  })

  it.each([
    [['snyc', '--store', 'A'], '“snyc”'],
    [['sync', '--store', 'A', '--take-over'], 'unknown option “--take-over”'],
    [['sync'], '--store is missing'],
    [['sync', '--store'], '--store needs a value'],
    [['sync', '--store='], '--store needs a value'],
    [['sync', '--store', '--json'], '--store needs a value'],
    [['sync', '--store', 'A', '--store', 'B'], '--store is given twice'],
    [['sync', '--store', 'A', '--stor', 'B'], '“--stor”'],
    [['sync', '--store', 'A', '--view', 'B'], '--view is not for sync'],
    [['sync', '--store', 'A', 'B'], '“B”'],
    [['export', '--store', 'A'], '--out is missing'],
    [['export', '--store', 'A', '--out', 'a.pdf'], '--out must end in .xlsx, .csv, .json'],
    [['merge', '--store', 'A'], 'merge needs a file']
  ])('%j is told what is wrong with it', (args, wrong) => {
    expect(wrongIn(...args)).toContain(wrong)
  })

  it('asks for help before a command, after it, or as one', () => {
    for (const args of [['--help'], ['help'], ['sync', '--help'], ['export', '-h']])
      expect(read(...args)).toEqual({ kind: 'help' })
    for (const [status, code] of Object.entries(exitCodes)) {
      if (status !== 'usage') expect(help).toContain(`${code} ${status}`)
    }
  })

  it('begins after the program, and after the folder that an Electron without a package was given', () => {
    expect(argumentsOf(['vitrine', 'sync', '--json'], false)).toEqual(['sync', '--json'])
    expect(argumentsOf(['electron', '--no-sandbox', '.', 'sync', '.'], true)).toEqual([
      '--no-sandbox',
      'sync',
      '.'
    ])
  })
})
