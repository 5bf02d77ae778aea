import {
  box,
  dot,
  faint,
  flat,
  gleam,
  lathe,
  oval,
  path,
  round,
  secondFlat,
  secondRound,
  shade,
  shadow,
  shine,
  steel,
  stroke,
  turned,
  under,
  type Drawing
} from './shapes.ts'

const saucepan: Drawing = ({ main, random }) => {
  const lid = random() < 0.6
  return (
    shadow(340, 645, 240) +
    box(540, 366, 186, 40, 20, secondFlat) +
    lathe('230 340, 228 500, 222 610, 196 640', round, 330) +
    oval(330, 340, 230, 44, main.light) +
    (lid
      ? path('M104 334Q330 190 556 334Q330 404 104 334Z', flat) +
        lathe('36 208, 22 236, 34 256', secondRound, 330) +
        shine('M170 312Q240 256 310 250Q240 280 210 330Z', 0.35)
      : oval(330, 346, 212, 35, main.deep) + faint(0.4, oval(330, 362, 160, 16, main.base))) +
    gleam(190, 420, 590, 18)
  )
}

const casserole: Drawing = ({ main, second }) =>
  shadow(400, 645, 260) +
  stroke('M150 430C70 420 70 500 160 500', main.dark, 30) +
  stroke('M650 430C730 420 730 500 640 500', main.dark, 30) +
  lathe('262 380, 262 520, 240 610, 200 640', round) +
  path('M128 374Q140 250 400 244Q660 250 672 374Q400 430 128 374Z', flat) +
  faint(0.5, stroke('M128 374Q400 430 672 374', main.deep, 7)) +
  lathe('52 190, 44 214, 26 226, 40 252', secondRound) +
  shine('M186 340Q230 276 350 262Q260 296 240 352Z', 0.3) +
  gleam(200, 450, 590, 18) +
  faint(0.4, oval(400, 200, 40, 8, second.light))

const fryingPan: Drawing = ({ main, second }) =>
  turned(
    'rotate(-38 400 400)',
    under('M70 400A230 230 0 1 0 530 400A230 230 0 1 0 70 400Z'),
    box(510, 376, 290, 48, 24, secondFlat),
    faint(0.7, dot(772, 400, 10, second.deep)),
    box(500, 384, 60, 32, 8, main.deep),
    dot(300, 400, 234, main.dark),
    dot(300, 400, 220, flat),
    dot(300, 404, 190, main.deep),
    faint(0.8, dot(302, 410, 184, main.dark)),
    shine('M140 330Q190 230 300 214Q220 260 176 356Z', 0.16)
  )

const knife: Drawing = ({ main, second }) =>
  turned(
    'rotate(-42 400 400)',
    under('M60 370H470V440Q200 450 60 370Z'),
    path('M30 366H480V446C330 452 140 446 30 366Z', steel),
    faint(0.5, path('M60 390Q240 440 480 428V446C330 452 140 446 30 366Z', '#fff')),
    box(478, 360, 26, 92, 6, '#8d949b'),
    path('M504 362H736Q776 366 772 414Q768 452 736 446C660 430 600 440 504 444Z', flat),
    [566, 640, 712].map((x) => dot(x, 404, 8, second.light)).join(''),
    faint(0.35, box(520, 372, 220, 12, 6, main.light))
  )

const board: Drawing = ({ main, random }) => {
  const round = random() < 0.4
  const shape = round
    ? 'M400 190A230 230 0 1 1 399 190ZM372 210L376 90Q400 66 424 90L428 210Z'
    : 'M210 230Q210 200 240 200H344L352 96Q400 60 448 96L456 200H560Q590 200 590 230V670Q590 700 560 700H240Q210 700 210 670Z'
  const grain = [250, 300, 352, 420, 470, 540].map((x) =>
    stroke(`M${x} ${round ? 320 : 230}Q${x + 14} 450 ${x - 4} ${round ? 540 : 670}`, main.dark, 3)
  )
  return turned(
    'rotate(9 400 400)',
    under(shape),
    path(shape, flat),
    faint(0.35, ...grain),
    dot(400, 126, 15, '#efe6d8'),
    shade('M400 100A26 26 0 0 1 400 152A26 26 0 0 0 400 100Z', 0.2)
  )
}

const spoons: Drawing = ({ main, second, random }) => {
  const spoon = (x: number, angle: number, slotted: boolean): string =>
    turned(
      `rotate(${angle} 400 560)`,
      box(x - 11, 250, 22, 300, 11, secondRound),
      oval(x, 190, 48, 82, secondFlat),
      slotted
        ? [-16, 0, 16].map((dx) => box(x + dx - 4, 150, 8, 80, 4, second.dark)).join('')
        : faint(0.4, oval(x, 194, 34, 62, second.dark))
    )
  return (
    shadow(400, 650, 150) +
    spoon(370, -17, random() < 0.5) +
    spoon(430, 15, true) +
    spoon(400, -2, false) +
    lathe('122 430, 126 540, 116 642', round) +
    oval(400, 430, 122, 20, main.light) +
    faint(0.85, oval(400, 434, 112, 15, main.deep)) +
    box(389, 380, 22, 54, 0, secondRound) +
    gleam(320, 480, 610)
  )
}

const storageJar: Drawing = ({ main, second, random }) => {
  const fill = 380 + random() * 70
  return (
    shadow(400, 650, 170) +
    faint(0.55, lathe('150 240, 170 300, 170 600, 156 644', '#dfeceb')) +
    lathe(`160 ${fill}, 160 600, 148 636`, round) +
    oval(400, fill, 160, 24, main.light) +
    faint(0.35, lathe('150 240, 170 300, 170 600, 156 644', '#ffffff')) +
    lathe('132 168, 146 250', secondRound) +
    oval(400, 168, 132, 22, second.light) +
    box(322, 470, 156, 90, 8, '#fbf7ee') +
    faint(0.5, box(346, 498, 108, 8, 4, '#6b6259'), box(346, 522, 70, 8, 4, '#6b6259')) +
    gleam(266, 320, 600, 18)
  )
}

const pepperMill: Drawing = ({ second }) =>
  shadow(400, 650, 120) +
  lathe('66 240, 56 300, 70 370, 58 450, 84 560, 92 642', round) +
  lathe('20 112, 58 150, 72 196, 64 240', round) +
  faint(0.8, box(336, 232, 128, 16, 6, second.base)) +
  dot(400, 104, 22, second.base) +
  dot(394, 98, 8, second.light) +
  gleam(366, 300, 600, 10)

const whisk: Drawing = ({ main }) => {
  const wires = [-1, -0.62, -0.25, 0.25, 0.62, 1].map((part) =>
    stroke(`M400 420C${400 + part * 190} 330 ${400 + part * 150} 96 400 90`, '#8d949b', 10)
  )
  return turned(
    'rotate(32 400 400)',
    faint(0.4, oval(430, 480, 60, 250, 'url(#shadow)')),
    ...wires,
    box(374, 410, 52, 40, 8, '#8d949b'),
    box(368, 440, 64, 280, 30, round),
    stroke('M400 716V744', main.dark, 10)
  )
}

export const kitchenDrawings = {
  saucepan,
  casserole,
  fryingPan,
  knife,
  board,
  spoons,
  storageJar,
  pepperMill,
  whisk
}
