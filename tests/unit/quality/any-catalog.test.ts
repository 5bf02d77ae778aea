import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { RuleSettings } from '../../../electron/quality/rule-settings'
import type { ExceptionKey } from '../../../electron/quality/worker/protocol'
import type { RuleId } from '../../../electron/contract/audit-rules'
import type { PictureFinding } from '../../../electron/contract/picture-values'
import { item, type Item } from '../catalog/writing-side'
import { tries } from '../../support/property-tries'
import { countsOf, openAuditedCopy, shown, type AuditedCopy } from './support/audited-copy'
import { naiveFindings, type NaiveProduct } from './support/naive'

/** A product that shares its texts and prices with others, as often as not. */
const product = fc.record({
  id: fc.integer({ min: 1, max: 30 }).map((number) => `p${number}`),
  name: fc.constantFrom(
    'Oak table',
    'oak  table',
    'Pine table, red',
    'Oak chair',
    'ALL OUR BEST SHOES',
    '茶碗',
    'Large oak\u200b table',
    'Small desk lamp 12 cm',
    'Desk lamp',
    ''
  ),
  price: fc.constantFrom(10, 11, 12, 12.5, 13, 14, 15, 900, 0.1, 0, -3, 9.999, null, '12', 'ask us'),
  description: fc.constantFrom(
    null,
    'Short.',
    'A description that says what the thing is, and what it is good for.',
    'Lorem ipsum dolor sit amet and so on, until it is long enough.'
  ),
  image: fc.constantFrom(null, 'https://i.example/1', 'https://i.example/2', 'http://i.example/3')
})
const finding: fc.Arbitrary<PictureFinding> = fc.oneof(
  fc.constant({ state: 'broken', code: 'not-found' } as const),
  fc
    .record({
      content: fc.integer({ min: 1, max: 6 }),
      look: fc.constantFrom(0n, 1n, 15n, 31n, -1n, -16n, 0x0f0f_0f0f_0f0fn),
      width: fc.constantFrom(100, 500, 3000)
    })
    .map(({ content, look, width }) => shown(content, look, width, 500))
)
const settings: fc.Arbitrary<RuleSettings> = fc.record(
  {
    'description-duplicate': fc.record({
      enabled: fc.boolean(),
      severity: fc.constant('hint' as const),
      threshold: fc.constantFrom(2, 3)
    }),
    'price-outlier': fc.record({
      enabled: fc.boolean(),
      severity: fc.constant('error' as const),
      threshold: fc.constantFrom(2, 3.5, 8)
    }),
    'name-spaces': fc.record({
      enabled: fc.boolean(),
      severity: fc.constant('warning' as const),
      threshold: fc.constant(null)
    })
  },
  { requiredKeys: [] }
)

const anyId = fc.integer({ min: 1, max: 30 }).map((number) => `p${number}`)
const exception = fc.record({
  productId: anyId,
  rule: fc.constantFrom<RuleId[]>(
    'name-duplicate',
    'price-outlier',
    'picture-same',
    'picture-similar',
    'price-zero',
    'set-aside'
  )
})
const step = fc.record({
  list: fc.array(product, { maxLength: 30 }),
  pictures: fc.dictionary(anyId, finding, { maxKeys: 12 }),
  rules: settings,
  exceptions: fc.array(exception, { maxLength: 12 })
})

it('finds of any catalog, after any changes, what comparing each product with each other finds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
      const copy = openAuditedCopy()
      for (const { list, pictures, rules, exceptions } of steps) {
        await copy.sync(list.map(({ id, ...more }): Item => item(id, more)))
        copy.look(pictures)
        const report = await copy.audit(rules, exceptions)
        const found = naiveFindings(listed(copy), rules, 'EUR')
        const expected = withoutExcepted(found, exceptions)
        expect(copy.findings()).toEqual(expected)
        expect(countsOf(report)).toEqual(countedOf(expected))
        for (const [id, some] of Object.entries(found)) {
          expect(Object.keys(await copy.of(id, rules)).sort()).toEqual([...some].sort())
        }
        expect(report.products).toBe(listed(copy).length)
        // With other exceptions it is only counted anew.
        await copy.settle(rules)
        expect(copy.findings()).toEqual(found)
      }
      await copy.methods.close('c', null)
      await copy.side.methods.close('c', null)
    }),
    { numRuns: tries(25) }
  )
}, 180_000)

type Findings = Record<string, RuleId[]>

function withoutExcepted(found: Findings, exceptions: ExceptionKey[]): Findings {
  const left = Object.entries(found).map(([id, rules]) => {
    const isExcepted = (rule: RuleId): boolean =>
      exceptions.some((exception) => exception.productId === id && exception.rule === rule)
    return [id, rules.filter((rule) => !isExcepted(rule))] as const
  })
  return Object.fromEntries(left.filter(([, rules]) => rules.length > 0))
}

function countedOf(found: Findings): Partial<Record<RuleId, number>> {
  const rules = Object.values(found).flat()
  return Object.fromEntries(
    rules.map((rule) => [rule, rules.filter((other) => other === rule).length] as const)
  )
}

/** What the copy says of its products. */
function listed({ side }: AuditedCopy): NaiveProduct[] {
  const rows = side.rows(`
    SELECT id, name, product.price, description, image, flags & 4 AS asText, broken, width, height,
      CAST(content AS TEXT) AS content, CAST(look AS TEXT) AS look,
      (SELECT count(*) FROM place WHERE place.product = product.key) AS places
    FROM product LEFT JOIN picture ON picture.product = product.key WHERE gone IS NULL ORDER BY key`)
  return rows.map((row) => {
    const { id, name, price, description, image, places } = row as unknown as NaiveProduct
    return {
      id,
      name,
      price,
      priceAsText: row.asText !== 0,
      description,
      image,
      places,
      picture: pictureOf(row)
    }
  })
}

function pictureOf({ broken, width, height, content, look }: Record<string, unknown>): PictureFinding | null {
  if (broken === null) return null
  if (broken !== 0) return { state: 'broken', code: 'not-found' }
  return {
    ...shown(0, BigInt(String(look)), Number(width), Number(height)),
    content: BigInt(String(content))
  } as PictureFinding
}
