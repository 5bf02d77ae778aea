import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { missingBinaries, processorsOf } from '../../../scripts/package/native-binaries.mjs'
import { testFolder } from '../../support/folder'

function binary(write: (bytes: Buffer) => void): string {
  const bytes = Buffer.alloc(256)
  write(bytes)
  const file = join(testFolder(), 'a.node')
  writeFileSync(file, bytes)
  return file
}

describe('the processors that a native binary is for', () => {
  it('are told of the Node that runs this', () => {
    expect(processorsOf(resolve(process.execPath))).toEqual([process.arch])
  })

  it('are told of a DLL of Windows', () => {
    const dll = binary((bytes) => {
      bytes.write('MZ')
      bytes.writeUInt32LE(128, 0x3c)
      bytes.writeUInt16LE(0xaa64, 132)
    })
    expect(processorsOf(dll)).toEqual(['arm64'])
  })

  it('are both of a universal binary of macOS, and one of a plain one', () => {
    const universal = binary((bytes) => {
      ;[0xcafebabe, 2, 0x01000007].forEach((word, at) => bytes.writeUInt32BE(word, at * 4))
      bytes.writeUInt32BE(0x0100000c, 28)
    })
    const plain = binary((bytes) => {
      bytes.writeUInt32LE(0xfeedfacf, 0)
      bytes.writeUInt32LE(0x0100000c, 4)
    })
    expect(processorsOf(universal)).toEqual(['x64', 'arm64'])
    expect(processorsOf(plain)).toEqual(['arm64'])
  })

  it('are none where there is no binary, or one of something else', () => {
    expect(processorsOf(join(testFolder(), 'none.node'))).toEqual([])
    expect(processorsOf(binary((bytes) => bytes.write('#!/bin/sh')))).toEqual([])
  })

  it('are named with the package that lacks them', () => {
    const other = process.platform === 'win32' ? 'darwin' : 'win32'
    expect(missingBinaries(other, ['arm64'])).toContain(`sharp for ${other}-arm64`)
  })
})
