import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { drawings } from '../../../scripts/demo-store/drawings'
import { colors, type Color } from '../../../scripts/demo-store/drawings/colors'
import { photograph } from '../../../scripts/demo-store/drawings/studio'
import { paint } from '../../../scripts/demo-store/paint'
import { demoShop } from '../../../scripts/demo-store/shop'
import { demoFolder, openShop } from './shop'

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
      expect([640, 800]).toContain(info.width)
      expect([640, 800]).toContain(info.height)
      expect(bytes.length).toBeLessThan(50_000)
      seen.add(`${type} ${info.width > info.height ? 'wide' : info.width < info.height ? 'tall' : 'square'}`)
    }
    for (const kind of [
      'image/jpeg square',
      'image/png square',
      'image/webp square',
      'image/webp wide',
      'image/webp tall'
    ])
      expect(seen).toContain(kind)
  })

  it('are all that the shop has, and no others', async () => {
    const files = await readdir(join(demoFolder, 'images'))
    expect(files.sort()).toEqual([...shop.pictures.keys()].map((path) => basename(path)).sort())
  })

  it('look as they are drawn today', async () => {
    const sound = [...shop.pictures].filter(([, { trouble }]) => trouble === null)
    for (const [path, picture] of [sound[0], sound[600], sound[1200]].flatMap((found) =>
      found ? [found] : []
    )) {
      const shipped = await gray(await readFile(join(demoFolder, path)))
      const drawn = await gray(await paint(picture))
      const away = shipped.map((light, at) => Math.abs(light - (drawn[at] ?? 0)))
      expect(Math.max(...away)).toBeLessThan(8)
    }
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

  it.each(Object.entries(colors))('a mug in %s is painted in that color', async (name, hex) => {
    const staging = { width: 800, height: 800, cutOut: false }
    const svg = photograph(drawings.mug, colorNamed(name), 'oak', 'a plain mug', staging)
    const { data, info } = await sharp(Buffer.from(svg)).raw().toBuffer({ resolveWithObject: true })
    const at = (600 * info.width + 420) * info.channels
    const wanted = [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16))
    const away = wanted.map((value, channel) => Math.abs(value - (data[at + channel] ?? 0)))
    expect(Math.max(...away)).toBeLessThan(30)
  })
})

/** Brightness of 16 × 16 fields. */
async function gray(bytes: Buffer): Promise<number[]> {
  return [...(await sharp(bytes).flatten({ background: '#fff' }).greyscale().resize(16, 16).raw().toBuffer())]
}

function colorNamed(name: string): Color {
  return name as Color
}
