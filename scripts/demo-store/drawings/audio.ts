import {
  box,
  dot,
  faint,
  flat,
  oval,
  path,
  round,
  secondFlat,
  shade,
  shadow,
  shine,
  stroke,
  turned,
  type Drawing
} from './shapes.ts'

const cone = (x: number, y: number, radius: number, rim: string): string =>
  dot(x, y, radius, rim) +
  dot(x, y, radius * 0.88, '#2d2c30') +
  dot(x, y, radius * 0.66, '#413f45') +
  dot(x, y, radius * 0.3, '#242327') +
  faint(0.25, oval(x - radius * 0.08, y - radius * 0.1, radius * 0.14, radius * 0.1, '#fff'))

const dots = (x: number, y: number, columns: number, rows: number, step: number, fill: string): string =>
  Array.from({ length: columns * rows }, (_, index) =>
    dot(x + (index % columns) * step, y + Math.floor(index / columns) * step, step * 0.22, fill)
  ).join('')

const headphones: Drawing = ({ main, second }) =>
  shadow(400, 650, 210) +
  `<path d="M200 470C170 60 630 60 600 470" fill="none" stroke="${main.dark}" stroke-width="44" stroke-linecap="round"/>` +
  `<path d="M204 440C190 84 610 84 596 440" fill="none" stroke="${main.base}" stroke-width="22" stroke-linecap="round"/>` +
  faint(0.5, stroke('M250 250C290 140 400 120 470 136', '#fff', 8)) +
  box(176, 380, 30, 110, 12, '#b9bfc5') +
  box(594, 380, 30, 110, 12, '#b9bfc5') +
  box(232, 410, 56, 210, 28, second.dark) +
  box(512, 410, 56, 210, 28, second.dark) +
  box(148, 410, 104, 216, 50, round) +
  box(548, 410, 104, 216, 50, round) +
  faint(0.5, oval(186, 500, 14, 70, main.light)) +
  dot(600, 518, 27, second.base)

const speaker: Drawing = ({ main, second, random }) => {
  const two = random() < 0.6
  return (
    shadow(400, 656, 200) +
    box(230, 110, 340, 540, 18, flat) +
    path('M570 124L610 150V630L570 648Z', main.deep) +
    faint(0.4, box(246, 126, 308, 508, 10, main.light)) +
    (two
      ? cone(400, 250, 82, second.base) + cone(400, 480, 132, second.base)
      : cone(400, 290, 124, second.base) + dots(316, 470, 8, 5, 24, main.deep)) +
    box(370, 628, 60, 8, 4, second.light)
  )
}

const portable: Drawing = ({ main, second }) =>
  shadow(400, 640, 280) +
  stroke('M220 330C220 190 580 190 580 330', second.base, 24) +
  box(110, 310, 580, 320, 70, round) +
  box(140, 346, 400, 248, 44, main.dark) +
  dots(176, 382, 12, 7, 30, main.deep) +
  dot(616, 420, 38, second.base) +
  dot(616, 420, 25, second.light) +
  stroke('M616 420V400', second.deep, 6) +
  dot(616, 520, 15, main.light) +
  dot(616, 566, 15, main.light) +
  shine('M160 330Q300 316 560 322Q300 334 170 360Z', 0.4)

const turntable: Drawing = ({ main, second }) =>
  shadow(400, 600, 330) +
  path('M130 250H670L740 520H60Z', flat) +
  path('M60 520H740V590Q740 604 724 604H76Q60 604 60 590Z', main.dark) +
  dot(130, 616, 20, '#2d2c30') +
  dot(670, 616, 20, '#2d2c30') +
  oval(350, 386, 222, 110, '#8d949b') +
  oval(350, 378, 220, 108, '#26262a') +
  [180, 150, 120]
    .map(
      (radius) =>
        `<ellipse cx="350" cy="378" rx="${radius}" ry="${radius * 0.49}" fill="none" stroke="#4a494f" stroke-width="3"/>`
    )
    .join('') +
  oval(350, 378, 74, 36, second.base) +
  oval(350, 376, 9, 5, '#f4ecdc') +
  dot(610, 300, 32, '#8d949b') +
  dot(610, 294, 22, '#dfe4e7') +
  stroke('M610 294L636 430L520 462', '#c9ced3', 12) +
  box(488, 448, 48, 26, 6, second.dark) +
  oval(660, 480, 24, 12, second.base) +
  shine('M220 330Q280 290 350 284L340 350Q280 350 250 372Z', 0.12)

const radio: Drawing = ({ main, second }) =>
  shadow(400, 645, 290) +
  stroke('M600 270L690 90', '#8d949b', 9) +
  dot(692, 88, 13, '#8d949b') +
  box(100, 260, 600, 380, 54, secondFlat) +
  box(124, 284, 552, 332, 36, flat) +
  box(150, 312, 290, 276, 22, main.dark) +
  Array.from({ length: 10 }, (_, index) => stroke(`M170 ${336 + index * 25}H420`, main.light, 9)).join('') +
  box(470, 320, 180, 80, 10, '#f4e6c2') +
  faint(
    0.7,
    ...[0, 1, 2, 3, 4, 5, 6].map((index) =>
      stroke(`M${490 + index * 23} 340v${index % 2 ? 16 : 30}`, '#5a4a3a', 4)
    )
  ) +
  stroke('M566 326V394', '#cf3b30', 5) +
  dot(520, 500, 50, second.base) +
  dot(520, 500, 36, second.light) +
  stroke('M520 500L546 474', second.deep, 7) +
  dot(616, 476, 23, second.base) +
  dot(616, 540, 23, second.base)

const earbuds: Drawing = ({ main, second }) => {
  const bud = (x: number, flip: number): string =>
    turned(
      `translate(${x} 180) scale(${flip} 1) rotate(12)`,
      box(-4, 20, 36, 150, 18, main.dark),
      oval(6, 0, 60, 52, flat),
      oval(-38, 8, 28, 32, second.dark),
      faint(0.5, oval(22, -18, 18, 12, '#fff'))
    )
  return (
    shadow(400, 645, 230) +
    bud(280, 1) +
    bud(520, -1) +
    box(180, 400, 440, 240, 110, round) +
    faint(0.6, stroke('M184 494H616', main.deep, 6)) +
    box(350, 474, 100, 40, 12, second.base) +
    dot(400, 560, 10, '#f6ecd6') +
    shine('M230 440Q300 416 440 414Q300 428 250 468Z', 0.4)
  )
}

const microphone: Drawing = ({ main, second }) => {
  const mesh = [0, 1, 2, 3, 4, 5].map(
    (index) =>
      stroke(`M302 ${180 + index * 30}H498`, '#5b6268', 4) +
      stroke(`M${320 + index * 32} 130V330`, '#5b6268', 4)
  )
  return (
    shadow(400, 650, 150) +
    stroke('M400 500V620', '#6b7279', 20) +
    oval(400, 640, 140, 24, main.deep) +
    oval(400, 628, 140, 24, main.dark) +
    box(300, 100, 200, 300, 100, 'url(#steel)') +
    faint(0.7, ...mesh) +
    path('M290 330H510V400Q510 500 400 500Q290 500 290 400Z', round) +
    box(284, 316, 232, 30, 10, second.base) +
    `<path d="M260 300V400C260 560 540 560 540 400V300" fill="none" stroke="${second.dark}" stroke-width="16" stroke-linecap="round"/>` +
    dot(400, 420, 17, second.light)
  )
}

const recordStand: Drawing = ({ main, second, random }) => {
  const sleeves = ['#c9605a', '#e0b252', '#4f7d8c', '#efe3cc', '#6b5a7a', '#8b9a6b']
  const records = Array.from({ length: 9 }, (_, index) =>
    turned(
      `rotate(${-8 + index * 1.6} ${230 + index * 40} 560)`,
      box(214 + index * 40, 220 + random() * 30, 26, 350, 2, sleeves[Math.floor(random() * 6)] ?? '')
    )
  )
  return (
    shadow(400, 650, 260) +
    records.join('') +
    box(150, 540, 500, 100, 12, secondFlat) +
    stroke('M180 540V330H240M620 540V330H560', main.base, 18) +
    shade('M150 620H650V640H150Z', 0.2) +
    faint(0.5, box(170, 556, 460, 8, 4, second.light)) +
    stroke('M190 640V652M610 640V652', main.dark, 22)
  )
}

const amplifier: Drawing = ({ main }) =>
  shadow(400, 600, 320) +
  box(80, 300, 640, 280, 16, secondFlat) +
  box(104, 324, 592, 232, 6, flat) +
  [190, 290]
    .map(
      (x) =>
        dot(x, 470, 36, '#8d949b') +
        dot(x, 470, 27, '#e7eaec') +
        stroke(`M${x} 470l${x === 190 ? -14 : 10} -18`, '#5b6268', 6)
    )
    .join('') +
  dot(590, 440, 76, '#8d949b') +
  dot(590, 440, 62, '#e7eaec') +
  stroke('M590 440L630 400', '#5b6268', 9) +
  box(150, 352, 190, 60, 8, '#2b2a2e') +
  faint(0.9, stroke('M176 396Q246 350 316 396', '#f5d48a', 4), stroke('M246 400L276 368', '#e5735c', 5)) +
  [380, 430, 480].map((x) => box(x, 456, 30, 30, 6, main.dark)).join('') +
  dot(150, 584, 20, '#2d2c30') +
  dot(650, 584, 20, '#2d2c30') +
  faint(0.5, box(104, 324, 592, 10, 4, main.light))

export const audioDrawings = {
  headphones,
  speaker,
  portable,
  turntable,
  radio,
  earbuds,
  microphone,
  recordStand,
  amplifier
}
