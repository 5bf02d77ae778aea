import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { createCatalogDb } from '../../../electron/catalog/catalog-db'
import { bundle, copyThreads } from '../../support/threads'
import { testFolder } from '../../support/folder'
import { numbered, readerOf } from './numbered-list'

async function readIn(folder: string): Promise<{ from: number }> {
  const copy = createCatalogDb({ folderOf: () => folder, ...copyThreads() })
  const result = await readerOf(copy, numbered)
  await copy.close()
  return result
}

/** Runs the list into a copy in a process of its own, killed without a warning once it has saved some pages. */
async function killAfter(folder: string, pages: number): Promise<number> {
  const { readerFile, writerFile } = copyThreads()
  const fileOf = await bundle({ child: 'tests/unit/catalog/syncing-process.ts' })
  const child = spawn(process.execPath, [fileOf('child'), folder, readerFile, writerFile, String(pages)], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const ended = once(child, 'exit')
  let last = 0
  for await (const line of createInterface(child.stdout)) {
    last = Number(line)
    if (last >= pages && !child.killed) child.kill('SIGKILL')
  }
  expect(await ended).toEqual([null, 'SIGKILL'])
  return last
}

function contents(folder: string): unknown[] {
  const db = new DatabaseSync(join(folder, 'catalog.sqlite'), { readOnly: true })
  const all = (sql: string): unknown[] => db.prepare(sql).all()
  const rows = [
    all('SELECT * FROM product ORDER BY key'),
    all('SELECT * FROM place ORDER BY position'),
    all('SELECT first, last, run FROM stretch ORDER BY first'),
    all('SELECT * FROM change'),
    all('SELECT number, outcome, summary FROM run'),
    all('SELECT * FROM fact ORDER BY name'),
    all('PRAGMA integrity_check')
  ]
  db.close()
  return rows
}

describe('a sync whose process is killed', () => {
  it('fault 87: goes on from its last batch and ends as if nothing had happened', async () => {
    const whole = testFolder()
    const cut = testFolder()
    await readIn(whole)
    const first = await killAfter(cut, 40)
    const second = await killAfter(cut, 180)
    const { from } = await readIn(cut)
    expect(first).toBeLessThan(second)
    // What was told as saved is saved; a batch that was on its way may be as well.
    expect(from - second).toBeGreaterThanOrEqual(0)
    expect(from).toBeLessThan(300)
    expect(contents(cut)).toEqual(contents(whole))
  })
})
