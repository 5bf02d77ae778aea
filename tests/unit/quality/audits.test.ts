import { join } from 'node:path'
import { existsSync, writeFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createAudits, type Audits, type AuditsDeps } from '../../../electron/quality/audits'
import type { RuleSettings } from '../../../electron/quality/rule-settings'
import type { StoredException } from '../../../electron/quality/types'
import { auditName } from '../../../electron/catalog/db/findings-schema'
import { catalogName } from '../../../electron/catalog/db/open'
import { createCatalogDb } from '../../../electron/catalog/catalog-db'
import type { CatalogDb } from '../../../electron/catalog/types'
import type { AuditState } from '../../../electron/contract/audit'
import { severities } from '../../../electron/contract/audit-rules'
import { emptyQuery } from '../../../electron/contract/empty-query'
import { ok } from '../../../electron/contract/failure'
import { bundle, copyThreads, threadFile } from '../../support/threads'
import { testFolder } from '../../support/folder'
import { item, rawPages, take, type Item } from '../catalog/writing-side'

const id = '8c0d6c39-0d6e-4d5e-9c27-6a4a1f0c2b11'

interface Bench {
  copy: CatalogDb
  audits: Audits
  states: AuditState[]
  audited: () => number
  sync: (list: Item[]) => Promise<void>
  /** Waits until a state is told of that is so. */
  until: (is: (state: AuditState) => boolean) => Promise<AuditState>
  /** Whether a sync is under way; settles when that is next asked for. */
  syncing: (is: boolean) => Promise<void>
  folder: string
}

function openBench(deps: Partial<AuditsDeps> = {}, folder = testFolder()): Bench {
  const folderOf = (name: string): string => join(folder, name)
  const copy = createCatalogDb({ folderOf, ...copyThreads() })
  const states: AuditState[] = []
  const waiting = new Set<(state: AuditState) => void>()
  let rules: RuleSettings = {}
  let exceptions: StoredException[] = []
  let audited = 0
  let isSyncing = false
  let asked = Promise.withResolvers<undefined>()
  const audits = createAudits({
    threadFile: threadFile('audit'),
    folderOf,
    catalogFile: (name) => copy.file(name),
    settingsOf: () => rules,
    changeSettings(_, change) {
      rules = change(rules)
      return Promise.resolve(ok(null))
    },
    currencyOf: () => 'EUR',
    namesOf: (_, ids) => Promise.resolve(new Map(ids.map((one) => [one, `Name of ${one}`]))),
    book: {
      exceptions: () => Promise.resolve(ok(exceptions)),
      setException(_, productId, rule, reason) {
        exceptions = exceptions.filter((one) => one.productId !== productId || one.rule !== rule)
        if (reason !== null) exceptions.push({ productId, rule, reason, by: 'Ada', at: 5 })
        return Promise.resolve(ok(null))
      }
    },
    isSyncing() {
      asked.resolve(undefined)
      return isSyncing
    },
    onAudited(name) {
      audited++
      copy.audited(name)
    },
    onChange(state) {
      states.push(state)
      for (const look of waiting) look(state)
    },
    delays: { check: 5, background: 5, start: 5 },
    ...deps
  })
  onTestFinished(async () => {
    await audits.close()
    await copy.close()
  })
  let at = 1000
  return {
    copy,
    audits,
    states,
    folder: folderOf(id),
    audited: () => audited,
    async syncing(is) {
      isSyncing = is
      asked = Promise.withResolvers()
      await asked.promise
    },
    until: (is) =>
      new Promise((resolve) => {
        const look = (state: AuditState): void => {
          if (!is(state)) return
          waiting.delete(look)
          resolve(state)
        }
        waiting.add(look)
      }),
    async sync(list) {
      const { run } = take(await copy.runs.begin(id, at++))
      take(await copy.runs.commit(id, { run, at: at++, answers: rawPages(list, 100), checkpoint: null }))
      const ending = {
        outcome: 'complete',
        duration: 1,
        total: list.length,
        because: null,
        partly: null
      } as const
      take(await copy.runs.finish(id, { run, at: at++, ...ending }))
    }
  }
}

const isReady = ({ phase }: AuditState): boolean => phase === 'ready'
const countOf = (state: AuditState, rule: string): number | null | undefined =>
  state.rules.find((one) => one.rule === rule)?.count

describe('audits', () => {
  it('begin after a sync, tell how they come along, and have lists read anew', async () => {
    const bench = openBench()
    await bench.sync([item('a', { price: 0 }), item('b')])
    expect(take(await bench.audits.state(id))).toMatchObject({ phase: 'none', products: 2, score: null })
    bench.audits.follow([id], null)
    const ready = bench.until(isReady)
    bench.audits.syncEnded(id)
    const state = await ready
    expect(bench.states[0]).toMatchObject({ phase: 'running', progress: { done: 0 } })
    expect(state).toMatchObject({ products: 2, run: 1, coverage: { state: 'complete' } })
    expect(countOf(state, 'price-zero')).toBe(1)
    expect(bench.audited()).toBe(1)
    expect(take(await bench.audits.scores(id))).toMatchObject([{ run: 1, products: 2 }])
  })

  it('go on after an error of whoever is told of one', async () => {
    const errors: unknown[] = []
    let isBroken = true
    const bench = openBench({
      onAudited() {
        if (isBroken) throw new Error('a bug')
      },
      log: { warn: () => undefined, error: (_, facts) => errors.push(facts?.error) }
    })
    await bench.sync([item('a')])
    bench.audits.follow([id], null)
    bench.audits.syncEnded(id)
    await expect.poll(() => errors.length).toBe(1)
    expect(errors).toEqual([new Error('a bug')])
    isBroken = false
    const ready = bench.until(isReady)
    bench.audits.syncEnded(id)
    expect(await ready).toMatchObject({ progress: null })
  })

  it('are made at the start where what is known is outdated, of the connection that is looked at', async () => {
    const bench = openBench()
    await bench.sync([item('a', { price: 0 })])
    const ready = bench.until(isReady)
    bench.audits.follow([id], id)
    expect(countOf(await ready, 'price-zero')).toBe(1)
  })

  it('wait for the end of a sync', async () => {
    const bench = openBench()
    await bench.sync([item('a')])
    const asked = bench.syncing(true)
    bench.audits.follow([id], id)
    await asked
    expect(bench.states).toEqual([])
    void bench.syncing(false)
    const ready = bench.until(isReady)
    bench.audits.syncEnded(id)
    await ready
  })

  it('follow what changes by the way, calmly', async () => {
    const bench = openBench()
    await bench.sync([item('a')])
    bench.audits.follow([id], id)
    await bench.until(isReady)
    await bench.sync([item('a', { price: 0 })])
    const found = bench.until((state) => isReady(state) && countOf(state, 'price-zero') === 1)
    bench.audits.copyChanged(id)
    await found
    expect(bench.states.some(({ phase }) => phase === 'outdated')).toBe(true)
  })

  it('are not made again while what is known holds', async () => {
    const bench = openBench()
    await bench.sync([item('a')])
    bench.audits.follow([id], null)
    const ready = bench.until(isReady)
    expect(take(await bench.audits.run(id)).phase).toBe('running')
    await ready
    expect(take(await bench.audits.run(id)).phase).toBe('ready')
    expect(bench.audited()).toBe(1)
  })

  it('go on, sooner, when a person asks for what a sync began', async () => {
    const bench = openBench()
    await bench.sync(Array.from({ length: 3000 }, (_, at) => item(`p${at}`)))
    bench.audits.follow([id], null)
    const ready = bench.until(isReady)
    bench.audits.syncEnded(id)
    expect(take(await bench.audits.run(id)).phase).toBe('running')
    await ready
    expect(bench.audited()).toBe(1)
  })

  it('go by the rules as they are set, and tell them', async () => {
    const bench = openBench()
    await bench.sync([item('a', { price: 0 }), item('b')])
    bench.audits.follow([id], null)
    const first = bench.until(isReady)
    bench.audits.syncEnded(id)
    const before = (await first).score ?? NaN
    // A severity only counts what is known anew.
    const hint = { enabled: true, severity: 'hint', threshold: null } as const
    const settled = take(await bench.audits.configure(id, 'price-zero', hint))
    expect(settled.phase).toBe('ready')
    expect(settled.score).toBeGreaterThan(before)
    expect(settled.rules[16]).toMatchObject({ setting: hint, isInitial: false, count: 1 })
    const off = bench.until((state) => isReady(state) && countOf(state, 'price-zero') === null)
    take(await bench.audits.configure(id, 'price-zero', { ...hint, enabled: false }))
    await off
    const again = bench.until((state) => isReady(state) && countOf(state, 'price-zero') === 1)
    take(await bench.audits.configure(id, 'price-zero', null))
    expect((await again).rules[16]).toMatchObject({ isInitial: true })
  })

  it('look anew once others set the rules, which nobody changes here meanwhile', async () => {
    let rules: RuleSettings = {}
    const teamRules = { by: 'Kim', at: 5, areInForce: true }
    const bench = openBench({ settingsOf: () => rules, teamRulesOf: () => teamRules })
    await bench.sync([item('a', { price: 0 })])
    bench.audits.follow([id], null)
    const first = bench.until(isReady)
    bench.audits.syncEnded(id)
    expect(countOf(await first, 'price-zero')).toBe(1)
    const again = bench.until((state) => isReady(state) && countOf(state, 'price-zero') === null)
    rules = { 'price-zero': { enabled: false, severity: 'error', threshold: null } }
    bench.audits.rulesChanged(id)
    expect(bench.states.at(-1)).toMatchObject({ phase: 'running', teamRules })
    await again
    const refused = await bench.audits.configure(id, 'price-zero', null)
    expect(refused).toMatchObject({ failure: { facts: { field: 'rule' } } })
  })

  it('count the products with errors anew when a rule is another severity', async () => {
    const bench = openBench()
    await bench.sync([item('a', { price: 0 }), item('b')])
    bench.audits.follow([id], null)
    const ready = bench.until(isReady)
    bench.audits.syncEnded(id)
    await ready
    const sizes = async (): Promise<number[]> => {
      const queries = severities.map((finding) => ({
        ...emptyQuery,
        filters: { ...emptyQuery.filters, finding }
      }))
      return take(await bench.copy.sizes(id, queries))
    }
    const before = await sizes()
    take(
      await bench.audits.configure(id, 'price-zero', { enabled: true, severity: 'warning', threshold: null })
    )
    const after = await sizes()
    expect([before[0], after[0]]).toEqual([1, 0])
    expect(after[1]).toBeGreaterThan(0)
  })

  it('keep a threshold within its bounds', async () => {
    const bench = openBench()
    const setting = { enabled: true, severity: 'hint', threshold: 1e9 } as const
    const state = take(await bench.audits.configure(id, 'name-long', setting))
    expect(state.rules[9]?.setting.threshold).toBe(10_000)
  })

  it('leave out what a product is excepted from, and tell why it is', async () => {
    const bench = openBench()
    await bench.sync([item('a', { price: 0 }), item('b')])
    bench.audits.follow([id], null)
    const ready = bench.until(isReady)
    bench.audits.syncEnded(id)
    await ready
    const findings = take(await bench.audits.setException(id, 'a', 'price-zero', 'A gift.'))
    expect(findings).toContainEqual({
      rule: 'price-zero',
      severity: 'error',
      facts: { price: 0 },
      exception: { reason: 'A gift.', by: 'Ada', at: 5 }
    })
    const state = take(await bench.audits.state(id))
    expect(state.rules[16]).toMatchObject({ count: 0, excepted: 1 })
    expect(take(await bench.audits.exceptions(id))).toEqual([
      { productId: 'a', name: 'Name of a', rule: 'price-zero', reason: 'A gift.', by: 'Ada', at: 5 }
    ])
    await bench.audits.setException(id, 'a', 'price-zero', null)
    expect(take(await bench.audits.state(id)).rules[16]).toMatchObject({ count: 1, excepted: 0 })
  })

  it('tell the gravest finding of a product first, and what it is excepted from last', async () => {
    const bench = openBench()
    await bench.sync([
      item('a', { name: 'Oak table', price: 0, image: null }),
      item('b', { name: 'Oak table' })
    ])
    bench.audits.follow([id], null)
    const ready = bench.until(isReady)
    bench.audits.syncEnded(id)
    await ready
    const rulesOf = async (): Promise<string[]> =>
      take(await bench.audits.findingsOf(id, 'a')).map(({ rule }) => rule)
    const found = await rulesOf()
    expect(found.slice(0, 3)).toEqual(['price-zero', 'name-duplicate', 'picture-missing'])
    take(await bench.audits.setException(id, 'a', 'price-zero', 'A gift.'))
    expect((await rulesOf()).at(-1)).toBe('price-zero')
  })

  it('count an exception that is given while a rule that was switched on is looked for', async () => {
    const held = Promise.withResolvers<undefined>()
    let files: Promise<unknown> | null = null
    const bench: Bench = openBench({
      async catalogFile(name) {
        const before = files
        files = null
        await before
        return bench.copy.file(name)
      }
    })
    await bench.sync([item('a', { price: 0 }), item('b')])
    const setting = { enabled: true, severity: 'hint', threshold: null } as const
    take(await bench.audits.configure(id, 'price-zero', { ...setting, enabled: false }))
    bench.audits.follow([id], null)
    const ready = bench.until(isReady)
    bench.audits.syncEnded(id)
    await ready
    // The audit has read the exceptions, and waits for the copy.
    files = held.promise
    take(await bench.audits.configure(id, 'price-zero', setting))
    take(await bench.audits.setException(id, 'a', 'price-zero', 'A gift.'))
    const meanwhile = take(await bench.audits.state(id))
    expect(meanwhile.phase).toBe('running')
    // Nobody has looked yet: that is not none.
    expect(meanwhile.rules[16]).toMatchObject({ count: null, excepted: 0 })
    const after = bench.until(isReady)
    held.resolve(undefined)
    expect((await after).rules[16]).toMatchObject({ count: 0, excepted: 1 })
  })

  it('fault 89: fail when their thread dies, say so, and are made by the next one', async () => {
    const threadFile = await dyingThread()
    const bench = openBench({ threadFile })
    await bench.sync([item('a', { price: 0 })])
    bench.audits.follow([id], null)
    const failed = bench.until(({ because }) => because !== null)
    bench.audits.syncEnded(id)
    expect(await failed).toMatchObject({ phase: 'none', progress: null, because: { code: 'internal' } })
    // The state is still answered, by a thread of its own.
    expect(take(await bench.audits.state(id)).phase).toBe('none')
  })

  it('fault 82: lose what they found with a damaged copy at once, and find it anew after the next sync', async () => {
    const folder = testFolder()
    const first = openBench({}, folder)
    await first.sync([item('a', { price: 0 }), item('b')])
    first.audits.follow([id], null)
    const ready = first.until(isReady)
    first.audits.syncEnded(id)
    await ready
    await first.audits.close()
    await first.copy.close()
    writeFileSync(join(first.folder, catalogName), 'no database')

    const bench = openBench({}, folder)
    const listed = async (): Promise<string[]> => {
      const productQuery = {
        ...emptyQuery,
        filters: { ...emptyQuery.filters, finding: 'price-zero' as const }
      }
      return take(await bench.copy.read(id, { productQuery, offset: 0, limit: 10 })).items.map(({ id }) => id)
    }
    expect(await listed()).toEqual([])
    expect(take(await bench.audits.state(id))).toMatchObject({ phase: 'none', at: null, products: 0 })
    expect(take(await bench.audits.scores(id))).toMatchObject([{ run: 1, products: 2 }])
    // What had the first key has the second now.
    await bench.sync([item('b'), item('a', { price: 0 })])
    expect(await listed()).toEqual([])
    bench.audits.follow([id], null)
    const again = bench.until(isReady)
    bench.audits.syncEnded(id)
    await again
    expect(await listed()).toEqual(['a'])
  })

  it('end when their connection is left, and their file goes after its copy', async () => {
    const bench = openBench()
    await bench.sync(Array.from({ length: 3000 }, (_, at) => item(`p${at}`)))
    bench.audits.follow([id], null)
    bench.audits.syncEnded(id)
    await bench.audits.leave(id)
    await bench.copy.forget(id)
    await bench.audits.forget(id)
    expect(existsSync(join(bench.folder, auditName))).toBe(false)
    expect(existsSync(bench.folder)).toBe(false)
    expect(bench.audited()).toBe(0)
  })

  it('end at once when the app quits', async () => {
    const bench = openBench()
    await bench.sync(Array.from({ length: 3000 }, (_, at) => item(`p${at}`)))
    bench.audits.follow([id], null)
    bench.audits.syncEnded(id)
    const begun = performance.now()
    await bench.audits.close()
    expect(performance.now() - begun).toBeLessThan(1000)
    expect(await bench.audits.state(id)).toMatchObject({ ok: false, failure: { code: 'cancelled' } })
  })
})

/** A thread that dies of each audit, and answers all else. */
async function dyingThread(): Promise<string> {
  const fileOf = await bundle({ dying: 'tests/unit/quality/support/dying-thread.ts' })
  return fileOf('dying')
}
