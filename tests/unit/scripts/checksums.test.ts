import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeChecksums } from '../../../scripts/package/checksums.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-checksums-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('sums up what is released, and nothing that a release leaves out: its check would miss it', async () => {
  for (const name of ['Vitrine.deb', 'latest-linux.yml', 'builder-debug.yml', 'notes.txt'])
    writeFileSync(join(folder, name), name)
  await writeChecksums(folder, 'linux-x64')
  const sum = (text: string): string => createHash('sha256').update(text).digest('hex')
  expect(readFileSync(join(folder, 'SHA256SUMS-linux-x64.txt'), 'utf8')).toBe(
    `${sum('Vitrine.deb')}  Vitrine.deb\n${sum('latest-linux.yml')}  latest-linux.yml\n`
  )
})

it('writes no sums where no package was made', async () => {
  writeFileSync(join(folder, 'builder-debug.yml'), '')
  await writeChecksums(folder, 'linux-x64')
  expect(readdirSync(folder)).toEqual(['builder-debug.yml'])
})
