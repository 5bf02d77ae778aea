import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fitScale,
  fitted,
  isZoomed,
  lookOf,
  panned,
  poseOf,
  settled,
  zoomed
} from '../../../../../renderer/features/pictures/zoom'

const stage = { width: 800, height: 600 }
const photo = { width: 1600, height: 1200 }

describe('the zoom of a picture', () => {
  it('begins with all of the picture in sight', () => {
    expect(fitted(photo, stage)).toEqual({ scale: 0.5, x: 0, y: 0 })
    expect(fitScale({ width: 100, height: 2400 }, stage)).toBe(0.25)
  })

  it('does not blow a small picture up', () => {
    expect(fitted({ width: 48, height: 48 }, stage).scale).toBe(1)
  })

  it('never goes below the fitted size, nor beyond eight pixels for one', () => {
    expect(settled({ scale: 0.01, x: 0, y: 0 }, photo, stage).scale).toBe(0.5)
    expect(settled({ scale: 99, x: 0, y: 0 }, photo, stage).scale).toBe(8)
  })

  it('keeps what is under the pointer under it', () => {
    const point = { x: 100, y: -50 }
    const before = settled({ scale: 1, x: 30, y: 20 }, photo, stage)
    const after = zoomed(before, 2, point, photo, stage)
    expect((point.x - after.x) / after.scale).toBeCloseTo((point.x - before.x) / before.scale)
    expect((point.y - after.y) / after.scale).toBeCloseTo((point.y - before.y) / before.scale)
  })

  it('comes back to the middle when all of the picture is in sight again', () => {
    const near = zoomed(fitted(photo, stage), 4, { x: 300, y: 200 }, photo, stage)
    expect(zoomed(near, 1 / 4, { x: -300, y: 100 }, photo, stage)).toEqual(fitted(photo, stage))
  })

  it('does not move a picture that is all in sight', () => {
    expect(panned(fitted(photo, stage), { x: 50, y: 50 }, photo, stage)).toEqual(fitted(photo, stage))
    expect(isZoomed(fitted(photo, stage), photo, stage)).toBe(false)
  })

  it('never leaves a gap at the stage’s edge that more of the picture could fill', () => {
    const size = fc.integer({ min: 1, max: 4000 })
    const shift = fc.double({ min: -1e6, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(
        size,
        size,
        fc.double({ min: 0.01, max: 50, noNaN: true }),
        shift,
        shift,
        (width, height, scale, x, y) => {
          const pose = settled({ scale, x, y }, { width, height }, stage)
          expect(Math.abs(pose.x)).toBeLessThanOrEqual(
            Math.max(0, (width * pose.scale - stage.width) / 2) + 1e-6
          )
          expect(Math.abs(pose.y)).toBeLessThanOrEqual(
            Math.max(0, (height * pose.scale - stage.height) / 2) + 1e-6
          )
        }
      )
    )
  })
})

describe('pictures that are moved together', () => {
  const scan = { width: 400, height: 300 }

  it('are looked at in the same way, whatever their size and that of their stage', () => {
    const pose = { scale: 1.5, x: 200, y: -100 }
    const look = lookOf(pose, photo, stage)
    expect(look.zoom).toBe(3)
    const other = poseOf(look, scan, { width: 200, height: 150 })
    // As many times as large, and moved by the same part of it.
    expect(other.scale).toBe(1.5)
    expect(other.x / (scan.width * other.scale)).toBeCloseTo(pose.x / (photo.width * pose.scale))
    expect(other.y / (scan.height * other.scale)).toBeCloseTo(pose.y / (photo.height * pose.scale))
  })

  it('come back to the pose that a look was taken from', () => {
    const pose = panned({ scale: 1.5, x: 0, y: 0 }, { x: 120, y: 40 }, photo, stage)
    expect(poseOf(lookOf(pose, photo, stage), photo, stage)).toEqual(pose)
  })

  it('are all at their own size where one is, also where a smaller copy is shown', () => {
    const look = lookOf({ scale: 2, x: 0, y: 0 }, photo, stage, 'own', 2)
    expect(look).toEqual({ zoom: 1, unit: 'own', x: 0, y: 0 })
    expect(poseOf(look, photo, stage, 1.25).scale).toBe(1.25)
    expect(poseOf(look, scan, stage).scale).toBe(1)
  })

  it('are never lost from their stage', () => {
    const look = lookOf(panned({ scale: 2, x: 0, y: 0 }, { x: 9000, y: 0 }, photo, stage), photo, stage)
    const pose = poseOf(look, { width: 100, height: 2400 }, stage)
    expect(pose).toEqual(settled(pose, { width: 100, height: 2400 }, stage))
  })
})
