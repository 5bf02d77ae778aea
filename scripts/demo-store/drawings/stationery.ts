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
  shade,
  shine,
  shadow,
  stroke,
  steel,
  turned,
  under,
  type Drawing
} from './shapes.ts'

const pages = '#f4ecdc'

const notebook: Drawing = ({ main, second, random }) => {
  const label = random() < 0.5
  return turned(
    'rotate(-8 400 400)',
    under('M220 110H590Q606 110 606 126V680Q606 696 590 696H220Z'),
    box(232, 122, 380, 572, 14, pages),
    faint(0.4, stroke('M604 140V680M596 140V680', '#b7a98d', 2)),
    path('M206 124Q206 106 224 106H580Q598 106 598 124V672Q598 690 580 690H224Q206 690 206 672Z', flat),
    shade('M206 124Q206 106 224 106H256V690H224Q206 690 206 672Z', 0.2),
    label
      ? box(320, 210, 200, 110, 6, pages) +
          faint(0.5, box(348, 244, 144, 8, 4, main.deep), box(348, 272, 96, 8, 4, main.deep))
      : faint(0.8, dot(428, 270, 54, second.base)),
    box(528, 104, 18, 588, 4, second.dark),
    stroke('M330 690L330 742L342 726L354 742V690', '#c9605a', 12)
  )
}

const spiralBook: Drawing = ({ second, random }) => {
  const band = 300 + random() * 160
  const holes = Array.from({ length: 11 }, (_, index) =>
    stroke(
      `M196 ${150 + index * 50}C150 ${140 + index * 50} 150 ${176 + index * 50} 200 ${166 + index * 50}`,
      '#8d949b',
      9
    )
  )
  return turned(
    'rotate(7 400 400)',
    under('M200 110H610V690H200Z'),
    box(206, 118, 410, 578, 10, pages),
    box(196, 108, 410, 578, 12, flat),
    path(`M196 ${band}H606V${band + 120}H196Z`, second.base),
    faint(0.9, box(290, band + 44, 190, 10, 5, pages), box(290, band + 70, 120, 10, 5, pages)),
    ...holes
  )
}

const pen: Drawing = ({ second }) =>
  turned(
    'rotate(-40 400 400)',
    under('M90 372H700V428H90Z'),
    path('M30 400L110 376V424Z', steel),
    stroke('M40 400H90', '#6b7279', 3),
    path('M106 372L210 362V438L106 428Z', '#3a3a3d'),
    path('M206 360H430V440H206Z', lying),
    box(426, 352, 22, 96, 4, second.base),
    path('M446 352H730Q760 356 760 400Q760 444 730 448H446Z', lying),
    box(470, 338, 230, 20, 10, second.base),
    dot(470, 348, 15, second.light),
    faint(0.4, box(216, 372, 520, 12, 6, '#fff'))
  )

const pencils: Drawing = ({ main, second }) => {
  const pencil = (y: number, body: string, side: string, x: number): string =>
    box(x + 100, y, 470, 22, 0, body) +
    box(x + 100, y + 22, 470, 24, 0, side) +
    path(`M${x + 101} ${y}L${x + 20} ${y + 23}L${x + 101} ${y + 46}Z`, '#e9cfa6') +
    path(`M${x + 46} ${y + 15}L${x + 20} ${y + 23}L${x + 46} ${y + 31}Z`, body) +
    box(x + 568, y, 34, 46, 0, '#b9bfc5') +
    box(x + 600, y, 40, 46, 10, second.base)
  return turned(
    'translate(40 56) scale(.9) rotate(-24 400 400)',
    under('M120 210H700V560H120Z'),
    pencil(200, main.light, main.base, 80),
    pencil(280, main.base, main.dark, 50),
    pencil(360, second.light, second.base, 100),
    pencil(440, main.dark, main.deep, 60),
    pencil(520, second.base, second.dark, 90)
  )
}

const envelopes: Drawing = ({ main, second, random }) =>
  turned(
    'rotate(-7 400 400)',
    under('M130 210H640V600H130Z'),
    turned(
      'rotate(9 420 400)',
      box(150, 170, 470, 330, 8, pages),
      faint(0.35, ...[240, 280, 320].map((y) => box(200, y, 300, 8, 4, main.deep)))
    ),
    box(120, 260, 540, 360, 10, flat),
    shade('M120 620L370 420H410L660 620Z', 0.08),
    path('M120 270L390 470L660 270Q660 260 650 260H130Q120 260 120 270Z', main.light),
    faint(0.5, stroke('M122 268L390 470L658 268', main.dark, 5)),
    random() < 0.6
      ? dot(390, 462, 40, second.base) + faint(0.5, dot(390, 462, 25, second.light))
      : path('M390 500C320 450 350 410 390 440C430 410 460 450 390 500Z', second.base)
  )

const scissors: Drawing = ({ main, second }) =>
  turned(
    'rotate(28 400 400)',
    faint(0.35, turned('translate(10 18)', path('M376 420L330 80Q400 130 430 420Z', '#2a1a14'))),
    path('M424 430L470 70Q396 130 372 420Z', steel),
    path('M376 430L330 70Q404 130 428 420Z', steel),
    faint(0.4, path('M376 430L330 70Q360 200 396 420Z', '#fff')),
    `<ellipse cx="290" cy="600" rx="74" ry="104" transform="rotate(18 290 600)" fill="none" stroke="${main.base}" stroke-width="36"/>`,
    `<ellipse cx="510" cy="600" rx="74" ry="104" transform="rotate(-18 510 600)" fill="none" stroke="${main.dark}" stroke-width="36"/>`,
    path('M424 400L352 510L316 494L372 396Z', main.base),
    path('M376 400L448 510L484 494L428 396Z', main.dark),
    dot(400, 404, 19, second.base),
    dot(396, 400, 8, second.light)
  )

const tape: Drawing = ({ main, second, random }) => {
  const roll = (cx: number, cy: number, radius: number, fill: string, edge: string): string => {
    const spots = Array.from({ length: 9 }, (_, index) =>
      dot(
        cx + Math.cos(index * 0.7) * radius * 0.8,
        cy + Math.sin(index * 0.7) * radius * 0.8,
        radius * 0.06,
        '#fff8ea'
      )
    )
    return (
      shadow(cx, cy + radius * 0.96, radius * 0.8) +
      dot(cx + 26, cy + 6, radius, edge) +
      dot(cx, cy, radius, fill) +
      faint(0.7, ...spots) +
      dot(cx, cy, radius * 0.58, '#e2d3b8') +
      dot(cx + 8, cy + 4, radius * 0.5, '#4a3d36')
    )
  }
  return (
    roll(540, 300, 130, second.base, second.dark) +
    roll(270, 330 + random() * 30, 160, main.light, main.base) +
    roll(450, 500, 150, main.base, main.dark)
  )
}

const penPot: Drawing = ({ main, second, random }) => {
  const sticks = [-15, -5, 7, 18].map((angle, index) => {
    const color = ['#c9605a', '#e0b252', '#4f7d8c', second.base][index] ?? second.base
    const height = 200 + random() * 60
    return turned(
      `rotate(${angle} 400 600)`,
      box(386, 440 - height, 28, height + 60, 4, color),
      path(`M386 ${442 - height}L400 ${396 - height}L414 ${442 - height}Z`, '#e9cfa6')
    )
  })
  return (
    shadow(400, 650, 150) +
    sticks.join('') +
    lathe('128 390, 128 520, 124 644', round) +
    oval(400, 390, 128, 22, main.light) +
    path('M272 392Q400 440 528 392V400Q400 444 272 400Z', main.base) +
    box(274, 540, 252, 26, 0, second.base) +
    gleam(316, 440, 620) +
    faint(0.1, box(274, 540, 252, 26, 0, '#000'))
  )
}

const rulerSet: Drawing = ({ main, second }) => {
  const marks = Array.from({ length: 25 }, (_, index) =>
    stroke(`M${110 + index * 24} 330v${index % 5 === 0 ? 54 : 30}`, main.deep, 4)
  )
  return turned(
    'translate(-10 -50) rotate(-24 400 400)',
    under('M80 326H720V450H80Z'),
    box(76, 322, 650, 130, 10, flat),
    faint(0.7, ...marks),
    dot(690, 420, 13, pages),
    shine('M90 330H720V344H90Z', 0.35),
    turned(
      'translate(150 140)',
      under('M200 326L560 326L200 560Z'),
      `<path d="M190 326H540L190 560Z M232 362V484L416 362Z" fill-rule="evenodd" fill="${second.base}"/>`
    )
  )
}

export const stationeryDrawings = {
  notebook,
  spiralBook,
  pen,
  pencils,
  envelopes,
  scissors,
  tape,
  penPot,
  rulerSet
}
