import {
  box,
  dot,
  faint,
  flat,
  oval,
  path,
  round,
  secondFlat,
  secondRound,
  shade,
  shadow,
  shine,
  stroke,
  type Drawing
} from './shapes.ts'

const chair: Drawing = ({ main, second, random }) => {
  const slats = random() < 0.5
  const back = slats
    ? [262, 326, 390, 454, 518].map((x) => box(x, 170, 24, 240, 10, main.base)).join('') +
      box(236, 130, 330, 60, 26, flat)
    : path('M236 170Q400 96 566 170L552 330Q400 290 250 330Z', flat)
  return (
    faint(0.6, shadow(400, 656, 210)) +
    stroke('M286 460L270 600M522 460L538 600', second.deep, 20) +
    stroke('M250 160L262 440M552 160L540 440', second.dark, 22) +
    back +
    path('M216 420Q400 392 584 420L604 470Q400 500 196 470Z', flat) +
    path('M196 470Q400 500 604 470V490Q400 522 196 490Z', main.dark) +
    stroke('M224 492L196 650M576 492L604 650', second.base, 24)
  )
}

const stool: Drawing = ({ main, second }) =>
  faint(0.6, shadow(400, 654, 180)) +
  stroke('M340 330L322 600M460 330L478 600', second.deep, 22) +
  stroke('M298 540H502', second.dark, 14) +
  stroke('M284 330L236 648M516 330L564 648', second.base, 26) +
  stroke('M262 500Q400 530 538 500', second.base, 14) +
  oval(400, 322, 190, 46, main.dark) +
  oval(400, 300, 190, 46, flat) +
  shine('M250 290Q300 264 400 262Q310 280 280 304Z', 0.35)

const armchair: Drawing = ({ main, second }) =>
  faint(0.6, shadow(400, 654, 250)) +
  stroke('M230 590L212 648M570 590L588 648', second.base, 22) +
  path('M220 220Q230 120 400 120Q570 120 580 220L590 500H210Z', flat) +
  shade('M250 430H550V500H250Z', 0.18) +
  box(226, 420, 348, 100, 36, main.light) +
  box(226, 500, 348, 90, 20, main.base) +
  path('M130 380Q130 320 186 320Q250 320 250 390V590H150Q130 590 130 560Z', round) +
  path('M670 380Q670 320 614 320Q550 320 550 390V590H650Q670 590 670 560Z', round) +
  shade('M150 574H650V590H150Z', 0.2) +
  faint(0.4, stroke('M400 150V410', main.dark, 4)) +
  faint(0.4, dot(320, 250, 7, main.deep), dot(480, 250, 7, main.deep))

const sofa: Drawing = ({ main, second }) =>
  faint(0.6, shadow(400, 640, 340)) +
  stroke('M130 580L120 634M670 580L680 634M400 590V630', second.base, 20) +
  box(110, 250, 580, 280, 60, flat) +
  faint(0.5, stroke('M400 260V420', main.dark, 5)) +
  box(120, 420, 286, 96, 34, main.light) +
  box(396, 420, 286, 96, 34, main.light) +
  box(100, 492, 600, 92, 22, main.base) +
  box(52, 340, 112, 244, 46, round) +
  box(636, 340, 112, 244, 46, round) +
  path('M180 330L270 310L290 400L200 424Z', secondFlat) +
  shade('M60 566H740V584H60Z', 0.2)

const coffeeTable: Drawing = ({ main, second, random }) => {
  const oblong = random() < 0.5
  const top = oblong
    ? path('M130 380H670L740 470H60Z', flat) + box(60, 468, 680, 26, 6, main.dark)
    : oval(400, 446, 320, 74, main.dark) + oval(400, 424, 320, 74, flat)
  return (
    faint(0.6, shadow(400, 648, 310)) +
    stroke('M270 470L258 590M530 470L542 590', second.deep, 20) +
    stroke('M150 470L112 640M650 470L688 640', second.base, 26) +
    top +
    box(330, 366, 150, 26, 4, '#c9605a') +
    box(344, 344, 128, 24, 4, '#e9dcc4') +
    shine('M200 410Q300 384 420 380Q300 398 240 430Z', 0.3)
  )
}

const sideboard: Drawing = ({ main, second, random }) => {
  const doors = random() < 0.5 ? [84, 300, 516] : [84, 408]
  const width = doors.length === 3 ? 200 : 308
  return (
    faint(0.6, shadow(400, 648, 330)) +
    stroke('M130 560L110 642M670 560L690 642', second.base, 24) +
    box(62, 300, 676, 270, 12, flat) +
    box(52, 284, 696, 28, 8, main.dark) +
    doors
      .map(
        (x) =>
          faint(0.5, box(x, 330, width, 220, 6, main.light)) +
          box(x + width / 2 - 26, 424, 52, 12, 6, second.base)
      )
      .join('') +
    box(140, 196, 54, 90, 10, '#8b9a6b') +
    stroke('M167 200C150 150 120 150 112 120M167 200C176 140 200 130 214 96', '#6d7a4f', 8) +
    box(540, 250, 120, 34, 4, '#e9dcc4')
  )
}

const bookshelf: Drawing = ({ main, random }) => {
  const spines = ['#c9605a', '#e0b252', '#4f7d8c', '#efe3cc', '#6b5a7a', '#8b9a6b', '#3d4a63', '#d99a7a']
  const row = (y: number): string => {
    let x = 256
    let books = ''
    while (x < 250 + 180 + random() * 80) {
      const [w, h] = [18 + random() * 18, 78 + random() * 40]
      books += box(x, y - h, w, h, 2, spines[Math.floor(random() * spines.length)] ?? '#c9605a')
      x += w + 3
    }
    return books + (random() < 0.6 ? box(486, y - 60, 56, 60, 14, '#e9dcc4') : '')
  }
  return (
    faint(0.6, shadow(400, 662, 200)) +
    box(220, 90, 360, 570, 8, main.dark) +
    box(240, 112, 320, 526, 4, main.deep) +
    [240, 374, 508, 636].map((y) => row(y) + box(236, y, 328, 16, 2, main.light)).join('') +
    box(220, 90, 22, 570, 6, round) +
    box(558, 90, 22, 570, 6, round) +
    box(214, 84, 372, 24, 6, flat)
  )
}

const desk: Drawing = ({ main, second }) =>
  faint(0.6, shadow(400, 652, 330)) +
  stroke('M136 400L104 646M664 400L696 646', second.base, 22) +
  stroke('M180 400L172 600M620 400L628 600', second.deep, 16) +
  box(420, 380, 250, 90, 8, main.base) +
  faint(0.5, box(436, 394, 218, 62, 4, main.light)) +
  box(516, 418, 58, 12, 6, second.base) +
  box(70, 350, 660, 40, 8, flat) +
  shade('M70 380H730V392H70Z', 0.18) +
  box(150, 236, 170, 112, 8, '#3d3e42') +
  box(160, 246, 150, 92, 4, '#a9c4cc') +
  box(556, 290, 60, 60, 10, secondRound) +
  stroke('M574 290L566 230M592 290L604 236', '#c9605a', 8)

const bench: Drawing = ({ main, second }) =>
  faint(0.6, shadow(400, 650, 320)) +
  stroke('M180 450L170 590M620 450L630 590', second.deep, 22) +
  stroke('M126 450L104 646M674 450L696 646', second.base, 26) +
  box(70, 410, 660, 52, 14, secondFlat) +
  path('M84 350Q400 320 716 350Q740 380 726 414H74Q60 380 84 350Z', flat) +
  faint(0.5, stroke('M280 342V412M520 342V412', main.dark, 4)) +
  shine('M110 362Q240 342 380 342Q240 358 150 384Z', 0.3)

export const furnitureDrawings = {
  chair,
  stool,
  armchair,
  sofa,
  coffeeTable,
  sideboard,
  bookshelf,
  desk,
  bench
}
