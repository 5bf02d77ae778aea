import type { WorkbookWriter, WorksheetWriter } from '@cj-tech-master/excelts'
import type { FilePicture } from './protocol'

/** English Metric Units: 9525 a pixel of 96 to the inch. */
const unitsPerPixel = 9525
/** Pixels that a picture has in its cell, and around it. */
const pictureSide = 64
const margin = 2
/** Points of a row with a picture. */
export const pictureRowHeight = ((pictureSide + 2 * margin) * 72) / 96
/** Characters of a column with pictures: some 7 pixels each. */
export const pictureColumnWidth = (pictureSide + 2 * margin) / 7

/**
 * Places a picture in the first cell of a row, in its own proportions. The library holds its bytes until the workbook ends: few are
 * allowed, and each has 3 KB or so. `row`: from 1.
 */
export function placePicture(
  workbook: WorkbookWriter,
  sheet: WorksheetWriter,
  row: number,
  { bytes, width, height }: FilePicture
): void {
  const scale = Math.min(1, pictureSide / Math.max(width, height))
  const offset = margin * unitsPerPixel
  const image = workbook.addImage({
    extension: 'jpeg',
    buffer: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  })
  const place = { col: 0, row: row - 1, nativeCol: 0, nativeRow: row - 1 }
  sheet.addImage(image, {
    tl: { ...place, nativeColOff: offset, nativeRowOff: offset },
    ext: { width: Math.max(1, width * scale), height: Math.max(1, height * scale) },
    editAs: 'oneCell'
  })
}
