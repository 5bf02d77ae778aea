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
  stroke,
  type Drawing,
  type Paint
} from './shapes.ts'

/** A label with a small mark and two lines that suggest lettering. */
function label({ main, second, random }: Paint, x: number, y: number, width: number, height: number): string {
  const cx = x + width / 2
  const mark =
    random() < 0.5
      ? path(`M${cx} ${y + height * 0.16}q40 34 0 78q-40 -44 0 -78Z`, main.base)
      : dot(cx, y + height * 0.32, 30, second.base) +
        faint(0.8, path(`M${cx - 30} ${y + height * 0.32}a30 30 0 0 0 60 0Z`, main.dark))
  return (
    box(x, y, width, height, 8, '#fbf6ea') +
    mark +
    faint(
      0.7,
      box(cx - width * 0.3, y + height * 0.64, width * 0.6, 12, 6, main.deep),
      box(cx - width * 0.2, y + height * 0.78, width * 0.4, 9, 4, main.deep)
    )
  )
}

const teaTin: Drawing = (paint) =>
  shadow(400, 648, 180) +
  lathe('164 290, 166 460, 164 640', round) +
  label(paint, 300, 370, 200, 200) +
  lathe('170 200, 170 250, 168 304', secondRound) +
  oval(400, 200, 170, 28, paint.second.light) +
  faint(0.5, oval(400, 200, 140, 21, paint.second.base)) +
  shade('M232 304Q400 352 568 304V316Q400 364 232 316Z', 0.2) +
  gleam(272, 330, 610, 14)

const coffeeBag: Drawing = (paint) => {
  const { main, second } = paint
  return (
    shadow(400, 650, 190) +
    path('M236 180H564L590 620Q590 650 560 650H240Q210 650 210 620Z', flat) +
    path('M236 180L282 250V640L240 650Q210 650 210 620Z', main.dark) +
    path('M564 180L518 250V640L560 650Q590 650 590 620Z', main.dark) +
    box(230, 120, 340, 70, 8, main.base) +
    shade('M230 176H570V196H230Z', 0.25) +
    box(222, 138, 356, 20, 6, second.base) +
    label(paint, 296, 330, 208, 210) +
    dot(400, 270, 15, main.dark) +
    dot(400, 270, 7, main.deep) +
    shine('M290 260H330Q300 400 300 600Q284 400 290 260Z', 0.14)
  )
}

const dripper: Drawing = ({ main }) =>
  shadow(400, 648, 170) +
  faint(0.55, lathe('128 430, 166 540, 150 642', '#dfeceb')) +
  lathe('158 560, 160 590, 148 638', '#5a3a28') +
  oval(400, 556, 158, 20, '#7a5238') +
  faint(0.35, lathe('128 430, 166 540, 150 642', '#fff')) +
  stroke('M552 270C680 250 680 370 520 370', main.dark, 26) +
  path('M220 210H580L450 400H350Z', round) +
  oval(400, 212, 180, 34, main.light) +
  path('M240 214L400 180L560 214Q400 250 240 214Z', '#efe3cd') +
  oval(400, 216, 120, 18, '#4a3024') +
  box(250, 396, 300, 32, 16, secondFlat) +
  gleam(288, 480, 600, 12)

const frenchPress: Drawing = ({ main, second }) =>
  shadow(400, 650, 160) +
  stroke('M540 300C680 290 680 540 540 540', main.base, 30) +
  faint(0.6, box(262, 250, 276, 390, 16, '#dfeceb')) +
  box(270, 380, 260, 250, 12, '#4f3425') +
  oval(400, 380, 130, 14, '#8a5d3f') +
  faint(0.25, box(262, 250, 276, 390, 16, '#fff')) +
  box(394, 130, 12, 140, 4, '#8d949b') +
  dot(400, 122, 32, second.base) +
  faint(0.5, dot(390, 112, 10, '#fff')) +
  path('M250 256Q256 206 400 206Q544 206 550 256Z', flat) +
  [296, 600].map((y) => box(250, y, 300, 20, 6, main.dark)).join('') +
  [256, 528].map((x) => box(x, 260, 16, 384, 6, main.base)).join('') +
  box(240, 620, 320, 26, 8, main.dark) +
  gleam(306, 330, 590, 14)

const mokaPot: Drawing = ({ main, second }) =>
  shadow(400, 650, 160) +
  stroke('M516 250C660 220 650 400 590 470', second.base, 34) +
  path('M290 440H510L560 640H240Z', round) +
  faint(0.4, path('M340 440H390L380 640H310ZM430 440H470L510 640H450Z', main.light)) +
  box(276, 408, 248, 44, 8, main.dark) +
  path('M268 210H532L506 410H294Z', round) +
  faint(0.4, path('M320 210H376L384 410H340ZM440 210H490L470 410H430Z', main.light)) +
  path('M268 210L210 196L282 300Z', main.base) +
  path('M262 212Q400 120 538 212Z', flat) +
  lathe('16 112, 26 128, 18 162', secondRound)

const grinder: Drawing = ({ main, second }) =>
  shadow(400, 650, 190) +
  stroke('M400 190H590', '#6b7279', 20) +
  stroke('M590 190V150', '#6b7279', 14) +
  lathe('22 84, 36 110, 20 152', secondRound, 590) +
  dot(400, 190, 24, '#8d949b') +
  path('M280 370Q270 220 400 216Q530 220 520 370Z', 'url(#steel)') +
  box(222, 366, 356, 36, 8, main.dark) +
  box(236, 400, 328, 230, 8, flat) +
  faint(0.3, stroke('M250 450H550M250 590H550', main.dark, 4)) +
  box(280, 470, 240, 120, 6, main.light) +
  dot(400, 530, 21, second.base) +
  box(216, 618, 368, 32, 8, main.dark) +
  shine('M300 340Q300 260 370 236Q330 280 330 350Z', 0.5)

const matchaBowl: Drawing = ({ main, second }) => {
  const tines = Array.from({ length: 15 }, (_, index) =>
    stroke(`M${560 + index * 8} 500L${548 + index * 9.6} 636`, index % 2 ? '#dcbf8c' : '#c9a76c', 6)
  )
  return (
    shadow(330, 640, 220) +
    lathe('230 370, 226 480, 150 600, 96 636', round, 320) +
    oval(320, 370, 230, 46, main.light) +
    oval(320, 378, 212, 37, '#7d9a4a') +
    faint(0.6, oval(300, 372, 130, 16, '#a9c06c')) +
    shadow(614, 640, 80) +
    tines.join('') +
    box(572, 330, 88, 180, 18, '#d9bb85') +
    box(566, 486, 100, 22, 6, second.dark) +
    gleam(160, 440, 530, 14)
  )
}

const kettle: Drawing = ({ main, second }) =>
  shadow(410, 648, 200) +
  path('M300 590C190 560 240 330 130 250L110 262L96 240L140 214C280 290 240 480 330 470Z', flat) +
  stroke('M520 300C700 240 720 480 690 560', second.base, 32) +
  lathe('116 290, 130 340, 180 520, 186 610, 172 642', round, 430) +
  lathe('30 256, 104 274, 122 300', round, 430) +
  lathe('16 206, 28 226, 14 260', secondRound, 430) +
  faint(0.4, stroke('M312 302Q430 326 548 302', main.deep, 6)) +
  gleam(336, 400, 600)

export const teaDrawings = { teaTin, coffeeBag, dripper, frenchPress, mokaPot, grinder, matchaBowl, kettle }
