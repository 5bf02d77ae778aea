import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isCompiled } from '../../../scripts/package/keytar-source.mjs'
import { testFolder } from '../../support/folder'

function keytarWith(...files: string[]): string {
  const folder = testFolder()
  mkdirSync(join(folder, 'build', 'Release'), { recursive: true })
  for (const file of files) writeFileSync(join(folder, 'build', file), '')
  return folder
}

describe('keytar’s binary in a release', () => {
  it('is one that was compiled, and not one that was downloaded', () => {
    expect(isCompiled(keytarWith('Release/keytar.node', 'config.gypi'))).toBe(true)
    expect(isCompiled(keytarWith('Release/keytar.node'))).toBe(false)
    expect(isCompiled(keytarWith('config.gypi'))).toBe(false)
  })
})
