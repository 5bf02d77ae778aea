import { describe, expect, it } from 'vitest'
import { sniff } from '../../../../electron/images/decode/sniff'
import {
  avifFile,
  gifFile,
  htmlFile,
  jpegFile,
  pngFile,
  svgFile,
  tiffFile,
  webpFile
} from '../../../support/hostile-images/picture-files'

const text = (content: string, encoding: BufferEncoding = 'utf8'): Buffer => Buffer.from(content, encoding)

describe('what a body is', () => {
  it('is told by its first bytes for every raster format', async () => {
    expect(sniff(await jpegFile())).toBe('jpeg')
    expect(sniff(await pngFile())).toBe('png')
    expect(sniff(await gifFile())).toBe('gif')
    expect(sniff(await webpFile())).toBe('webp')
    expect(sniff(await avifFile())).toBe('avif')
    expect(sniff(await tiffFile())).toBe('tiff')
  })

  it('fault 63: an SVG is an SVG in every wrapping', () => {
    expect(sniff(svgFile)).toBe('svg')
    expect(sniff(text('\ufeff  <!-- made by hand --><svg:svg/>'))).toBe('svg')
    expect(sniff(text('\ufeff<svg/>', 'utf16le'))).toBe('svg')
    expect(sniff(text('<!DOCTYPE svg PUBLIC "x">'))).toBe('svg')
  })

  it('fault 66: HTML is HTML whatever its name says', () => {
    expect(sniff(htmlFile)).toBe('html')
    expect(sniff(text('\n<HTML lang="en">'))).toBe('html')
    expect(sniff(text('<p>Sign in'))).toBe('html')
    expect(sniff(text('<!doctype html><svg/>'))).toBe('html')
  })

  it('is named for what cannot be shown', () => {
    expect(sniff(text(''))).toBe('empty')
    expect(sniff(Buffer.from([0x1f, 0x8b, 8]))).toBe('compressed')
    expect(sniff(text('\0\0\0\x18ftypheic'))).toBe('heic')
    expect(sniff(text('{"error":1}'))).toBe('unknown')
    expect(sniff(text('%PDF-1.7'))).toBe('unknown')
  })
})
