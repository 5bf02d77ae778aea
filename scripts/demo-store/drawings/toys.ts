import { shuffled } from '../random.ts'
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

const wheel = (x: number, y: number, radius: number, rim: string, hub: string): string =>
  dot(x, y, radius, rim) +
  faint(0.25, dot(x + 4, y + 5, radius * 0.8, '#000')) +
  dot(x, y, radius * 0.76, rim) +
  dot(x, y, radius * 0.32, hub)

const train: Drawing = ({ main, second }) =>
  shadow(400, 648, 300) +
  box(120, 540, 560, 40, 12, second.dark) +
  lathe('52 236, 36 300, 40 350', secondRound, 570) +
  oval(570, 236, 52, 12, second.deep) +
  box(330, 340, 330, 210, 90, flat) +
  box(330, 340, 150, 210, 0, flat) +
  box(150, 250, 210, 300, 14, round) +
  box(190, 300, 130, 110, 12, '#f6ecd6') +
  path('M126 226H384L372 266H138Z', secondFlat) +
  dot(450, 336, 32, second.base) +
  [220, 400, 580].map((x) => wheel(x, 590, 58, second.base, main.base)).join('') +
  path('M676 560L720 612H640V560Z', second.dark) +
  shine('M370 366H560Q600 368 620 400Q560 380 370 392Z', 0.35)

const rings: Drawing = ({ main, second, random }) => {
  const palette = shuffled(random, [main.base, second.base, main.light, second.light, main.dark])
  const layers = [0, 1, 2, 3, 4].map((index) => {
    const [width, y] = [236 - index * 38, 560 - index * 78]
    const fill = palette[index] ?? main.base
    return (
      box(400 - width, y, width * 2, 80, 40, fill) +
      faint(0.28, box(400 - width * 0.82, y + 13, width * 0.8, 16, 8, '#fff')) +
      shade(
        `M${400 - width * 0.9} ${y + 62}Q400 ${y + 86} ${400 + width * 0.9} ${y + 62}Q400 ${y + 74} ${400 - width * 0.9} ${y + 62}Z`,
        0.25
      )
    )
  })
  return (
    shadow(400, 646, 230) +
    layers.join('') +
    dot(400, 206, 48, second.base) +
    faint(0.5, dot(384, 190, 14, '#fff'))
  )
}

const blocks: Drawing = ({ main, second }) => {
  const cube = (x: number, y: number, size: number, front: string, top: string, side: string): string =>
    box(x, y, size, size, 10, front) +
    path(`M${x} ${y + 4}L${x + 44} ${y - 40}H${x + size + 44}L${x + size} ${y + 4}Z`, top) +
    path(
      `M${x + size - 2} ${y + 4}L${x + size + 44} ${y - 40}V${y + size - 46}L${x + size - 2} ${y + size}Z`,
      side
    )
  return (
    shadow(420, 648, 270) +
    cube(170, 470, 170, main.base, main.light, main.dark) +
    cube(400, 470, 170, second.base, second.light, second.dark) +
    cube(286, 270, 170, '#e9c46a', '#f3dda0', '#c79f3e') +
    dot(255, 556, 46, main.light) +
    path('M485 508L536 606H434Z', second.light) +
    box(336, 320, 70, 70, 8, '#fbf3df')
  )
}

const bear: Drawing = ({ main, second }) =>
  shadow(400, 648, 220) +
  dot(280, 190, 62, main.dark) +
  dot(520, 190, 62, main.dark) +
  dot(280, 192, 34, second.light) +
  dot(520, 192, 34, second.light) +
  oval(236, 470, 60, 106, main.dark) +
  oval(564, 470, 60, 106, main.dark) +
  oval(400, 500, 172, 150, round) +
  oval(400, 520, 100, 96, main.light) +
  oval(272, 612, 84, 56, main.base) +
  oval(528, 612, 84, 56, main.base) +
  oval(262, 616, 44, 34, second.light) +
  oval(538, 616, 44, 34, second.light) +
  oval(400, 280, 172, 152, flat) +
  oval(400, 330, 78, 60, main.light) +
  path('M368 304Q400 290 432 304Q424 336 400 340Q376 336 368 304Z', '#3a2a28') +
  stroke('M400 340V360M372 366Q400 386 428 366', '#3a2a28', 7) +
  dot(330, 262, 15, '#2c2322') +
  dot(470, 262, 15, '#2c2322') +
  path('M330 422L400 440L330 470ZM470 422L400 440L470 470Z', second.base) +
  dot(400, 442, 17, second.dark)

const rabbit: Drawing = ({ main, second }) =>
  shadow(400, 648, 180) +
  turned('rotate(-10 340 160)', oval(335, 200, 42, 108, main.base), oval(335, 206, 21, 80, second.light)) +
  turned('rotate(12 460 160)', oval(465, 200, 42, 108, main.dark), oval(465, 206, 21, 80, second.light)) +
  path('M400 350C520 350 560 600 530 640Q400 660 270 640C240 600 280 350 400 350Z', flat) +
  path('M280 420Q400 380 520 420L542 600Q400 630 258 600Z', secondFlat) +
  faint(0.5, stroke('M272 500Q400 530 530 500M264 560Q400 590 538 560', second.light, 9)) +
  oval(262, 470, 36, 84, main.dark) +
  oval(538, 470, 36, 84, main.dark) +
  oval(330, 630, 64, 34, main.base) +
  oval(470, 630, 64, 34, main.base) +
  oval(400, 300, 134, 116, round) +
  dot(350, 290, 13, '#2c2322') +
  dot(450, 290, 13, '#2c2322') +
  path('M384 326H416L400 344Z', '#b86a6a') +
  stroke('M400 344V358M382 364Q400 376 418 364', '#3a2a28', 5) +
  faint(0.4, dot(310, 330, 24, '#e08a8a'), dot(490, 330, 24, '#e08a8a'))

const kite: Drawing = ({ main, second, random }) => {
  const bows = [0, 1, 2, 3].map((index) => {
    const [x, y] = [470 + Math.sin(index * 1.4 + random()) * 60, 540 + index * 50]
    return turned(
      `rotate(${index * 35} ${x} ${y})`,
      path(`M${x} ${y}l-34 -18v36Zl34 -18v36Z`, index % 2 ? main.base : second.base)
    )
  })
  return (
    stroke('M480 470Q560 540 470 600Q400 660 490 720', second.deep, 5) +
    bows.join('') +
    turned(
      'rotate(14 400 330)',
      faint(0.3, path('M400 70L600 280L400 560L200 280Z', '#2a1a14')),
      path('M400 50L590 270L400 540Z', flat),
      path('M400 50L210 270L400 540Z', secondFlat),
      path('M400 270H590L400 540Z', main.dark),
      path('M400 270H210L400 540Z', second.light),
      stroke('M400 50V540M210 270H590', '#fff6e6', 6)
    )
  )
}

const car: Drawing = ({ main, second }) =>
  shadow(400, 640, 300) +
  path(
    'M90 530Q90 420 190 410L260 410Q300 270 400 270H480Q580 270 610 410Q712 420 712 530Q712 574 670 574H130Q90 574 90 530Z',
    flat
  ) +
  path('M300 408Q326 312 400 312H424V408ZM450 312H480Q546 312 570 408H450Z', '#e7f0ee') +
  faint(0.5, stroke('M110 490H690', main.light, 12)) +
  wheel(230, 574, 74, second.base, main.light) +
  wheel(572, 574, 74, second.base, main.light) +
  dot(694, 476, 18, '#f6dd9a') +
  shine('M150 440Q200 424 280 424Q200 440 140 490Z', 0.35)

const sailboat: Drawing = ({ main, second }) =>
  shadow(400, 648, 260) +
  box(392, 96, 18, 440, 6, second.dark) +
  path('M424 120Q620 300 640 500H424Z', flat) +
  path('M380 160Q260 330 210 500H380Z', '#f6eedd') +
  faint(0.6, stroke('M424 380H606M424 430H624', '#fff6e6', 12)) +
  path('M120 530H690Q650 650 560 650H240Q150 640 120 530Z', secondFlat) +
  faint(0.5, stroke('M140 566H676', second.light, 10)) +
  path('M400 70L470 96L400 122Z', main.dark) +
  shine('M170 548H400Q260 560 200 600Z', 0.2)

const top: Drawing = ({ second }) =>
  shadow(400, 650, 130) +
  turned(
    'rotate(9 400 640)',
    box(386, 110, 28, 190, 14, secondRound),
    dot(400, 112, 34, second.base),
    path('M386 640L330 560H470L414 640Q400 664 386 640Z', second.dark),
    path('M120 400Q120 300 400 280Q680 300 680 400Q640 540 400 580Q160 540 120 400Z', round),
    path('M120 400Q120 300 400 280Q680 300 680 400Q400 470 120 400Z', flat),
    faint(
      0.85,
      `<ellipse cx="400" cy="372" rx="200" ry="48" fill="none" stroke="${second.light}" stroke-width="18"/>`
    ),
    faint(0.85, stroke('M136 450Q400 530 664 450', second.base, 22)),
    shine('M170 360Q260 310 380 300Q260 330 220 380Z', 0.4)
  )

export const toyDrawings = { train, rings, blocks, bear, rabbit, kite, car, sailboat, top }
