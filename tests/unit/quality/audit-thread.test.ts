import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import {
  createAuditThread,
  type AuditThread,
  type AuditThreadDeps
} from '../../../electron/quality/audit-thread'
import { createCatalogDb } from '../../../electron/catalog/catalog-db'
import type { CatalogDb } from '../../../electron/catalog/types'
import { ok } from '../../../electron/contract/failure'
import { testFolder } from '../../support/folder'
import { copyThreads, threadFile } from '../../support/threads'
import { take } from '../catalog/writing-side'

const id = '8c0d6c39-0d6e-4d5e-9c27-6a4a1f0c2b11'

interface Bench {
  copy: CatalogDb
  thread: AuditThread
  folder: string
  /** What the connection's removal does to its copy and its findings. */
  remove: () => Promise<void>
}

function openBench(deps: (copy: CatalogDb) => Partial<AuditThreadDeps>): Bench {
  const all = testFolder()
  const folder = join(all, id)
  const copy = createCatalogDb({ folderOf: (name) => join(all, name), ...copyThreads() })
  const thread = createAuditThread({
    threadFile: threadFile('audit'),
    catalogFile: (name) => copy.file(name),
    settingsOf: () => ({}),
    currencyOf: () => 'EUR',
    exceptions: () => Promise.resolve(ok([])),
    ...deps(copy)
  })
  onTestFinished(async () => {
    await thread.close()
    await copy.close()
  })
  return {
    copy,
    thread,
    folder,
    async remove() {
      await thread.leave(id)
      await copy.forget(id)
      await thread.forget(id, folder)
    }
  }
}

it('leaves nothing behind of an audit whose copy was just being opened when its connection went', async () => {
  const [asked, given] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()]
  const bench = openBench((copy) => ({
    async catalogFile(name) {
      const file = await copy.file(name)
      asked.resolve(null)
      await given.promise
      return file
    }
  }))
  const audit = bench.thread.audit(id, 1, false)
  await asked.promise
  // The folder stays: reviews are in it.
  writeFileSync(join(bench.folder, 'reviews.sqlite'), '')
  await bench.remove()
  given.resolve(null)
  expect(await audit).toMatchObject({ ok: false, failure: { code: 'cancelled' } })
  expect(readdirSync(bench.folder)).toEqual(['reviews.sqlite'])
})

it('begins no other copy for an audit that was just reading exceptions when its connection went', async () => {
  const [asked, given] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()]
  const bench = openBench(() => ({
    async exceptions() {
      asked.resolve(null)
      await given.promise
      return ok([])
    }
  }))
  const audit = bench.thread.audit(id, 1, false)
  await asked.promise
  await bench.remove()
  given.resolve(null)
  expect(await audit).toMatchObject({ ok: false, failure: { code: 'cancelled' } })
  expect(existsSync(bench.folder)).toBe(false)
})

it('asks about a connection that came back under the same name', async () => {
  const bench = openBench(() => ({}))
  expect(take(await bench.thread.lastAudit(id)).products).toBe(0)
  await bench.remove()
  expect(take(await bench.thread.lastAudit(id)).products).toBe(0)
})
