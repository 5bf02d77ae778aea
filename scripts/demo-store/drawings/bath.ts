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
  type Drawing,
  type Paint
} from './shapes.ts'

function sticker({ main, random }: Paint, x: number, y: number, width: number, height: number): string {
  const cx = x + width / 2
  const mark =
    random() < 0.5
      ? dot(cx, y + height * 0.3, height * 0.12, main.base)
      : path(
          `M${cx} ${y + height * 0.14}q22 24 0 ${height * 0.32}q-22 -${height * 0.14} 0 -${height * 0.32}Z`,
          main.dark
        )
  return (
    box(x, y, width, height, 6, '#fbf6ea') +
    mark +
    faint(
      0.6,
      box(cx - width * 0.28, y + height * 0.6, width * 0.56, 9, 4, main.deep),
      box(cx - width * 0.18, y + height * 0.76, width * 0.36, 7, 3, main.deep)
    )
  )
}

const soap: Drawing = ({ main, second, random }) => {
  const stacked = random() < 0.5
  const bar = (x: number, y: number, angle: number): string =>
    turned(
      `rotate(${angle} ${x + 190} ${y + 80})`,
      box(x, y, 380, 170, 70, main.dark),
      box(x, y - 22, 380, 166, 70, flat),
      faint(
        0.5,
        `<rect x="${x + 46}" y="${y + 12}" width="288" height="98" rx="44" fill="none" stroke="${main.dark}" stroke-width="7"/>`
      ),
      box(x + 130, y + 44, 120, 14, 7, main.dark),
      box(x + 156, y + 70, 68, 10, 5, main.dark),
      shine(
        `M${x + 50} ${y + 30}Q${x + 70} ${y - 10} ${x + 200} ${y - 8}Q${x + 90} ${y + 4} ${x + 60} ${y + 50}Z`,
        0.5
      )
    )
  return (
    shadow(400, 640, 290) +
    box(140, 590, 520, 40, 14, secondFlat) +
    box(180, 626, 70, 26, 6, second.dark) +
    box(550, 626, 70, 26, 6, second.dark) +
    bar(210, 440, 0) +
    (stacked ? bar(216, 288, -5) : '')
  )
}

const dispenser: Drawing = (paint) => {
  return (
    shadow(400, 650, 150) +
    box(386, 150, 28, 110, 6, '#8d949b') +
    path(
      'M270 120Q270 100 300 100H440Q464 100 464 126V150H372Q300 146 290 176H262Q262 140 270 120Z',
      secondFlat
    ) +
    lathe('46 232, 56 262', secondRound) +
    lathe('58 258, 136 320, 146 380, 146 600, 134 644', round) +
    sticker(paint, 320, 400, 160, 170) +
    gleam(284, 390, 610, 14)
  )
}

const candle: Drawing = (paint) => {
  const { main } = paint
  return (
    shadow(400, 650, 180) +
    dot(400, 240, 150, 'url(#glow)') +
    lathe('172 340, 172 500, 166 642', round) +
    oval(400, 340, 172, 32, main.light) +
    oval(400, 346, 156, 25, '#f4e8cf') +
    stroke('M400 344V300', '#4a3c30', 6) +
    path('M400 190C440 240 436 302 400 304C364 302 360 240 400 190Z', '#f5b54a') +
    path('M400 240C418 264 416 296 400 298C384 296 382 264 400 240Z', '#fff2c8') +
    sticker(paint, 310, 420, 180, 150) +
    gleam(262, 410, 610, 14)
  )
}

const brush: Drawing = ({ main, second }) => {
  const bristles = Array.from({ length: 15 }, (_, index) =>
    box(190 + index * 13, 420, 9, 82, 3, index % 2 ? '#efe2c6' : '#d9c7a2')
  )
  return turned(
    'translate(-30 -20) rotate(-30 400 400)',
    faint(0.6, oval(420, 520, 330, 40, 'url(#shadow)')),
    ...bristles,
    path(
      'M170 340Q170 300 250 300H380Q420 310 450 346L760 350Q790 356 790 386Q790 416 760 420L450 424Q420 436 380 436H230Q170 436 170 400Z',
      lying
    ),
    faint(0.4, stroke('M220 330Q340 316 420 360', '#fff', 8)),
    dot(750, 385, 13, second.light),
    faint(0.5, box(480, 350, 20, 74, 2, main.deep))
  )
}

const oilBottle: Drawing = (paint) => {
  const { second } = paint
  return (
    shadow(400, 650, 130) +
    lathe('48 116, 52 210', secondRound) +
    oval(400, 116, 48, 9, second.light) +
    lathe('40 206, 42 260, 116 330, 124 400, 124 610, 112 646', round) +
    sticker(paint, 322, 400, 156, 180) +
    faint(0.3, lathe('40 206, 42 260', '#fff')) +
    gleam(300, 370, 620, 12) +
    shine('M484 380H498V600H484Z', 0.16)
  )
}

const creamJar: Drawing = (paint) =>
  shadow(400, 640, 220) +
  lathe('210 450, 214 540, 200 636', round) +
  sticker(paint, 300, 500, 200, 104) +
  lathe('216 340, 218 400, 216 456', secondRound) +
  oval(400, 340, 216, 40, paint.second.light) +
  faint(0.5, oval(400, 340, 176, 30, paint.second.base)) +
  shade('M186 456Q400 510 614 456V466Q400 522 186 466Z', 0.2) +
  gleam(232, 490, 610, 14)

const comb: Drawing = ({ main }) => {
  const teeth = Array.from({ length: 22 }, (_, index) =>
    box(132 + index * 24.6, 420, index % 22 < 11 ? 13 : 9, 190, 5, main.base)
  )
  return turned(
    'rotate(-18 400 400)',
    under('M110 280H690V600H110Z'),
    ...teeth,
    path('M104 300Q104 250 160 246Q400 200 640 246Q696 250 696 300V440H104Z', flat),
    box(104, 430, 28, 184, 12, main.base),
    box(668, 430, 28, 184, 12, main.dark),
    shine('M130 300Q140 268 220 262Q400 236 560 254Q300 262 150 330Z', 0.3)
  )
}

const toothbrush: Drawing = ({ main, second }) => {
  const one = (angle: number, body: string, head: string): string =>
    turned(
      `rotate(${angle} 400 600)`,
      box(388, 200, 24, 380, 12, body),
      box(384, 120, 32, 110, 14, body),
      box(412, 128, 30, 90, 4, head),
      faint(0.25, ...[142, 162, 182, 202].map((y) => box(412, y, 30, 5, 0, '#000')))
    )
  return (
    shadow(400, 650, 160) +
    one(-14, second.base, '#fbf6ea') +
    one(13, second.dark, main.light) +
    lathe('136 380, 134 520, 124 644', round) +
    oval(400, 380, 136, 23, main.light) +
    path('M264 382Q400 428 536 382V392Q400 440 264 392Z', main.base) +
    gleam(300, 440, 620)
  )
}

const towel: Drawing = ({ main, second }) =>
  stroke('M110 170H690', '#8d949b', 20) +
  stroke('M110 164H690', '#dfe4e7', 6) +
  dot(110, 170, 24, '#8d949b') +
  dot(690, 170, 24, '#8d949b') +
  under('M230 160H570V640H230Z') +
  path('M226 170Q226 146 250 146H550Q574 146 574 170V650H226Z', flat) +
  box(226, 540, 348, 16, 0, second.base) +
  box(226, 572, 348, 8, 0, second.base) +
  shade('M226 186H574V200H226Z', 0.12) +
  shade('M470 160H574V650H500Q520 400 470 160Z', 0.08) +
  Array.from({ length: 22 }, (_, index) =>
    stroke(`M${234 + index * 15.8} 652v22`, index % 2 ? main.base : main.dark, 6)
  ).join('') +
  shine('M250 170H330Q300 360 310 530H240Z', 0.14)

export const bathDrawings = { soap, dispenser, candle, brush, oilBottle, creamJar, comb, toothbrush, towel }
