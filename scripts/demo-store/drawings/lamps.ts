import {
  box,
  dot,
  faint,
  flat,
  lathe,
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
  type Drawing
} from './shapes.ts'

/** Warm light around a lit shade. */
function glow(cx: number, cy: number, radius: number): string {
  return dot(cx, cy, radius, 'url(#glow)')
}

const tableLamp: Drawing = (paint) => {
  const tall = paint.random() < 0.5
  const base = tall
    ? lathe('22 360, 26 420, 70 500, 78 590, 110 645', secondRound)
    : lathe('22 360, 60 400, 126 490, 120 590, 86 645', secondRound)
  return (
    shadow(400, 648, 150) +
    glow(400, 360, 300) +
    base +
    path('M288 130H512L600 370Q400 408 200 370Z', round) +
    faint(0.55, path('M200 370Q400 408 600 370Q400 392 200 370Z', '#fff3c4')) +
    shine('M300 150L332 148L290 372L236 368Z', 0.2)
  )
}

const deskLamp: Drawing = ({ main, second }) =>
  shadow(330, 648, 150) +
  oval(330, 640, 138, 26, main.dark) +
  oval(330, 630, 138, 26, flat) +
  stroke('M330 622L236 400', second.dark, 16) +
  stroke('M236 400L486 226', second.base, 16) +
  dot(236, 400, 22, main.dark) +
  dot(236, 400, 10, main.light) +
  turned(
    'rotate(38 520 240)',
    glow(520, 340, 150),
    path('M486 150H554L640 320Q520 352 400 320Z', round),
    oval(520, 322, 119, 22, '#fff1bd'),
    box(492, 118, 56, 40, 12, main.dark)
  )

const pendant: Drawing = ({ main, second, random }) => {
  const dome = random() < 0.5
  const body = dome
    ? path('M130 540C130 330 260 250 400 250C540 250 670 330 670 540Q400 600 130 540Z', round)
    : path('M352 260H448L690 540Q400 600 110 540Z', round)
  const rim = dome ? [130, 670] : [110, 690]
  return (
    stroke('M400 40V220', second.deep, 7) +
    glow(400, 570, 250) +
    lathe('30 190, 52 262', secondRound) +
    body +
    path(`M${rim[0]} 540Q400 600 ${rim[1]} 540Q400 506 ${rim[0]} 540Z`, '#fff0b8') +
    faint(0.9, dot(400, 556, 34, '#fffdf2')) +
    shine(dome ? 'M190 470Q220 330 330 290Q250 370 236 500Z' : 'M330 300L366 292L270 552L196 540Z', 0.24) +
    faint(0.6, stroke(`M${rim[0]} 540Q400 600 ${rim[1]} 540`, main.deep, 4))
  )
}

const floorLamp: Drawing = ({ second, random }) => {
  const tripod = random() < 0.5
  const stand = tripod
    ? stroke('M400 330L270 644M400 330L530 644M400 330L408 630', second.base, 16)
    : stroke('M400 330V630', second.base, 15) +
      oval(400, 636, 110, 20, second.dark) +
      oval(400, 628, 110, 20, second.base)
  return (
    faint(0.6, shadow(400, 650, 150)) +
    glow(400, 250, 290) +
    stand +
    path('M308 120H492L552 330Q400 360 248 330Z', round) +
    faint(0.6, path('M248 330Q400 360 552 330Q400 346 248 330Z', '#fff3c4')) +
    shine('M318 138L346 136L312 332L274 328Z', 0.2)
  )
}

const mushroomLamp: Drawing = ({ main, random }) => {
  const wide = 230 + random() * 60
  return (
    shadow(400, 648, 160) +
    lathe('64 380, 58 480, 84 580, 140 642', round) +
    glow(400, 400, 260) +
    path(
      `M${400 - wide} 400C${400 - wide} 240 ${400 - wide * 0.5} 170 400 170C${400 + wide * 0.5} 170 ${400 + wide} 240 ${400 + wide} 400Q400 470 ${400 - wide} 400Z`,
      round
    ) +
    path(`M${400 - wide} 400Q400 470 ${400 + wide} 400Q400 356 ${400 - wide} 400Z`, '#fff0b8') +
    faint(0.5, stroke(`M${400 - wide} 400Q400 470 ${400 + wide} 400`, main.dark, 4)) +
    shine(`M${440 - wide} 350Q${450 - wide} 250 340 206Q${490 - wide} 270 ${486 - wide} 376Z`, 0.3)
  )
}

const paperLamp: Drawing = ({ main, second, random }) => {
  const [rx, ry] = random() < 0.5 ? [250, 235] : [190, 260]
  const ribs = Array.from({ length: 11 }, (_, index) => {
    const y = (index + 1) / 6 - 1
    const half = rx * Math.sqrt(1 - y * y)
    const cy = 410 + y * ry
    return stroke(`M${400 - half} ${cy}Q400 ${cy + 22} ${400 + half} ${cy}`, main.dark, 3)
  })
  return (
    stroke('M400 40V180', second.deep, 6) +
    glow(400, 410, 330) +
    oval(400, 410, rx, ry, round) +
    oval(400, 410, rx * 0.96, ry * 0.96, 'url(#glow)') +
    faint(0.5, ...ribs) +
    box(352, 410 - ry - 10, 96, 24, 8, second.base) +
    box(352, 410 + ry - 14, 96, 24, 8, second.base)
  )
}

const lantern: Drawing = ({ main, second }) =>
  shadow(400, 650, 170) +
  `<path d="M310 210C310 90 490 90 490 210" fill="none" stroke="${main.dark}" stroke-width="14"/>` +
  path('M400 150L540 250H260Z', flat) +
  box(250, 246, 300, 30, 6, main.dark) +
  faint(0.5, box(270, 276, 260, 330, 4, '#fdf3d3')) +
  glow(400, 470, 170) +
  box(362, 450, 76, 150, 8, '#f6ecd8') +
  path('M400 372C430 410 424 444 400 444C376 444 370 410 400 372Z', '#f5b54a') +
  path('M400 402C414 420 412 440 400 440C388 440 386 420 400 402Z', '#fff2c8') +
  box(262, 270, 20, 340, 4, round) +
  box(518, 270, 20, 340, 4, round) +
  box(240, 600, 320, 44, 8, flat) +
  faint(0.5, box(392, 276, 10, 90, 2, second.dark)) +
  shade('M240 628H560V644H240Z', 0.2)

const wallLamp: Drawing = ({ main, second }) =>
  faint(0.8, oval(420, 400, 120, 170, 'url(#shadow)')) +
  glow(470, 380, 300) +
  lathe('84 250, 84 600', 'none') +
  box(230, 280, 110, 300, 52, secondFlat) +
  dot(285, 500, 12, second.deep) +
  stroke('M285 420C340 560 480 560 500 440', second.dark, 22) +
  stroke('M285 418C340 556 480 556 500 436', second.light, 8) +
  path('M420 190H580L660 430Q500 466 340 430Z', round) +
  path('M340 430Q500 466 660 430Q500 404 340 430Z', '#fff1bd') +
  shine('M436 206L466 204L426 436L376 430Z', 0.25) +
  faint(0.5, stroke('M420 190H580', main.light, 5))

export const lampDrawings = {
  tableLamp,
  deskLamp,
  pendant,
  floorLamp,
  mushroomLamp,
  paperLamp,
  lantern,
  wallLamp
}
