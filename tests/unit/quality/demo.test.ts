import { expect, it } from 'vitest'
import type { RuleId } from '../../../electron/contract/audit-rules'
import type { PictureFinding } from '../../../electron/contract/picture-values'
import type { FlawKind } from '../../../scripts/demo-store/flaw-kinds'
import { flaws } from '../../../scripts/demo-store/flaws'
import { demoShop } from '../../../scripts/demo-store/shop'
import { countsOf, openAuditedCopy, shown } from './support/audited-copy'

/** What each kind of flaw is to be found by. */
const foundBy: Record<FlawKind, RuleId> = {
  'picture-none': 'picture-missing',
  'picture-not-found': 'picture-broken',
  'picture-truncated': 'picture-broken',
  'picture-svg': 'picture-broken',
  'picture-html': 'picture-broken',
  'picture-tiny': 'picture-small',
  'picture-shared': 'picture-same',
  'picture-http': 'picture-insecure',
  'price-zero': 'price-zero',
  'price-missing': 'price-missing',
  'price-negative': 'price-negative',
  'price-tenfold': 'price-outlier',
  'price-hundredth': 'price-outlier',
  'id-duplicate': 'id-twice',
  'id-missing': 'set-aside',
  'name-duplicate': 'name-duplicate',
  'name-capitals': 'name-shouting',
  'name-spaces': 'name-spaces',
  'name-zero-width': 'name-spaces',
  'name-empty': 'name-missing',
  'description-missing': 'description-missing',
  'description-placeholder': 'description-placeholder',
  'description-todo': 'description-placeholder',
  'description-markup': 'description-markup',
  'description-entities': 'description-markup'
}

/** What a look at the picture of a flawed product brings. */
const looks: Partial<Record<FlawKind, PictureFinding>> = {
  'picture-not-found': { state: 'broken', code: 'not-found' },
  'picture-truncated': { state: 'broken', code: 'picture-corrupt' },
  'picture-svg': { state: 'broken', code: 'picture-not-a-picture' },
  'picture-html': { state: 'broken', code: 'picture-not-a-picture' },
  'picture-tiny': shown(1, 0x1234n, 40, 40)
}

it('finds every flaw of the demo store by the rule that is there for it, and little else', async () => {
  const copy = openAuditedCopy()
  const list = demoShop().items
  await copy.sync(list.map((item) => ({ ...item })))
  const idAt = (place: number): string => list[place - 1]?.id ?? ''
  copy.look(
    Object.fromEntries(
      flaws.flatMap(({ place, kind }) => {
        const look = looks[kind]
        return look === undefined ? [] : [[idAt(place), look] as const]
      })
    )
  )
  const report = await copy.audit()
  const findings = copy.findings()
  for (const { place, kind } of flaws) {
    if (kind === 'id-missing') continue
    expect([place, kind, findings[idAt(place)]]).toEqual([
      place,
      kind,
      expect.arrayContaining([foundBy[kind]])
    ])
  }
  const counts = countsOf(report)
  expect(counts['set-aside']).toBe(1)
  // Pairs of doubles count both; five plates and short texts are worth a look as well.
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  expect(all).toBeLessThan(65)
  expect(report.score).toBeGreaterThan(95)
})
