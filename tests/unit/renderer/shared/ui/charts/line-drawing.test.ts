import fc from 'fast-check'
import { expect, it } from 'vitest'
import { axisReach, thinned } from '../../../../../../renderer/shared/ui/charts/line-drawing'

const value = fc.option(fc.integer({ min: 0, max: 100 }), { freq: 5 })

it('a line that is long keeps its ends, its lowest and its highest, and its order', () => {
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 1, maxLength: 400 }),
      fc.integer({ min: 6, max: 60 }),
      (values, most) => {
        const points = values.map((each, at) => ({ at, value: each }))
        const kept = thinned(points, most)
        const known = (of: typeof kept): number[] =>
          of.flatMap((each) => (each.value === null ? [] : [each.value]))
        expect(kept.length).toBeLessThanOrEqual(Math.max(most, 0))
        expect(kept[0]).toBe(points[0])
        expect(kept.at(-1)).toBe(points.at(-1))
        expect(kept.map(({ at }) => at)).toEqual([...kept.map(({ at }) => at)].sort((a, b) => a - b))
        expect(Math.max(...known(kept))).toBe(Math.max(...known(points)))
        expect(Math.min(...known(kept))).toBe(Math.min(...known(points)))
      }
    )
  )
})

it('a line that is short stays as it is', () => {
  const points = [{ at: 1, value: 2 }]
  expect(thinned(points, 10)).toBe(points)
})

it('the axis leaves some room above and below, but none below zero where no value is', () => {
  const reach = (...values: (number | null)[]): ReturnType<typeof axisReach> =>
    axisReach({ points: values.map((each, at) => ({ at, value: each })), range: null })
  expect(reach(11, null, 8911)).toEqual({ suggestedMin: 0, suggestedMax: 9356 })
  expect(reach(500, 600)).toEqual({ suggestedMin: 495, suggestedMax: 605 })
  expect(reach(-100, 100)).toEqual({ suggestedMin: -110, suggestedMax: 110 })
  expect(reach(null)).toEqual({})
  expect(axisReach({ points: [{ at: 1, value: 3 }], range: [0, 100] })).toEqual({
    suggestedMin: 0,
    suggestedMax: 100
  })
})
