import { describe, expect, it, onTestFinished } from 'vitest'
import { rulesInForce } from '../../../electron/quality/rule-settings'
import { openFindings } from '../../../electron/quality/worker/findings-file'
import { openIn } from '../../support/open-files'
import { item } from '../catalog/writing-side'
import { countsOf, openAuditedCopy, shown } from './support/audited-copy'

const long = 'A description that says what the thing is, and what it is good for.'
const sound = (id: string, more = {}): ReturnType<typeof item> =>
  item(id, { name: `Oak table ${id.toUpperCase()}xyz`, description: `${long} It is number ${id}.`, ...more })
const off = { enabled: false, severity: 'hint', threshold: null } as const

describe('an audit', () => {
  it('tells of each rule how many products it found, and of lists which', async () => {
    const copy = openAuditedCopy()
    await copy.sync([sound('a'), sound('b', { price: 0 }), sound('c', { name: '', image: null }), null])
    const report = await copy.audit()
    expect(countsOf(report)).toEqual({
      'picture-missing': 1,
      'name-missing': 1,
      'price-zero': 1,
      'set-aside': 1
    })
    expect(copy.findings()).toEqual({ b: ['price-zero'], c: ['picture-missing', 'name-missing'] })
    expect(report.products).toBe(3)
    expect(report.run).toBe(1)
    expect(report.coverage.state).toBe('complete')
    // Of three products and an item set aside one is without fault.
    expect(report.score).toBe(25)
  })

  it('notes when an error was found that was not there before, until there is none', async () => {
    const copy = openAuditedCopy()
    const worse = (): number[] => {
      const findings = openFindings(copy.folder)
      const found = [...findings.late().values()].map(({ at }) => at)
      findings.release()
      return found
    }
    copy.setClock(20_000)
    await copy.sync([sound('a', { price: 0 }), sound('b')])
    await copy.audit()
    expect(worse(), 'the first time nothing is new').toEqual([])
    copy.setClock(30_000)
    await copy.sync([sound('a', { price: 0 }), sound('b', { price: 0 })])
    await copy.audit()
    expect(worse()).toEqual([expect.toSatisfy((at: number) => at >= 30_000 && at < 60_000)])
    const before = worse()
    copy.setClock(90_000)
    await copy.audit()
    expect(worse(), 'it is not found anew').toEqual(before)
    await copy.settle({ 'price-zero': { enabled: true, severity: 'warning', threshold: null } })
    expect(worse(), 'a warning is no error').toEqual([])
  })

  it('tells an error of a picture that was fine from one that nobody here had looked at before', async () => {
    const copy = openAuditedCopy()
    await copy.sync([sound('a'), sound('b'), sound('c')])
    copy.look({ a: shown(1, 1n, 800, 600) })
    await copy.audit()
    copy.setClock(30_000)
    const gone = { state: 'broken', code: 'not-found' } as const
    copy.look({ a: gone, b: gone, c: shown(2, -5n, 800, 600) })
    await copy.audit()
    expect(copy.findings()).toEqual({ a: ['picture-broken'], b: ['picture-broken'] })
    const findings = openFindings(copy.folder)
    onTestFinished(() => findings.release())
    const [began] = copy.side.rows('SELECT started_at AS at FROM run') as { at: number }[]
    const at: unknown = expect.toSatisfy((time: number) => time >= 30_000 && time < 60_000)
    expect([...findings.late().values()]).toEqual([
      { at, lookedAt: null, knownSince: null },
      { at: 0, lookedAt: at, knownSince: began?.at }
    ])
    await copy.sync([sound('a'), sound('b', { price: 0 }), sound('c')])
    copy.setClock(90_000)
    await copy.audit()
    findings.changed()
    expect([...findings.late().values()][1], 'both are kept').toMatchObject({
      at: expect.toSatisfy((time: number) => time >= 90_000),
      lookedAt: at
    })
  })

  it('leaves out what a product is excepted from, and counts it', async () => {
    const copy = openAuditedCopy()
    await copy.sync([sound('a', { price: 0, image: null }), sound('b', { price: 0 })])
    const exceptions = [{ productId: 'a', rule: 'price-zero' as const }]
    const report = await copy.audit({}, exceptions)
    expect(copy.findings()).toEqual({ a: ['picture-missing'], b: ['price-zero'] })
    expect(report.rules[16]).toMatchObject({ count: 1, excepted: 1 })
    expect(report.score).toBe(25)
    const settled = await copy.settle({}, [])
    expect(copy.findings()).toEqual({ a: ['picture-missing', 'price-zero'], b: ['price-zero'] })
    expect(settled?.score).toBe(0)
  })

  it('goes by the thresholds that are set', async () => {
    const copy = openAuditedCopy()
    await copy.sync([sound('a', { name: 'A name of some length' }), sound('b')])
    const setting = { enabled: true, severity: 'hint', threshold: 20 } as const
    expect(countsOf(await copy.audit())).toEqual({})
    expect(countsOf(await copy.audit({ 'name-long': setting }))).toEqual({ 'name-long': 1 })
    expect(await copy.of('a', { 'name-long': setting })).toEqual({
      'name-long': { characters: 21, threshold: 20 }
    })
  })

  it('does not look for what is switched off', async () => {
    const copy = openAuditedCopy()
    await copy.sync([sound('a', { price: 0 }), sound('b', { price: 0 })])
    const report = await copy.audit({ 'price-zero': off })
    expect(report.rules[16]?.count).toBeNull()
    expect(copy.findings()).toEqual({})
    expect(report.score).toBe(100)
    expect(await copy.of('a', { 'price-zero': off })).toEqual({})
    expect(countsOf(await copy.audit())).toEqual({ 'price-zero': 2 })
  })

  it('goes by digits of the currency', async () => {
    const copy = openAuditedCopy('JPY')
    await copy.sync([sound('a', { price: 1200.5 }), sound('b', { price: 1200 })])
    await copy.audit()
    expect(copy.findings()).toEqual({ a: ['price-fraction'] })
    expect(await copy.of('a')).toEqual({ 'price-fraction': { price: 1200.5, digits: 1, threshold: 0 } })
  })

  it('says nothing of pictures and descriptions that a short list does not tell of', async () => {
    const copy = openAuditedCopy()
    await copy.sync([{ id: 'a', name: 'Oak table', price: 3 }], 'short')
    const report = await copy.audit()
    expect(countsOf(report)).toEqual({})
    expect(report.rules[0]).toEqual({ count: null, excepted: 0, examined: null })
    expect(report.score).toBe(100)
  })

  it('tells how many pictures were looked at', async () => {
    const copy = openAuditedCopy()
    await copy.sync([sound('a'), sound('b'), sound('c'), sound('d')])
    copy.look({
      a: shown(1, 1n, 300, 300),
      b: { state: 'broken', code: 'not-found' },
      c: shown(2, -5n, 3000, 600)
    })
    const report = await copy.audit()
    expect(copy.findings()).toEqual({ a: ['picture-small'], b: ['picture-broken'], c: ['picture-shape'] })
    expect(report.rules.slice(0, 3).map(({ examined }) => examined)).toEqual([4, 3, 2])
    expect(await copy.of('b')).toEqual({ 'picture-broken': { code: 'not-found' } })
    expect(await copy.of('c')).toEqual({
      'picture-shape': { width: 3000, height: 600, times: 5, threshold: 3 }
    })
  })

  it('tells of products that stand for the same what they share, and with how many', async () => {
    const copy = openAuditedCopy()
    await copy.sync([
      sound('a', { name: 'Oak  TABLE', image: 'https://i.example/1' }),
      sound('b', { name: 'Oak\u200b table', image: 'https://i.example/1' }),
      sound('c'),
      sound('d'),
      sound('a', { price: 7 })
    ])
    copy.look({ c: shown(5, 0b1111n), d: shown(6, 0b1100n) })
    await copy.audit()
    expect(copy.findings()).toMatchObject({
      a: ['picture-same', 'name-duplicate', 'name-spaces', 'id-twice'],
      c: ['picture-similar'],
      d: ['picture-similar']
    })
    expect(await copy.of('a')).toMatchObject({
      'picture-same': { products: 1 },
      'name-duplicate': { products: 1 },
      'id-twice': { times: 2 }
    })
    expect(await copy.of('c')).toEqual({ 'picture-similar': { products: 1 } })
  })

  it('takes pictures that only look alike for a hint, and for nothing where the very same one is found', async () => {
    const copy = openAuditedCopy()
    await copy.sync([
      sound('a', { image: 'https://i.example/1' }),
      sound('b', { image: 'https://i.example/1' }),
      sound('c', { image: 'https://i.example/2' }),
      sound('d', { image: 'https://i.example/3' })
    ])
    copy.look({
      a: shown(5, 0b1111n),
      b: shown(5, 0b1111n),
      c: shown(6, 0b1111n),
      d: shown(7, 0b1111_0000_0000n)
    })
    const report = await copy.audit()
    expect(copy.findings()).toEqual({ a: ['picture-same'], b: ['picture-same'], c: ['picture-similar'] })
    const ofTwins = { 'picture-same': { products: 1, group: expect.any(Number) } }
    expect(await copy.of('a')).toEqual(ofTwins)
    expect(await copy.of('b'), 'of one group').toEqual(await copy.of('a'))
    expect(await copy.of('c')).toEqual({ 'picture-similar': { products: 2 } })
    // Two warnings and a hint among four products.
    expect(report.score).toBe(72.5)
    const same = { enabled: false, severity: 'warning', threshold: null } as const
    await copy.audit({ 'picture-same': same })
    expect(copy.findings()).toEqual({ c: ['picture-similar'] })
  })

  it('tells what the last one found, whatever was asked of the one before', async () => {
    const copy = openAuditedCopy()
    const named = (id: string): ReturnType<typeof item> => sound(id, { name: 'Oak table' })
    await copy.sync([named('a'), named('b'), sound('c')])
    await copy.audit()
    expect(await copy.of('a')).toEqual({ 'name-duplicate': { products: 1 } })
    await copy.sync([named('a'), named('b'), named('c')])
    await copy.audit()
    expect(await copy.of('a')).toEqual({ 'name-duplicate': { products: 2 } })
  })

  it('finds what changed since the last one', async () => {
    const copy = openAuditedCopy()
    const list = [sound('a'), sound('b'), sound('c')]
    await copy.sync(list)
    await copy.audit()
    expect(copy.findings()).toEqual({})
    await copy.sync([sound('a', { price: -1 }), sound('d', { price: 0 }), sound('b')])
    const report = await copy.audit()
    expect(copy.findings()).toEqual({ a: ['price-negative'], d: ['price-zero'] })
    expect(report.products).toBe(3)
    await copy.sync(list)
    await copy.audit()
    expect(copy.findings()).toEqual({})
  })

  it('knows whether what it found is of the copy as it is', async () => {
    const copy = openAuditedCopy()
    await copy.sync([sound('a')])
    expect(await copy.standing()).toMatchObject({ report: null, isCurrent: false, products: 1 })
    await copy.audit()
    expect(await copy.standing()).toMatchObject({ isCurrent: true })
    expect(await copy.standing({ 'price-zero': off })).toMatchObject({ isCurrent: false })
    copy.look({ a: shown(1, 1n) })
    expect(await copy.standing()).toMatchObject({ isCurrent: false })
    await copy.audit()
    await copy.sync([sound('a', { price: 2 })])
    expect(await copy.standing()).toMatchObject({ isCurrent: false })
  })

  it('keeps one point of the score for each sync, that of its last audit', async () => {
    const copy = openAuditedCopy()
    await copy.sync([sound('a'), sound('b', { price: 0 })])
    await copy.audit()
    await copy.sync([sound('a'), sound('b')])
    await copy.audit()
    copy.look({ a: { state: 'broken', code: 'not-found' }, b: shown(1, 1n) })
    await copy.audit()
    expect(await copy.scores()).toMatchObject([
      { run: 1, score: 50, counts: { 'price-zero': 1 } },
      { run: 2, score: 50, counts: { 'picture-broken': 1 } }
    ])
  })

  it('keeps no point of the score for a sync that failed or was stopped', async () => {
    const copy = openAuditedCopy()
    await copy.sync([sound('a'), sound('b')])
    await copy.audit()
    for (const outcome of ['failed', 'stopped'] as const) {
      await copy.side.finish(copy.side.begin(100).run, { outcome })
      await copy.audit()
    }
    expect(await copy.scores()).toMatchObject([{ run: 1 }])
  })

  it('fault 93: keeps one point for each sync also where the clock was ahead for a while', async () => {
    const copy = openAuditedCopy()
    await copy.sync([sound('a', { price: 0 })])
    copy.setClock(9_000_000)
    await copy.audit()
    copy.setClock(20_000)
    await copy.sync([sound('a', { price: 0 }), sound('b')])
    await copy.audit()
    copy.look({ a: shown(1, 1n) })
    await copy.audit()
    await copy.sync([sound('a'), sound('b')])
    await copy.audit()
    await copy.audit()
    const scores = await copy.scores()
    expect(scores.map(({ run }) => run).sort()).toEqual([1, 2, 3])
  })

  it('fault 93: sees a picture that was looked at after the clock was put back', async () => {
    const copy = openAuditedCopy()
    await copy.sync([sound('a'), sound('b')])
    copy.setClock(9_000_000)
    copy.look({ a: shown(1, 1n), b: shown(2, -1n) })
    await copy.audit()
    copy.setClock(20_000)
    copy.look({ a: { state: 'broken', code: 'not-found' } })
    expect(await copy.standing()).toMatchObject({ isCurrent: false })
  })

  it('leaves what it finds of pictures out of the score until most of them were looked at', async () => {
    const copy = openAuditedCopy()
    const list = Array.from({ length: 20 }, (_, at) => sound(`p${at}`))
    await copy.sync([...list, sound('none', { image: null })])
    const looked = (count: number): void => {
      const broken = { state: 'broken', code: 'not-found' } as const
      copy.look(
        Object.fromEntries(
          list
            .slice(0, count)
            .map((_, at) => [
              `p${at}`,
              at < 7 ? broken : shown(at, BigInt.asIntN(64, BigInt(at + 1) * 0x9e3779b97f4a7c15n))
            ])
        )
      )
    }
    looked(18)
    const early = await copy.audit()
    expect(countsOf(early)).toMatchObject({ 'picture-broken': 7 })
    // Of 21 products one has no picture at all, which is a warning and needs no look.
    expect(early).toMatchObject({ score: 97.6, pictures: { looked: 18, all: 20, areInScore: false } })
    looked(19)
    const late = await copy.audit()
    expect(late).toMatchObject({ score: 64.2, scoreWithoutPictures: 97.6, pictures: { areInScore: true } })
    expect(await copy.scores()).toMatchObject([
      { run: 1, score: 64.2, withPictures: true, scoreWithoutPictures: 97.6 }
    ])
    // Some that a sync brings do not take them out again; many do.
    const more = [...list, sound('none', { image: null }), sound('new'), sound('newer')]
    await copy.sync(more)
    expect(await copy.audit()).toMatchObject({ pictures: { looked: 19, all: 22, areInScore: true } })
    await copy.sync([...more, sound('newest')])
    expect(await copy.audit()).toMatchObject({ pictures: { looked: 19, all: 23, areInScore: false } })
    expect(await copy.scores()).toMatchObject([
      { run: 1, withPictures: true },
      { run: 2, withPictures: true },
      { run: 3, withPictures: false }
    ])
  })

  it('leaves the findings of lists as they are where nothing new was found', async () => {
    const copy = openAuditedCopy()
    await copy.sync([sound('a', { price: 0 }), sound('b')])
    await copy.audit()
    const version = copy.version()
    await copy.sync([sound('a', { price: 0 }), sound('b', { price: 5 })])
    await copy.audit()
    expect(copy.version()).toBe(version)
    await copy.sync([sound('a'), sound('b')])
    await copy.audit()
    expect(copy.version()).not.toBe(version)
  })
})

it('fault 111: an audit that is ended has let go of its files by the time that is answered', async () => {
  const copy = openAuditedCopy()
  await copy.sync(Array.from({ length: 4000 }, (_, n) => sound(String(n))))
  const asked = {
    file: copy.side.file,
    rules: rulesInForce({}, 'EUR'),
    exceptions: [],
    at: 1,
    isInBackground: true
  }
  const audits = [1, 2].map(async () => copy.methods.audit('c', asked))
  // The writer of the copy has it open itself.
  await copy.side.methods.close('c', null)
  await copy.methods.close('c', null)
  expect(openIn(copy.folder)).toEqual([])
  expect(await Promise.all(audits)).toMatchObject([
    { failure: { code: 'cancelled' } },
    { failure: { code: 'cancelled' } }
  ])
})
