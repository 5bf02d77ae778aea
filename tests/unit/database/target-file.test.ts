import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTarget } from '../../../electron/database/target-file'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-target-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a file that is written', () => {
  it('holds all that was written, in its order, however long each part is, and knows its size', () => {
    // Of one byte to three for each unit, and longer than what is gathered.
    const text = fc
      .tuple(fc.constantFrom('a', 'é', 'Ł', '茶', '🪑', '\ud800'), fc.nat({ max: 120_000 }))
      .map(([sign, times]) => sign.repeat(times))
    const bytes = fc.nat({ max: 600_000 }).map((length) => new Uint8Array(length).fill(7))
    let number = 0
    fc.assert(
      fc.property(fc.array(fc.oneof(text, bytes), { maxLength: 8 }), (parts) => {
        const target = join(folder, `${number++}.csv`)
        const file = openTarget(`${target}.part`, target)
        for (const part of parts) file.write(part)
        file.commit()
        const whole = Buffer.concat(parts.map((part) => Buffer.from(part)))
        expect(readFileSync(target).equals(whole)).toBe(true)
        expect(file.size).toBe(whole.byteLength)
      }),
      { numRuns: 30 }
    )
  })

  it('is gone when it is given up, and stays once it has its name', () => {
    const target = join(folder, 'list.csv')
    const left = openTarget(join(folder, 'left'), target)
    left.write('half of it')
    left.drop()
    expect(readdirSync(folder)).toEqual([])
    const kept = openTarget(join(folder, 'kept'), target)
    kept.write('all of it')
    kept.commit()
    kept.drop()
    expect(readFileSync(target, 'utf8')).toBe('all of it')
  })

  it('takes no name that another file has', () => {
    const taken = join(folder, 'taken')
    writeFileSync(taken, 'of a person')
    expect(() => openTarget(taken, join(folder, 'list.csv'))).toThrow('EEXIST')
    expect(readFileSync(taken, 'utf8')).toBe('of a person')
  })
})
