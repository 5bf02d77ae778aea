import {
  box,
  dot,
  faint,
  flat,
  gleam,
  lathe,
  lying,
  oval,
  path,
  round,
  secondFlat,
  secondRound,
  shade,
  shadow,
  shine,
  stroke,
  turned,
  under,
  type Drawing
} from './shapes.ts'

function wheel(x: number, y: number, radius: number): string {
  const spokes = Array.from({ length: 9 }, (_, index) => {
    const angle = (index * Math.PI) / 9
    const [dx, dy] = [Math.cos(angle) * radius, Math.sin(angle) * radius]
    return stroke(
      `M${(x - dx).toFixed(1)} ${(y - dy).toFixed(1)}L${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)}`,
      '#9aa1a7',
      2
    )
  })
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="#3a393d" stroke-width="18"/><circle cx="${x}" cy="${y}" r="${radius - 13}" fill="none" stroke="#c3c8cc" stroke-width="6"/>${spokes.join('')}${dot(x, y, 13, '#6b7279')}`
}

const bicycle: Drawing = ({ main, second, random }) => {
  const step = random() < 0.5
  const frame = step
    ? 'M250 300L330 520M180 500L330 520M330 520C470 490 540 380 560 270M180 500L268 350'
    : 'M250 300L330 520M180 500L330 520L566 300M262 330H562M180 500L262 330'
  return turned(
    'translate(34 46) scale(.915)',
    shadow(400, 650, 330) +
      wheel(180, 500, 138) +
      wheel(622, 500, 138) +
      stroke(frame, main.dark, 19) +
      stroke(frame, main.base, 12) +
      stroke('M622 500L556 240', main.base, 14) +
      stroke('M556 240L545 200L610 190M545 200L500 214', '#8d949b', 12) +
      stroke('M594 192L624 190M492 216L510 211', second.base, 20) +
      stroke('M250 300L244 270', '#8d949b', 11) +
      path('M190 250Q250 240 300 256Q310 272 290 278Q240 284 200 280Q180 266 190 250Z', second.dark) +
      dot(330, 520, 38, '#4a4a4f') +
      dot(330, 520, 24, '#b9bfc5') +
      stroke('M330 520L366 580M350 582H388', '#4a4a4f', 9) +
      `<path d="M60 440A140 140 0 0 1 300 410" fill="none" stroke="${main.dark}" stroke-width="10" stroke-linecap="round" opacity=".8"/>`
  )
}

const bell: Drawing = ({ main, second }) =>
  shadow(400, 640, 200) +
  box(250, 560, 300, 70, 35, '#4a4a4f') +
  box(340, 470, 120, 110, 16, second.dark) +
  path('M150 470C150 260 260 190 400 190C540 190 650 260 650 470Q400 540 150 470Z', round) +
  faint(0.5, stroke('M160 470Q400 536 640 470', main.deep, 7)) +
  lathe('34 160, 46 184, 30 204', secondRound) +
  stroke('M640 480L720 440', '#8d949b', 18) +
  dot(720, 440, 24, second.base) +
  shine('M210 420Q220 290 330 240Q270 310 262 440Z', 0.4)

const helmet: Drawing = ({ main, second }) =>
  shadow(400, 640, 270) +
  stroke('M240 480Q300 640 400 636Q500 640 560 480', second.dark, 12) +
  box(370, 612, 60, 36, 10, '#3a3a3d') +
  path(
    'M110 460C100 230 260 150 410 150C580 150 700 250 704 440Q706 480 660 484Q400 520 140 500Q112 496 110 460Z',
    round
  ) +
  [
    'M250 220Q210 300 220 420L262 424Q260 310 290 220Z',
    'M370 190Q356 300 360 430H410Q408 300 410 190Z',
    'M490 200Q520 300 512 428L556 420Q560 300 528 214Z'
  ]
    .map((d) => path(d, main.deep))
    .join('') +
  path('M110 470Q400 510 704 452L704 470Q700 486 660 490Q400 526 140 506Q114 500 110 470Z', second.base) +
  shine('M150 400Q160 270 240 216Q190 300 186 410Z', 0.3)

const saddle: Drawing = ({ second }) =>
  faint(0.7, oval(400, 610, 240, 40, 'url(#shadow)')) +
  stroke('M250 430Q330 520 420 500Q560 470 660 400', '#8d949b', 16) +
  stroke('M400 500V640', '#6b7279', 40) +
  stroke('M392 500V640', '#b9bfc5', 10) +
  path(
    'M104 330Q110 250 210 250Q300 250 380 300Q520 330 690 320Q726 330 716 366Q680 396 560 396Q400 400 320 450Q220 480 150 440Q100 400 104 330Z',
    flat
  ) +
  shade(
    'M130 424Q220 480 320 450Q400 400 560 396Q680 396 716 366Q690 420 560 424Q420 430 330 476Q220 510 150 452Z',
    0.25
  ) +
  [
    [160, 320],
    [190, 294],
    [230, 284],
    [690, 340]
  ]
    .map(([x = 0, y = 0]) => dot(x, y, 9, second.light))
    .join('') +
  shine('M150 310Q180 276 260 280Q350 320 480 338Q320 340 240 310Q190 300 150 340Z', 0.3)

const basket: Drawing = ({ main, second }) => {
  const rows = [0, 1, 2, 3, 4, 5].map((row) => {
    const [left, right] = [160 + row * 10, 640 - row * 10]
    const count = 12
    return Array.from({ length: count }, (_, index) => {
      const width = (right - left) / count
      return box(
        left + index * width,
        330 + row * 50,
        width - 3,
        46,
        10,
        (index + row) % 2 ? main.base : main.dark
      )
    }).join('')
  })
  return (
    shadow(400, 648, 240) +
    path('M166 320H634L580 640H220Z', main.deep) +
    rows.join('') +
    oval(400, 322, 250, 40, main.dark) +
    oval(400, 314, 250, 40, main.light) +
    oval(400, 320, 220, 30, main.deep) +
    box(290, 340, 34, 120, 8, second.base) +
    box(476, 340, 34, 120, 8, second.base) +
    box(286, 420, 42, 28, 4, '#cbb26a') +
    box(472, 420, 42, 28, 4, '#cbb26a')
  )
}

const light: Drawing = ({ second }) =>
  shadow(420, 640, 200) +
  dot(300, 380, 260, 'url(#glow)') +
  box(420, 540, 80, 90, 14, second.dark) +
  path('M300 220H520Q650 250 650 380Q650 510 520 540H300Z', round) +
  oval(300, 380, 110, 162, second.base) +
  oval(296, 380, 90, 138, '#fff3cf') +
  faint(0.6, oval(290, 370, 50, 84, '#ffffff')) +
  box(440, 200, 90, 26, 12, '#cf3b30') +
  gleam(470, 262, 500, 14)

const drinkBottle: Drawing = ({ second, random }) =>
  shadow(400, 655, 130) +
  lathe('30 96, 34 150', secondRound) +
  lathe('96 146, 104 190, 98 220', secondRound) +
  lathe('100 214, 124 280, 104 350, 122 410, 124 600, 110 650', round) +
  (random() < 0.5
    ? path('M278 480L522 430V500L278 550Z', second.light)
    : box(277, 470, 246, 26, 0, second.base) + box(277, 510, 246, 12, 0, second.base)) +
  gleam(312, 420, 620, 14)

const pannier: Drawing = ({ main, second }) =>
  shadow(400, 650, 240) +
  stroke('M320 190V130H480V190', second.dark, 20) +
  path('M190 260H610L640 610Q640 650 600 650H200Q160 650 160 610Z', round) +
  path('M186 200Q186 180 210 180H590Q614 180 614 200L620 370Q400 410 180 370Z', flat) +
  faint(0.5, stroke('M180 370Q400 410 620 370', main.deep, 7)) +
  box(270, 330, 32, 150, 6, second.base) +
  box(498, 330, 32, 150, 6, second.base) +
  box(262, 430, 48, 36, 6, '#cbb26a') +
  box(490, 430, 48, 36, 6, '#cbb26a') +
  faint(0.9, path('M360 520H440L426 590H374Z', '#e9ecec')) +
  shine('M206 210H300Q230 230 204 340Z', 0.25)

const pump: Drawing = ({ main, second }) =>
  shadow(400, 654, 190) +
  stroke('M450 600C640 640 640 380 560 420', '#3a393d', 14) +
  box(210, 620, 380, 32, 12, second.dark) +
  box(392, 150, 16, 220, 4, '#b9bfc5') +
  box(250, 116, 300, 46, 23, secondFlat) +
  box(352, 300, 96, 330, 20, round) +
  box(342, 290, 116, 34, 12, main.dark) +
  dot(400, 566, 46, '#e7eaec') +
  `<circle cx="400" cy="566" r="44" fill="none" stroke="#6b7279" stroke-width="9"/>` +
  stroke('M400 566L420 540', '#cf3b30', 6) +
  gleam(378, 350, 500, 10)

const lock: Drawing = ({ main, second }) =>
  turned(
    'rotate(8 400 420)',
    under('M250 400H550V640H250Z'),
    `<path d="M290 420V250C290 100 510 100 510 250V420" fill="none" stroke="#6b7279" stroke-width="50"/>`,
    `<path d="M284 420V250C284 92 504 92 504 250V420" fill="none" stroke="#c3c8cc" stroke-width="16"/>`,
    box(220, 390, 360, 230, 44, lying),
    box(220, 390, 360, 40, 20, main.light),
    dot(400, 500, 34, second.base),
    path('M392 500H408L414 560H386Z', second.dark),
    dot(400, 496, 13, second.deep),
    faint(0.4, box(250, 440, 20, 140, 10, main.light))
  )

export const bicycleDrawings = {
  bicycle,
  bell,
  helmet,
  saddle,
  basket,
  light,
  drinkBottle,
  pannier,
  pump,
  lock
}
