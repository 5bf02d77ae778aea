import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { demoShop } from '../../../electron/demo/catalog'
import { Darkroom } from '../../../electron/demo/darkroom'
import { drawings } from '../../../electron/demo/drawings'
import { colours, type Colour } from '../../../electron/demo/drawings/colours'
import { photograph } from '../../../electron/demo/drawings/studio'
import { openShop } from './shop'

const { store, page } = openShop()
const shop = demoShop()
const formats: Record<string, string> = { 'image/jpeg': 'jpeg', 'image/png': 'png', 'image/webp': 'webp' }

describe('pictures', () => {
  it('the first hundred decode as what they claim to be, at a moderate size', async () => {
    const { data } = await page('?pageNo=1&limit=100')
    const paths = data.items.flatMap(({ image }) => (typeof image === 'string' ? [image] : []))
    const seen = new Set<string>()
    for (const path of paths.filter((found) => shop.pictures.get(found)?.trouble === null)) {
      const response = await fetch(store().baseUrl + path)
      expect(response.status).toBe(200)
      const bytes = Buffer.from(await response.arrayBuffer())
      const type = response.headers.get('content-type') ?? ''
      const { info } = await sharp(bytes, { failOn: 'warning' }).raw().toBuffer({ resolveWithObject: true })
      const { format } = await sharp(bytes).metadata()
      expect(format).toBe(formats[type])
      expect([800, 1000]).toContain(info.width)
      expect([800, 1000]).toContain(info.height)
      expect(bytes.length).toBeLessThan(200_000)
      seen.add(`${type} ${info.width > info.height ? 'wide' : info.width < info.height ? 'tall' : 'square'}`)
    }
    for (const kind of [
      'image/jpeg square',
      'image/png square',
      'image/webp square',
      'image/jpeg wide',
      'image/jpeg tall'
    ])
      expect(seen).toContain(kind)
  })

  it('are the same at every start, and need no key', async () => {
    const [path, stored] = [...shop.pictures][0] ?? []
    if (path === undefined || stored === undefined) throw new Error('no picture')
    const served = Buffer.from(await (await fetch(store().baseUrl + path)).arrayBuffer())
    const { bytes } = await new Darkroom().picture(path, stored)
    expect(served.equals(bytes)).toBe(true)
  })

  it('are made once and shared while there is room, and made again when there was none', async () => {
    const [first, second] = [...shop.pictures].filter(([, { trouble }]) => trouble === null)
    if (first === undefined || second === undefined) throw new Error('no pictures')
    const roomy = new Darkroom()
    expect(await roomy.picture(...first)).toBe(await roomy.picture(...first))
    const cramped = new Darkroom(1)
    const once = await cramped.picture(...first)
    await cramped.picture(...second)
    const again = await cramped.picture(...first)
    expect(again).not.toBe(once)
    expect(again.bytes.equals(once.bytes)).toBe(true)
  })

  it.each(Object.entries(drawings))(
    'the drawing %s is sound SVG and stays within its frame',
    async (name, drawing) => {
      const staging = { width: 800, height: 800, cutOut: true }
      for (const seed of ['one', 'two', 'three']) {
        const svg = photograph(drawing, 'moss green', 'oak', `${name} ${seed}`, staging)
        expect(svg).not.toMatch(/NaN|undefined|Infinity|<text|<script|href=/)
        expect(svg.length).toBeLessThan(30_000)
        const { data, info } = await sharp(Buffer.from(svg))
          .resize(100, 100)
          .raw()
          .toBuffer({ resolveWithObject: true })
        const alpha = (x: number, y: number): number => data[(y * info.width + x) * info.channels + 3] ?? 0
        const drawn = Array.from({ length: 10_000 }, (_, index) =>
          alpha(index % 100, Math.floor(index / 100))
        )
        expect(drawn.filter((value) => value > 200).length).toBeGreaterThan(500)
        expect(
          Array.from({ length: 100 }, (_, y) => Math.max(alpha(0, y), alpha(99, y))).filter((a) => a > 200)
        ).toEqual([])
      }
    }
  )

  it.each(Object.entries(colours))('a mug in %s is painted in that colour', async (name, hex) => {
    const staging = { width: 800, height: 800, cutOut: false }
    const svg = photograph(drawings.mug, colourNamed(name), 'oak', 'a plain mug', staging)
    const { data, info } = await sharp(Buffer.from(svg)).raw().toBuffer({ resolveWithObject: true })
    const at = (600 * info.width + 420) * info.channels
    const wanted = [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16))
    const away = wanted.map((value, channel) => Math.abs(value - (data[at + channel] ?? 0)))
    expect(Math.max(...away)).toBeLessThan(30)
  })
})

function colourNamed(name: string): Colour {
  return name as Colour
}
