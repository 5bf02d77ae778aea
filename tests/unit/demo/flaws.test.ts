import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { flawKinds, type FlawKind } from '../../../scripts/demo-store/flaw-kinds'
import { flaws } from '../../../scripts/demo-store/flaws'
import { openShop } from './shop'

const { page, store } = openShop()

interface Served {
  id?: string
  name: string
  price: number
  description?: string
  image: string
}

const served: Served[] = []
beforeAll(async () => {
  for (let number = 1; number <= 7; number += 1) {
    const { data } = await page(`?pageNo=${number}&limit=200`)
    served.push(...(data.items as unknown as Served[]))
  }
})

async function picture(address: string): Promise<{ status: number; type: string; bytes: Buffer }> {
  const response = await fetch(new URL(address, store().baseUrl))
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    bytes: Buffer.from(await response.arrayBuffer())
  }
}

const isNot = (field: keyof Served) => (item: Served) => expect(item).not.toHaveProperty(field)

/** What must be seen in the served list (and behind the picture's address) for each kind of flaw. */
const seen: Record<FlawKind, (item: Served, other: Served | undefined) => unknown> = {
  'picture-none': isNot('image'),
  'picture-not-found': async ({ image }) => expect((await picture(image)).status).toBe(404),
  'picture-truncated': async ({ image }) => {
    const { status, type, bytes } = await picture(image)
    expect([status, type]).toEqual([200, 'image/jpeg'])
    expect((await sharp(bytes).metadata()).format).toBe('jpeg')
    await expect(sharp(bytes, { failOn: 'truncated' }).raw().toBuffer()).rejects.toThrow()
  },
  'picture-svg': async ({ image }) => {
    const { type, bytes } = await picture(image)
    expect(type).toBe('image/svg+xml')
    expect(bytes.toString()).toMatch(/^<svg .*<\/svg>$/s)
  },
  'picture-html': async ({ image }) => {
    const { status, type, bytes } = await picture(image)
    expect([status, type, image.endsWith('.jpg')]).toEqual([200, 'image/jpeg', true])
    expect(bytes.toString()).toContain('<!doctype html>')
  },
  'picture-tiny': async ({ image }) =>
    expect(await sharp((await picture(image)).bytes).metadata()).toMatchObject({ width: 40, height: 40 }),
  'picture-shared': ({ image, name }, other) => {
    expect(image).toBe(other?.image)
    expect(name).not.toBe(other?.name)
  },
  'picture-http': ({ image }) => expect(image).toMatch(/^http:\/\/img\.old-shop\.example\//),
  'price-zero': ({ price }) => expect(price).toBe(0),
  'price-missing': isNot('price'),
  'price-negative': ({ price }) => expect(price).toBeLessThan(0),
  'price-tenfold': (item) => expect(item.price).toBeGreaterThan(5 * usual(item)),
  'price-hundredth': (item) => expect(item.price).toBeLessThan(usual(item) / 50),
  'id-duplicate': ({ id, name }, other) => {
    expect(id).toBe(other?.id)
    expect(name).not.toBe(other?.name)
  },
  'id-missing': isNot('id'),
  'name-duplicate': ({ id, name }, other) => {
    expect(name).toBe(other?.name)
    expect(id).not.toBe(other?.id)
  },
  'name-capitals': ({ name }) => {
    expect(name).toBe(name.toUpperCase())
    expect(name).not.toBe(name.toLowerCase())
  },
  'name-spaces': ({ name }) => expect(name).toMatch(/^ .+ {2}.+ $/),
  'name-zero-width': ({ name }) => expect(name).toContain('\u200B'),
  'name-empty': ({ name }) => expect(name).toBe(''),
  'description-missing': isNot('description'),
  'description-placeholder': ({ description }) => expect(description).toContain('Lorem ipsum'),
  'description-todo': ({ description }) => expect(description).toContain('TODO'),
  'description-markup': ({ description }) => expect(description).toMatch(/<p><b>.*<a href=/),
  'description-entities': ({ description }) => expect(description).toContain('&amp;')
}

/** What products with the same opening of their description cost on average: they are of one kind. */
function usual({ id, description = '' }: Served): number {
  const opening = description.slice(0, 24)
  const alike = served.filter((item) => item.id !== id && item.description?.startsWith(opening))
  return alike.reduce((sum, { price }) => sum + price, 0) / alike.length
}

describe('the flaws of the demo store', () => {
  it.each(flaws.map((flaw) => ({ ...flaw, what: flawKinds[flaw.kind].what })))(
    'the product at place $place $what',
    async ({ place, kind, with: other }) => {
      const item = served[place - 1]
      if (item === undefined) throw new Error(`nothing at place ${place}`)
      await seen[kind](item, other === undefined ? undefined : served[other - 1])
    }
  )

  it('cover every kind, about forty in all, with one on the first page and half in the first ten', () => {
    expect(new Set(flaws.map(({ kind }) => kind))).toEqual(new Set(Object.keys(flawKinds)))
    expect(flaws.length).toBeGreaterThanOrEqual(38)
    expect(flaws.filter(({ place }) => place <= 25).map(({ kind }) => kind)).toEqual(['picture-none'])
    expect(flaws.filter(({ place }) => place <= 250).length).toBeGreaterThanOrEqual(20)
    expect(new Set(flaws.map(({ place }) => place)).size).toBe(flaws.length)
  })

  it('are all there is: any other product is sound', () => {
    const places = new Set(flaws.flatMap(({ place, with: other }) => [place, other]))
    const others = served.filter((_, index) => !places.has(index + 1))
    expect(new Set(others.map(({ id }) => id)).size).toBe(others.length)
    expect(new Set(others.map(({ image }) => image)).size).toBe(others.length)
    for (const item of others) {
      expect(item.price).toBeGreaterThan(0)
      expect(item.name).not.toMatch(/[\u200B\u200C]|^ | $| {2}/)
    }
  })
})
