import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { createLeftFile } from '../../../electron/export/run-export'
import { bundle, copyThreads, threadFile } from '../../support/threads'
import { testFolder } from '../../support/folder'
import { item } from '../catalog/writing-side'
import { fill, openExporting } from './exporting'

const list = Array.from({ length: 30_000 }, (_, n) => item(`id ${n}`, { description: 'x'.repeat(400) }))
const fileName = 'Kirkton 2026-11-21.csv'
const isLeft = (name: string): boolean => name.startsWith('.vitrine-export-')

describe('an export whose process is killed', () => {
  it('fault 95: leaves nothing under its name, and what it has left is deleted at the next start', async () => {
    const folder = testFolder()
    const { readerFile, writerFile } = copyThreads()
    const exportFile = threadFile('export')
    const { copy, close } = openExporting(folder, { readerFile, writerFile, exportFile })
    await fill(copy, list)
    await close()
    writeFileSync(join(folder, fileName), 'what was there')

    const fileOf = await bundle({ child: 'tests/unit/export/exporting-process.ts' })
    const files = [folder, readerFile, writerFile, exportFile]
    const child = spawn(process.execPath, [fileOf('child'), ...files], {
      stdio: ['ignore', 'pipe', 'inherit']
    })
    const ended = once(child, 'exit')
    for await (const line of createInterface(child.stdout)) if (Number(line) > 0) child.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])

    expect(readdirSync(folder).filter(isLeft)).toHaveLength(1)
    expect(readFileSync(join(folder, fileName), 'utf8')).toBe('what was there')
    await createLeftFile(join(folder, 'exporting')).remove()
    expect(readdirSync(folder).sort()).toEqual([fileName, 'c'])
  })

  it('fault 95: has nothing deleted that is not its own, whatever the note says', async () => {
    const folder = testFolder()
    const precious = join(folder, 'precious.csv')
    writeFileSync(precious, 'precious')
    writeFileSync(join(folder, 'exporting'), precious)
    await createLeftFile(join(folder, 'exporting')).remove()
    expect(readdirSync(folder)).toEqual(['precious.csv'])
  })
})
