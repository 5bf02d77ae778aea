/** Every color and material that a product's name may mention, as it is painted. */
export const colors = {
  'moss green': '#74824f',
  'forest green': '#2f5641',
  sage: '#a3b197',
  mint: '#a9d3c1',
  petrol: '#1f5f68',
  'sea blue': '#4a86a0',
  'ink blue': '#2c3d63',
  cobalt: '#2f56b0',
  sky: '#9cc4dc',
  lilac: '#b7a5cf',
  plum: '#6b3f5f',
  'clay pink': '#d49a8b',
  rose: '#e2b1b4',
  coral: '#e5735c',
  'brick red': '#a8432f',
  'signal red': '#cf3b30',
  rust: '#b4592c',
  terracotta: '#c9744d',
  apricot: '#efb37f',
  mustard: '#d6a02c',
  'butter yellow': '#f2d77e',
  sand: '#d8c3a0',
  oat: '#e6dac2',
  'chalk white': '#f3efe7',
  'warm grey': '#a79f95',
  slate: '#66707a',
  charcoal: '#3d3e42',
  black: '#26272a',
  cocoa: '#6a4636',
  cognac: '#a9663a',
  'natural linen': '#d2c4a8',
  brass: '#c9a24f',
  copper: '#c27a50',
  steel: '#b4bac0',
  oak: '#cfa56f',
  'smoked oak': '#7d5a3d',
  walnut: '#76503a',
  ash: '#e0c69c',
  beech: '#dcb183',
  cork: '#c89f6c',
  glass: '#c3dcd8',
  amber: '#a85f1f',
  kraft: '#c6a178'
} as const

export type Color = keyof typeof colors

/** One color in the four steps that a drawing shades with, as #rrggbb. */
export interface Tone {
  base: string
  light: string
  dark: string
  deep: string
}

function channels(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** A color between two, `amount` 0 (all the first) to 1 (all the second). */
export function mix(first: string, second: string, amount: number): string {
  const other = channels(second)
  const mixed = channels(first).map((value, index) =>
    Math.round(value + ((other[index] ?? 0) - value) * amount)
      .toString(16)
      .padStart(2, '0')
  )
  return `#${mixed.join('')}`
}

/** Brightness as the eye sees it, 0 to 1 (Rec. 709 weights without gamma: enough to choose a backdrop). */
export function brightness(hex: string): number {
  const [red, green, blue] = channels(hex)
  return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255
}

/** The shading steps of a color; shadows lean to a warm dark, so that nothing looks dirty gray. */
export function tone(color: Color): Tone {
  const base = colors[color]
  return {
    base,
    light: mix(base, '#fffaf0', 0.34),
    dark: mix(base, '#2a1c1c', 0.24),
    deep: mix(base, '#1f1418', 0.46)
  }
}
