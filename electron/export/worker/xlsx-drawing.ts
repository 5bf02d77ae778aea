import type { FilePicture } from './protocol'
import { relationsEnd, relationsStart, relationXml } from './xlsx-frame'
import type { ZipFile } from './zip-file'

/** English Metric Units: 9525 a pixel of 96 to the inch. */
const unitsPerPixel = 9525
/** Pixels that a picture has in its cell, and around it. */
export const pictureSide = 64
const margin = 2
/** Points of a row with a picture. */
export const pictureRowHeight = ((pictureSide + 2 * margin) * 72) / 96
/** Characters of a column with pictures: some 7 pixels each. */
export const pictureColumnWidth = (pictureSide + 2 * margin) / 7

/** The pictures of a sheet, held until it has ended: few are allowed, and each has 3 KB or so. */
export interface Drawing {
  /** `row`: from 0. */
  place(row: number, picture: FilePicture): void
  readonly count: number
  /** Adds the pictures, as those of sheet `number` (1-based). */
  addTo(zip: ZipFile, number: number): Promise<void>
}

export function createDrawing(): Drawing {
  const placed: { row: number; picture: FilePicture }[] = []
  const file = (number: number, index: number): string => `media/picture${number}-${index + 1}.jpg`
  return {
    place: (row, picture) => void placed.push({ row, picture }),
    get count() {
      return placed.length
    },
    async addTo(zip, number) {
      const anchors = placed.map(({ row, picture }, index) => anchorXml(row, index, picture))
      const related = placed.map((_, index) =>
        relationXml({ id: `r${index + 1}`, kind: 'image', target: `../${file(number, index)}` })
      )
      await zip.add(`xl/drawings/drawing${number}.xml`, drawingStart + anchors.join('') + drawingEnd)
      await zip.add(
        `xl/drawings/_rels/drawing${number}.xml.rels`,
        relationsStart + related.join('') + relationsEnd
      )
      placed.forEach(({ picture }, index) => zip.store(`xl/${file(number, index)}`, picture.bytes))
    }
  }
}

const drawingStart = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">`
const drawingEnd = '</xdr:wsDr>'

/** A picture in the first cell of its row, in its own proportions. */
function anchorXml(row: number, index: number, { width, height }: FilePicture): string {
  const scale = Math.min(1, pictureSide / Math.max(width, height))
  const units = (pixels: number): number => Math.round(pixels * unitsPerPixel)
  const [cx, cy] = [units(Math.max(1, width * scale)), units(Math.max(1, height * scale))]
  const id = index + 1
  return `<xdr:oneCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:colOff>${units(margin)}</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>${units(margin)}</xdr:rowOff></xdr:from><xdr:ext cx="${cx}" cy="${cy}"/><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${id}" name="Picture ${id}"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="r${id}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor>`
}
