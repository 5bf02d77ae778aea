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
  under,
  type Drawing,
  type Paint
} from './shapes.ts'

/** A woven pattern over the square from (x, y): stripes, checks or a plain weave. */
function weave({ second, random }: Paint, x: number, y: number, width: number, height: number): string {
  const style = random()
  const bands = Array.from({ length: 5 }, (_, index) => 0.12 + index * 0.19)
  const across = bands
    .map((part) => box(x, y + part * height, width, height * 0.035, 0, second.base))
    .join('')
  const along = bands.map((part) => box(x + part * width, y, width * 0.03, height, 0, second.base)).join('')
  if (style < 0.35) return faint(0.75, across)
  if (style < 0.65) return faint(0.45, across, along)
  return ''
}

/** A blanket folded in three, with a fringe. */
const blanket: Drawing = (paint) => {
  const { main } = paint
  const fringe = Array.from({ length: 19 }, (_, index) =>
    stroke(`M${152 + index * 27} 600v34`, index % 2 ? main.base : main.light, 9)
  )
  return (
    shadow(400, 634, 290) +
    fringe.join('') +
    box(128, 420, 544, 190, 34, flat) +
    weave(paint, 140, 436, 520, 160) +
    box(122, 330, 556, 120, 46, round) +
    shade('M136 438Q400 466 664 438Q640 470 400 470Q160 470 136 438Z', 0.22) +
    box(130, 246, 540, 110, 46, flat) +
    shade('M140 344Q400 370 660 344Q630 374 400 374Q170 374 140 344Z', 0.2) +
    shine('M170 276Q300 258 520 262Q300 272 200 296Z', 0.4)
  )
}

const cushion: Drawing = (paint) => {
  const { main, second, random } = paint
  const outline = 'M150 190Q400 236 650 190Q612 400 650 620Q400 574 150 620Q188 400 150 190Z'
  const style = random()
  const rings = [190, 150, 110, 70, 34]
    .map((radius, index) => dot(400, 405, radius, index % 2 ? main.base : second.base))
    .join('')
  const motif =
    style < 0.3
      ? faint(0.8, rings)
      : style < 0.55
        ? faint(
            0.8,
            ...[-130, -65, 0, 65, 130].map((dx) =>
              stroke(`M${400 + dx} 224Q${400 + dx * 0.94} 400 ${400 + dx} 586`, second.base, 18)
            )
          )
        : ''
  return (
    oval(400, 610, 300, 50, 'url(#shadow)') +
    path(outline, flat) +
    motif +
    shade('M650 190Q612 400 650 620Q400 574 150 620Q420 540 560 420Q620 320 650 190Z', 0.1) +
    faint(0.5, `<path d="${outline}" fill="none" stroke="${main.dark}" stroke-width="7"/>`) +
    shine('M190 226Q300 250 400 250Q260 280 214 380Q214 300 190 226Z', 0.22)
  )
}

const teaTowel: Drawing = (paint) => {
  const { main, second } = paint
  const cloth = 'M250 150Q400 170 550 150L566 650Q480 630 400 650Q320 666 238 646Z'
  return (
    stroke('M170 148H630', second.dark, 16) +
    stroke('M170 144H630', second.light, 6) +
    under(cloth) +
    path(cloth, flat) +
    weave(paint, 246, 190, 314, 430) +
    shade('M330 160Q352 400 322 656L352 658Q376 400 352 162Z', 0.12) +
    shade('M470 160Q452 400 486 640L520 640Q482 400 498 156Z', 0.12) +
    faint(0.7, stroke('M242 600Q400 622 564 602', main.dark, 5)) +
    stroke('M400 160Q372 120 400 108Q428 120 400 160', main.dark, 9)
  )
}

const rug: Drawing = ({ main, second, random }) => {
  const shape = 'M220 230H580L720 620H80Z'
  const style = random()
  const diamonds = [250, 400, 550]
    .map((x) =>
      path(
        `M${400 + (x - 400) * 0.9} 350L${400 + (x - 400) * 1.05 + 54} 425L${400 + (x - 400) * 1.1} 510L${400 + (x - 400) * 1.05 - 54} 425Z`,
        second.base
      )
    )
    .join('')
  const bands = [0.16, 0.32, 0.66, 0.82]
    .map((t) =>
      path(
        `M${220 - 140 * t} ${230 + 390 * t}H${580 + 140 * t}L${580 + 140 * (t + 0.06)} ${230 + 390 * (t + 0.06)}H${220 - 140 * (t + 0.06)}Z`,
        second.base
      )
    )
    .join('')
  const fringe = Array.from({ length: 25 }, (_, index) =>
    stroke(`M${90 + index * 26} 622l${(index - 12) * 0.5} 24`, main.light, 6)
  ).join('')
  return (
    under(shape) +
    fringe +
    path(shape, flat) +
    faint(0.85, style < 0.4 ? diamonds : style < 0.75 ? bands : '') +
    `<path d="M236 252H564L684 596H116Z" fill="none" stroke="${second.base}" stroke-width="9" opacity=".8"/>` +
    shine('M240 240H420L250 600H96Z', 0.09)
  )
}

const towels: Drawing = (paint) => {
  const { main, second } = paint
  const fold = (y: number, fill: string, x = 0): string =>
    box(150 + x, y, 500, 92, 42, fill) +
    faint(0.35, stroke(`M${186 + x} ${y + 46}H${616 + x}`, main.dark, 6)) +
    faint(0.9, box(548 + x, y + 4, 26, 84, 4, second.light))
  return (
    shadow(400, 648, 270) +
    fold(548, round) +
    fold(458, main.light, 10) +
    fold(368, round, -8) +
    fold(278, main.light, 4) +
    shine('M190 300Q300 288 440 290Q300 298 220 316Z', 0.4)
  )
}

const scarf: Drawing = ({ main, second, random }) => {
  const checked = random() < 0.5
  const tails = (x: number, lean: number): string => {
    const fringe = [0, 22, 44, 66, 88, 110]
      .map((dx) => stroke(`M${x + lean + dx + 4} 610v42`, main.dark, 8))
      .join('')
    const bands = (checked ? [330, 420, 510, 570] : [540, 580])
      .map((y) => path(`M${x + lean * ((y - 250) / 360)} ${y}h120v20h-120Z`, second.base))
      .join('')
    return fringe + path(`M${x} 250H${x + 120}L${x + lean + 120} 612H${x + lean}Z`, flat) + faint(0.8, bands)
  }
  return (
    faint(0.8, shadow(400, 656, 210)) +
    tails(270, -20) +
    tails(420, 24) +
    path('M200 240C200 110 600 110 600 240C600 370 200 370 200 240Z', round) +
    oval(400, 214, 128, 46, main.deep) +
    shade('M272 214Q300 270 400 262Q500 270 528 214Q540 320 400 320Q260 320 272 214Z', 0.14) +
    faint(0.5, stroke('M236 300Q400 350 566 296M224 268Q300 320 400 316', main.dark, 6))
  )
}

const bedLinen: Drawing = (paint) => {
  const { main, second } = paint
  return (
    shadow(400, 640, 300) +
    box(110, 520, 580, 116, 30, flat) +
    weave(paint, 124, 526, 550, 104) +
    box(110, 430, 580, 104, 40, round) +
    faint(0.4, stroke('M150 482H650', main.dark, 5)) +
    path('M150 300Q400 250 650 300Q690 360 660 432Q400 452 140 432Q110 360 150 300Z', main.light) +
    path('M176 270Q400 222 624 270Q652 310 640 340Q400 318 160 340Q150 300 176 270Z', secondFlat) +
    shade('M140 432Q400 452 660 432Q668 410 668 400Q400 428 132 400Z', 0.12) +
    box(366, 408, 68, 230, 4, second.dark) +
    faint(0.9, box(372, 500, 56, 60, 4, '#fbf7ee'))
  )
}

const apron: Drawing = ({ main, second }) =>
  stroke('M310 210C300 80 500 80 490 210', second.dark, 14) +
  stroke('M206 400Q130 430 120 560M594 400Q670 430 680 560', second.dark, 12) +
  under('M300 190H500Q510 320 600 390L610 680H190L200 390Q290 320 300 190Z') +
  path('M300 190H500Q510 320 600 390L610 680H190L200 390Q290 320 300 190Z', flat) +
  box(276, 440, 248, 150, 10, main.light) +
  faint(0.6, stroke('M276 470H524M400 470V590', main.dark, 4)) +
  shade('M540 350L600 390L610 680H520Q560 500 540 350Z', 0.1) +
  faint(0.7, box(306, 196, 188, 12, 4, second.light))

export const textileDrawings = { blanket, cushion, teaTowel, rug, towels, scarf, bedLinen, apron }
