import type { Random } from '../random.ts'
import type { Tone } from './colors.ts'

/** What a drawing is made with; it stands on y = 650 in a square of 800 × 800. */
export interface Paint {
  /** The color that the product's name mentions. */
  main: Tone
  /** A second material: wood, brass, lining. */
  second: Tone
  /** Small differences between products of one kind. */
  random: Random
}

export type Drawing = (paint: Paint) => string

/** Fills that `studio.ts` defines for every picture; round ones are lit from the upper left. */
export const round = 'url(#round)'
/** As `round`, for a body that lies on its side. */
export const lying = 'url(#lying)'
export const flat = 'url(#flat)'
export const secondRound = 'url(#second-round)'
export const secondFlat = 'url(#second-flat)'
export const steel = 'url(#steel)'

const fixed = (value: number): string => String(Math.round(value * 10) / 10)

export function path(d: string, fill: string): string {
  return `<path d="${d}" fill="${fill}"/>`
}

export function stroke(d: string, color: string, width: number): string {
  return `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
}

export function oval(cx: number, cy: number, rx: number, ry: number, fill: string): string {
  return `<ellipse cx="${fixed(cx)}" cy="${fixed(cy)}" rx="${fixed(rx)}" ry="${fixed(ry)}" fill="${fill}"/>`
}

export function dot(cx: number, cy: number, radius: number, fill: string): string {
  return oval(cx, cy, radius, radius, fill)
}

export function box(
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
  fill: string
): string {
  return `<rect x="${fixed(x)}" y="${fixed(y)}" width="${fixed(width)}" height="${fixed(height)}" rx="${radius}" fill="${fill}"/>`
}

/** The parts moved, turned or scaled by an SVG transform. */
export function turned(transform: string, ...parts: string[]): string {
  return `<g transform="${transform}">${parts.join('')}</g>`
}

/** The parts at an opacity of 0 to 1. */
export function faint(opacity: number, ...parts: string[]): string {
  return `<g opacity="${opacity}">${parts.join('')}</g>`
}

/** A soft white area of light. */
export function shine(d: string, opacity = 0.28): string {
  return faint(opacity, path(d, '#fff'))
}

/** A soft dark area. */
export function shade(d: string, opacity = 0.16): string {
  return faint(opacity, path(d, '#1a1012'))
}

/** The shadow on the ground under something `rx` wide to each side. */
export function shadow(cx: number, cy: number, rx: number, ry = rx * 0.13): string {
  return oval(cx, cy, rx * 1.18, ry * 1.3, 'url(#shadow)') + oval(cx, cy, rx * 0.9, ry * 0.55, 'url(#shadow)')
}

/** The shadow of something that lies flat or hangs on a wall: a soft copy, a little lower. */
export function under(d: string): string {
  return [26, 18, 10].map((step) => turned(`translate(0 ${step})`, faint(0.07, path(d, '#2a1a14')))).join('')
}

/** A smooth line through points (Catmull–Rom as cubic curves), without its first `M`. */
function through(points: readonly (readonly [number, number])[]): string {
  return points
    .slice(1)
    .map(([x, y], index) => {
      const from = points[index] ?? [x, y]
      const before = points[index - 1] ?? from
      const after = points[index + 2] ?? [x, y]
      const c1 = [from[0] + (x - before[0]) / 6, from[1] + (y - before[1]) / 6]
      const c2 = [x - (after[0] - from[0]) / 6, y - (after[1] - from[1]) / 6]
      return `C${[...c1, ...c2, x, y].map(fixed).join(' ')}`
    })
    .join('')
}

/**
 * A body turned on a lathe: `profile` lists its radius and height from the top down, as in '60 200, 90 640'. Its
 * foot is slightly curved.
 */
export function lathe(profile: string, fill: string, cx = 400): string {
  const points = profile.split(',').map((pair) => {
    const [radius = 0, y = 0] = pair.trim().split(' ').map(Number)
    return { radius, y }
  })
  const left = points.map(({ radius, y }) => [cx - radius, y] as const)
  const right = points.map(({ radius, y }) => [cx + radius, y] as const).reverse()
  const [[startX, startY] = [cx, 0]] = left
  const [[footX, footY] = [cx, 0]] = right
  const bottom = `Q${fixed(cx)} ${fixed(footY + (footX - cx) * 0.14)} ${fixed(footX)} ${fixed(footY)}`
  return path(`M${fixed(startX)} ${fixed(startY)}${through(left)}${bottom}${through(right)}Z`, fill)
}

/** The open mouth of a turned body: its lip and the dark inside. */
export function mouth(y: number, radius: number, paint: Tone, cx = 400): string {
  const ry = radius * 0.16
  return oval(cx, y, radius, ry, paint.light) + oval(cx, y + ry * 0.16, radius * 0.93, ry * 0.8, paint.deep)
}

/** A long highlight down a round body, from (x, top) to (x, bottom). */
export function gleam(x: number, top: number, bottom: number, width = 16): string {
  return faint(0.34, box(x - width / 2, top, width, bottom - top, width / 2, '#fff'))
}
