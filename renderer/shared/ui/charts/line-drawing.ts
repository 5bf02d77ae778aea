import {
  Chart,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  type ChartConfiguration,
  type ScriptableContext
} from 'chart.js'
import { formatTimeTick, timeTicks } from './time-ticks'

/** A value at a moment, ms since 1970. null: not known then, and the line has a gap. */
export interface ChartPoint {
  at: number
  value: number | null
  /** Its value in words, where a number alone would not tell it. */
  told?: string
  /** It is not to be compared with those before it: the line begins anew. */
  isApart?: boolean
}

/**
 * At most so many points of a line, in its order: of each stretch its lowest and its highest, and always the first and
 * the last, and those with which the line begins anew. A line that is short enough stays as it is.
 */
export function thinned(points: readonly ChartPoint[], most: number): readonly ChartPoint[] {
  if (points.length <= most) return points
  const stretches = Math.max(1, Math.floor((most - 2) / 2))
  const remaining = new Set<ChartPoint>(points.slice(0, 1))
  for (let n = 0; n < stretches; n += 1) {
    const from = Math.floor((n * points.length) / stretches)
    const to = Math.floor(((n + 1) * points.length) / stretches)
    for (const point of extremes(points.slice(from, to))) remaining.add(point)
  }
  for (const point of points) if (point.isApart === true) remaining.add(point)
  for (const point of points.slice(-1)) remaining.add(point)
  return points.filter((point) => remaining.has(point))
}

/** The lowest and the highest of some points; those without a value only where none has one. */
function extremes(points: readonly ChartPoint[]): ChartPoint[] {
  const known = points.filter(({ value }) => value !== null)
  const sorted = [...known].sort((a, b) => (a.value ?? 0) - (b.value ?? 0))
  return [...sorted.slice(0, 1), ...sorted.slice(-1), ...(known.length === 0 ? points.slice(0, 1) : [])]
}

Chart.register(LineController, LineElement, PointElement, LinearScale)

/** What is drawn. */
export interface LineData {
  points: readonly ChartPoint[]
  /** The value holds until the next point, as a price does. */
  stepped: boolean
  /** The values' axis reaches at least from the one to the other. */
  range: readonly [number, number] | null
  formatValue: (value: number) => string
  locale: string | null
}

/** A drawing on a canvas, which it fills and follows in size. */
export interface LineDrawing {
  draw: (data: LineData) => void
  /** Makes the point with this index stand out; null: none. */
  highlight: (index: number | null) => void
  /** Where a point stands, in CSS pixels from the canvas' top left corner; null for one without a value. */
  placeOf: (index: number) => { x: number; y: number } | null
  /** The point with a value that is nearest to a place in the width, in CSS pixels; null without any. */
  nearest: (x: number) => number | null
  destroy: () => void
}

/** With more points than this a dot for each would hide the line. */
const mostDots = 40
/** Marks on the axis of time. */
const mostTicks = 6
/** Around the only point there is, ms. */
const aroundOne = 1_800_000

interface ZoomView {
  font: { family: string; size: number }
  text: string
  grid: string
  line: string
  ground: string
}

/** A canvas knows no CSS variables: its own, unused color properties carry those that its style sheet gives it. */
function lookOf(canvas: HTMLCanvasElement): ZoomView {
  const style = getComputedStyle(canvas)
  return {
    font: { family: style.fontFamily, size: Number.parseFloat(style.fontSize) || 12 },
    text: style.color,
    grid: style.borderTopColor,
    line: style.outlineColor,
    ground: style.caretColor
  }
}

function isAlone(points: readonly ChartPoint[], index: number): boolean {
  const isKnown = (at: number): boolean => typeof points[at]?.value === 'number'
  const isJoined = (at: number): boolean => isKnown(at - 1) && isKnown(at) && points[at]?.isApart !== true
  return !isJoined(index) && !isJoined(index + 1)
}

function spanOf(points: readonly ChartPoint[]): { from: number; to: number } {
  const from = points[0]?.at ?? 0
  const to = points.at(-1)?.at ?? from
  return to > from ? { from, to } : { from: from - aroundOne, to: to + aroundOne }
}

type Config = ChartConfiguration<'line', { x: number; y: number | null }[]>
type Scales = NonNullable<NonNullable<Config['options']>['scales']>

function dataOf({ points, stepped }: LineData, { line, ground }: ZoomView): Config['data'] {
  const radius = ({ dataIndex }: ScriptableContext<'line'>): number =>
    points.length <= mostDots || isAlone(points, dataIndex) ? 3 : 0
  return {
    datasets: [
      {
        data: points.map(({ at, value }) => ({ x: at, y: value })),
        borderColor: line,
        borderWidth: 2,
        borderJoinStyle: 'round',
        segment: {
          borderColor: ({ p1DataIndex }) =>
            points[p1DataIndex]?.isApart === true ? 'transparent' : undefined
        },
        // A dot at an end is whole.
        clip: 8,
        stepped: stepped ? 'before' : false,
        pointBackgroundColor: line,
        pointBorderWidth: 0,
        pointRadius: radius,
        pointHoverRadius: 5,
        pointHoverBackgroundColor: ground,
        pointHoverBorderColor: line,
        pointHoverBorderWidth: 2.5
      }
    ]
  }
}

/** Of what an axis takes beyond its lowest and its highest value. */
const grace = 0.05

/** How far the values' axis reaches at least. Where none of them is below zero, it is not either: there are no such prices. */
export function axisReach({ points, range }: Pick<LineData, 'points' | 'range'>): {
  suggestedMin?: number
  suggestedMax?: number
} {
  if (range !== null) return { suggestedMin: range[0], suggestedMax: range[1] }
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]))
  if (values.length === 0) return {}
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  const beyond = (highest - lowest) * grace
  return {
    suggestedMin: lowest >= 0 ? Math.max(0, lowest - beyond) : lowest - beyond,
    suggestedMax: highest + beyond
  }
}

/** Decimals that no value of ours is written with more of. */
const mostDecimals = 6

/** How many decimals values are written with: marks that are closer to each other would read the same. */
function writtenDecimals(formatValue: LineData['formatValue']): number {
  let decimals = 0
  while (decimals < mostDecimals && formatValue(1 + 10 ** -(decimals + 1)) !== formatValue(1)) decimals += 1
  return decimals
}

function scalesOf(data: LineData, { font, text, grid }: ZoomView): Scales {
  const { from, to } = spanOf(data.points)
  const { at, unit } = timeTicks(from, to, mostTicks)
  const ticks = { color: text, font, padding: 6 }
  return {
    x: {
      type: 'linear',
      min: from,
      max: to,
      border: { color: grid },
      grid: { display: false },
      afterBuildTicks: (scale) => {
        scale.ticks = at.map((value) => ({ value }))
      },
      ticks: {
        ...ticks,
        maxRotation: 0,
        autoSkipPadding: 12,
        callback: (value) => formatTimeTick(Number(value), unit, data.locale)
      }
    },
    y: {
      type: 'linear',
      ...axisReach(data),
      border: { display: false },
      grid: { color: grid, drawTicks: false },
      ticks: {
        ...ticks,
        maxTicksLimit: 5,
        precision: writtenDecimals(data.formatValue),
        callback: (value) => data.formatValue(Number(value))
      }
    }
  }
}

/** Nothing moves by itself: what is drawn is there at once, whatever a person wants of motion. */
function configOf(data: LineData, look: ZoomView): Config {
  return {
    type: 'line',
    data: dataOf(data, look),
    options: {
      responsive: true,
      maintainAspectRatio: false,
      animation: false,
      // The pointer and the keys are followed outside: both do the same.
      events: [],
      layout: { padding: { top: 8, right: 12 } },
      scales: scalesOf(data, look)
    }
  }
}

/** Begins to draw on a canvas; null where there is nothing to draw with. Colors and letters are read with each drawing. */
export function drawLine(canvas: HTMLCanvasElement, first: LineData): LineDrawing | null {
  if (!canvas.getContext('2d')) return null
  const chart = new Chart(canvas, configOf(first, lookOf(canvas)))
  const elements = (): PointElement[] => [...chart.getDatasetMeta(0).data].filter(isPoint)

  return {
    draw(data) {
      const config = configOf(data, lookOf(canvas))
      chart.data = config.data
      if (config.options) chart.options = config.options
      chart.update()
    },
    highlight(index) {
      chart.setActiveElements(index === null ? [] : [{ datasetIndex: 0, index }])
      chart.draw()
    },
    placeOf(index) {
      const point = elements()[index]
      return point && !point.skip ? { x: point.x, y: point.y } : null
    },
    nearest(x) {
      const known = elements().map((point, index) => ({ point, index }))
      const near = known
        .filter(({ point }) => !point.skip)
        .sort((a, b) => Math.abs(a.point.x - x) - Math.abs(b.point.x - x))
      return near[0]?.index ?? null
    },
    destroy: () => {
      chart.destroy()
    }
  }
}

function isPoint(element: unknown): element is PointElement {
  return element instanceof PointElement
}
