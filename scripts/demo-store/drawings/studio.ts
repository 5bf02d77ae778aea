import { hash, pick, seeded } from '../random.ts'
import { brightness, colors, mix, tone, type Color, type Tone } from './colors.ts'
import type { Drawing } from './shapes.ts'

/** A backdrop color, or none: a cut-out with a transparent ground. */
export interface Staging {
  width: number
  height: number
  cutOut: boolean
}

const paleBackdrops = ['#ece0cd', '#d3dfde', '#eed7ca', '#d5dfc8', '#cfdeea', '#f2e3b8', '#ddd3e6', '#e6e4de']
const deepBackdrops = ['#bf8f74', '#7f9c92', '#8fa3b8', '#bd9f5c', '#b27f72', '#8c9570', '#9c87a3', '#6f93a0']

/** Pale goods stand before a deeper wall, all others before a pale one, so that a thumbnail still shows them. */
function backdrop(main: Color, seed: string): string {
  const pale = brightness(colors[main]) > 0.78
  const others = (pale ? deepBackdrops : paleBackdrops).filter(
    (wall) => Math.abs(brightness(wall) - brightness(colors[main])) > 0.09
  )
  return pick(seeded(hash(seed) ^ 0x5bd1), others.length > 0 ? others : paleBackdrops)
}

function gradient(id: string, stops: readonly [number, string][], direction = 'x2="1" y2="0"'): string {
  const inner = stops.map(([offset, color]) => `<stop offset="${offset}" stop-color="${color}"/>`).join('')
  return `<linearGradient id="${id}" x1="0" y1="0" ${direction}>${inner}</linearGradient>`
}

const roundStops = ({ base, light, dark, deep }: Tone): [number, string][] => [
  [0, dark],
  [0.16, base],
  [0.34, light],
  [0.58, base],
  [0.86, dark],
  [1, mix(dark, deep, 0.5)]
]

const flatStops = ({ base, light, dark }: Tone): [number, string][] => [
  [0, mix(base, light, 0.55)],
  [0.5, base],
  [1, mix(base, dark, 0.5)]
]

function fills(main: Tone, second: Tone): string {
  const down = 'x2="0.25" y2="1"'
  return (
    gradient('round', roundStops(main)) +
    gradient('flat', flatStops(main), down) +
    gradient('lying', roundStops(main), 'x2="0" y2="1"') +
    gradient('second-round', roundStops(second)) +
    gradient('second-flat', flatStops(second), down) +
    gradient('steel', roundStops({ base: '#b9bfc5', light: '#f4f6f7', dark: '#8d949b', deep: '#6b7279' })) +
    '<radialGradient id="shadow"><stop offset="0" stop-color="#2a1a14" stop-opacity=".42"/>' +
    '<stop offset=".6" stop-color="#2a1a14" stop-opacity=".16"/><stop offset="1" stop-color="#2a1a14" stop-opacity="0"/></radialGradient>' +
    '<radialGradient id="glow"><stop offset="0" stop-color="#ffedb0" stop-opacity=".75"/>' +
    '<stop offset=".5" stop-color="#ffe9a8" stop-opacity=".3"/><stop offset="1" stop-color="#ffe9a8" stop-opacity="0"/></radialGradient>'
  )
}

/**
 * A wall that runs softly into the floor, with light from the upper left. Its gradients are linear: a radial one
 * over the whole frame is noticeably slower to draw.
 */
function room(wall: string, { width, height }: Staging): string {
  const stops: [number, string][] = [
    [0, mix(wall, '#ffffff', 0.12)],
    [0.6, wall],
    [0.73, mix(wall, '#3a2a24', 0.06)],
    [0.79, mix(wall, '#ffffff', 0.1)],
    [1, mix(wall, '#ffffff', 0.04)]
  ]
  const fill = (id: string): string => `<rect width="${width}" height="${height}" fill="url(#${id})"/>`
  return (
    `<defs>${gradient('wall', stops, 'x2="0" y2="1"')}<linearGradient id="light" x1="0" y1="0" x2=".75" y2=".85">` +
    '<stop offset="0" stop-color="#fff" stop-opacity=".4"/><stop offset=".35" stop-color="#fff" stop-opacity=".24"/>' +
    '<stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient></defs>' +
    fill('wall') +
    fill('light')
  )
}

/** The whole picture as SVG; the same for the same arguments, on every machine (it holds no text, so no fonts). */
export function photograph(
  drawing: Drawing,
  main: Color,
  second: Color,
  seed: string,
  staging: Staging
): string {
  const { width, height, cutOut } = staging
  const paint = { main: tone(main), second: tone(second), random: seeded(seed) }
  const scene = cutOut ? '' : room(backdrop(main, seed), staging)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<defs>${fills(paint.main, paint.second)}</defs>${scene}` +
    `<g transform="translate(${(width - 800) / 2} ${(height - 800) / 2}) translate(-52 -62) scale(1.13)">${drawing(paint)}</g></svg>`
  )
}
