import { describe, expect, it } from 'vitest'
import { formatDecimal } from '../../../../../../renderer/shared/format/number'
import { drawLine } from '../../../../../../renderer/shared/ui/charts/line-drawing'

/** A canvas of 480 × 160 pixels that remembers the words on it: happy-dom has none that can be drawn on. */
function fakeCanvas(): { canvas: HTMLCanvasElement; words: string[] } {
  const canvas = document.createElement('canvas')
  const frame = document.createElement('div')
  frame.append(canvas)
  document.body.append(frame)
  Object.defineProperty(frame, 'getBoundingClientRect', { value: () => new DOMRect(0, 0, 480, 160) })
  const words: string[] = []
  const own: Record<string, unknown> = {
    canvas,
    measureText: (text: string) => ({ width: text.length * 6 }),
    fillText: (text: string) => words.push(text)
  }
  const context = new Proxy(own, { get: (_, name: string) => own[name] ?? ((): void => undefined) })
  Object.defineProperty(canvas, 'getContext', { value: () => context })
  return { canvas, words }
}

function labelsOf(values: readonly number[], digits: number): string[] {
  const { canvas, words } = fakeCanvas()
  const points = values.map((value, at) => ({ at: at * 86_400_000, value }))
  const formatValue = (value: number): string => `= ${formatDecimal(value, digits, 'en-US')}`
  drawLine(canvas, { points, stepped: false, range: null, formatValue, locale: 'en-US' })?.destroy()
  return words.filter((each) => each.startsWith('= '))
}

describe('the labels of the values', () => {
  it.each([
    [[50.05, 50.1, 50.12], 1],
    [[50.04, 50.16], 1],
    [[92.4, 92.4], 1],
    [[0.02, 0.04], 1],
    [[7, 8], 0],
    [[1.01, 1.02], 2],
    [[12, 8911], 2]
  ])('differ from each other: %j, with %i decimals', (values, digits) => {
    const labels = labelsOf(values, digits)
    expect(labels.length).toBeGreaterThan(1)
    expect(new Set(labels).size).toBe(labels.length)
  })
})
