import { box, dot, faint, oval, path, stroke, under, type Drawing, type Paint } from './shapes.ts'

/** A framed sheet on the wall: `art` is drawn into the 320 × 440 window from (240, 180). */
function framed(paint: Paint, art: (paint: Paint) => string): string {
  const { second } = paint
  return (
    faint(0.9, oval(420, 720, 290, 60, 'url(#shadow)')) +
    under('M176 96H624V704H176Z') +
    box(176, 96, 448, 608, 4, 'url(#second-flat)') +
    box(194, 114, 412, 572, 0, second.deep) +
    box(198, 118, 404, 564, 0, '#fbf7ee') +
    `<svg x="240" y="170" width="320" height="460" viewBox="0 0 320 460">${art(paint)}</svg>` +
    faint(0.1, path('M198 118H420L198 520Z', '#fff'))
  )
}

const framedAs =
  (art: (paint: Paint) => string): Drawing =>
  (paint) =>
    framed(paint, art)

const hills = framedAs(({ main, second, random }) => {
  const sun = 90 + random() * 140
  return (
    box(0, 0, 320, 460, 0, '#f4e3cc') +
    dot(sun, 130, 58, second.base) +
    path('M0 260Q90 190 170 250T320 230V460H0Z', main.light) +
    path('M0 320Q120 250 210 310T320 300V460H0Z', main.base) +
    path('M0 390Q80 340 180 380T320 370V460H0Z', main.dark)
  )
})

const botanical = framedAs(({ main, random }) => {
  const tilt = random() * 30 - 15
  const leaves = [0, 1, 2, 3, 4, 5].map((index) => {
    const [y, length] = [370 - index * 56, 110 - index * 10]
    const one = (side: number): string =>
      `<path d="M160 ${y}Q${160 + side * length * 0.5} ${y - 70} ${160 + side * length} ${y - 50}Q${160 + side * length * 0.6} ${y + 6} 160 ${y}Z" fill="${index % 2 ? main.base : main.dark}"/>`
    return one(1) + one(-1)
  })
  return (
    box(0, 0, 320, 460, 0, '#f6f1e4') +
    `<g transform="rotate(${tilt} 160 440)">${stroke('M160 440Q168 240 160 60', main.deep, 6)}${leaves.join('')}${oval(160, 50, 15, 34, main.base)}</g>`
  )
})

const arches = framedAs(
  ({ main, second }) =>
    box(0, 0, 320, 460, 0, '#efe3d0') +
    [140, 108, 76, 44]
      .map((radius, index) =>
        path(
          `M${160 - radius} 420V200A${radius} ${radius} 0 0 1 ${160 + radius} 200V420Z`,
          [main.base, second.light, main.dark, '#f6ecd9'][index] ?? main.base
        )
      )
      .join('') +
    dot(250, 62, 32, second.base)
)

const geometry = framedAs(({ main, second, random }) => {
  const fills = [main.base, second.base, main.light, '#e9c46a', main.dark, '#f6ecd9']
  const cells = Array.from({ length: 20 }, (_, index) => {
    const [x, y] = [(index % 4) * 80, Math.floor(index / 4) * 92]
    const fill = fills[Math.floor(random() * fills.length)] ?? main.base
    const other = fills[Math.floor(random() * fills.length)] ?? main.base
    const turn = Math.floor(random() * 3)
    const shape =
      turn === 0
        ? path(`M${x} ${y}H${x + 80}A80 92 0 0 1 ${x} ${y + 92}Z`, fill)
        : turn === 1
          ? oval(x + 40, y + 46, 34, 40, fill)
          : path(`M${x} ${y + 92}L${x + 80} ${y}V${y + 92}Z`, fill)
    return box(x, y, 80, 92, 0, other) + shape
  })
  return cells.join('')
})

const sea = framedAs(({ main, second, random }) => {
  const waves = [0, 1, 2, 3, 4, 5].map((index) => {
    const y = 250 + index * 36
    return faint(
      0.5 + index * 0.08,
      path(
        `M0 ${y}Q40 ${y - 22} 80 ${y}T160 ${y}T240 ${y}T320 ${y}V460H0Z`,
        index % 2 ? main.base : main.dark
      )
    )
  })
  return (
    box(0, 0, 320, 460, 0, '#e8eef0') +
    box(0, 0, 320, 250, 0, second.light) +
    dot(80 + random() * 160, 236, 62, '#f3c98b') +
    waves.join('')
  )
})

const town = framedAs(({ main, second, random }) => {
  const fills = [main.base, second.base, '#e7d3b5', main.light, second.light, main.dark]
  const houses = [0, 1, 2, 3, 4].map((index) => {
    const [x, height] = [index * 64, 150 + random() * 170]
    const windows = Array.from(
      { length: 3 },
      (_, row) =>
        box(x + 12, 460 - height + 22 + row * 44, 14, 20, 2, '#fbf3dc') +
        box(x + 38, 460 - height + 22 + row * 44, 14, 20, 2, '#fbf3dc')
    )
    return (
      box(x, 460 - height, 64, height, 0, fills[index % 6] ?? main.base) +
      path(`M${x} ${460 - height}L${x + 32} ${424 - height}L${x + 64} ${460 - height}Z`, main.deep) +
      windows.join('')
    )
  })
  return box(0, 0, 320, 460, 0, '#f3e7d4') + dot(238, 70, 34, '#f0c16b') + houses.join('')
})

const moons = framedAs(
  ({ main, second }) =>
    box(0, 0, 320, 460, 0, main.deep) +
    [80, 190, 300]
      .map(
        (y, index) =>
          dot(160, y + 30, 44, second.light) +
          (index === 1 ? '' : dot(160 + (index - 1) * 28, y + 30, 40, main.deep))
      )
      .join('') +
    [
      [40, 60],
      [270, 110],
      [60, 240],
      [280, 300],
      [50, 390],
      [250, 420],
      [120, 30]
    ]
      .map(([x = 0, y = 0]) => dot(x, y, 4, '#fbf3dc'))
      .join('')
)

const fruit = framedAs(({ main, second, random }) => {
  const pieces = Array.from({ length: 9 }, (_, index) => {
    const [x, y] = [60 + (index % 3) * 100, 80 + Math.floor(index / 3) * 150]
    const half = random() < 0.4
    return (
      oval(x, y, 42, 48, index % 2 ? main.base : second.base) +
      (half
        ? oval(x, y, 32, 38, '#fbf3dc') + oval(x, y, 10, 14, main.deep)
        : faint(0.35, oval(x - 14, y - 16, 12, 15, '#fff'))) +
      path(`M${x} ${y - 46}q26 -30 44 -10q-20 22 -44 10Z`, '#5d8350')
    )
  })
  return box(0, 0, 320, 460, 0, '#f6eddc') + pieces.join('')
})

const bird = framedAs(
  ({ main, second }) =>
    box(0, 0, 320, 460, 0, '#f1ead9') +
    stroke('M20 330Q160 300 310 340', '#6a4a36', 9) +
    [60, 120, 230, 280].map((x, index) => oval(x, 318 + (index % 2 ? 22 : -14), 22, 9, '#7f9a66')).join('') +
    path('M96 300C70 200 150 130 210 170L254 178L222 200C240 280 180 330 120 318L60 380Z', main.base) +
    path('M120 230C150 200 190 230 170 290C140 300 120 280 120 230Z', main.dark) +
    dot(206, 186, 6, '#1f1a1a') +
    dot(240, 70, 40, second.base) +
    stroke('M150 318V336M176 312V332', '#6a4a36', 5)
)

export const printDrawings = { hills, botanical, arches, geometry, sea, town, moons, fruit, bird }
