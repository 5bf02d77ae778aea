import {
  box,
  dot,
  faint,
  flat,
  gleam,
  lathe,
  mouth,
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

const leaf = (x: number, y: number, length: number, angle: number, fill: string): string =>
  turned(
    `translate(${x} ${y}) rotate(${angle})`,
    path(
      `M0 0C${length * 0.3} ${-length * 0.32} ${length * 0.8} ${-length * 0.26} ${length} 0C${length * 0.8} ${length * 0.26} ${length * 0.3} ${length * 0.32} 0 0Z`,
      fill
    ),
    faint(0.3, stroke(`M0 0H${length * 0.9}`, '#f2f5df', 4))
  )

const wateringCan: Drawing = ({ main, second }) =>
  shadow(420, 648, 230) +
  stroke('M330 330C300 130 600 110 610 330C640 470 620 540 586 580', main.dark, 26) +
  stroke('M330 326C300 130 600 110 608 326', main.base, 12) +
  path('M330 560L150 270L186 250L350 440Z', flat) +
  path('M104 288L206 216L222 240L122 312Z', second.base) +
  lathe('150 340, 160 460, 176 640', round, 450) +
  oval(450, 340, 150, 26, main.light) +
  faint(0.9, oval(460, 346, 124, 17, main.deep)) +
  faint(0.5, stroke('M288 480Q450 520 614 480', main.deep, 6)) +
  gleam(350, 420, 610)

const plant: Drawing = ({ random }) => {
  const greens = ['#4e7a4a', '#6b9457', '#3f6a4a', '#85a863']
  const upright = random() < 0.5
  const leaves = upright
    ? [-118, -106, -96, -86, -74, -62].map((angle, index) =>
        leaf(400, 470, 330 - Math.abs(index - 2.5) * 36, angle, greens[index % 4] ?? '')
      )
    : [-170, -150, -125, -100, -80, -55, -30, -10].map(
        (angle, index) =>
          stroke(
            `M400 470Q400 380 ${400 + Math.cos((angle * Math.PI) / 180) * 120} ${400 + Math.sin((angle * Math.PI) / 180) * 130}`,
            '#4e7a4a',
            9
          ) +
          leaf(
            400 + Math.cos((angle * Math.PI) / 180) * 100,
            400 + Math.sin((angle * Math.PI) / 180) * 110,
            150,
            angle,
            greens[index % 4] ?? ''
          )
      )
  return (
    shadow(400, 650, 160) +
    leaves.join('') +
    lathe('150 470, 140 540, 108 644', round) +
    box(240, 440, 320, 56, 12, flat) +
    shade('M252 496H548V508H252Z', 0.2) +
    gleam(300, 520, 620)
  )
}

const planter: Drawing = ({ main, second, random }) => {
  const flowers = ['#e5735c', '#f2d77e', '#d98aa8', '#f3efe7']
  const heads = [180, 250, 330, 400, 470, 550, 620].map((x, index) => {
    const y = 260 + random() * 90
    return (
      stroke(`M${x} 450Q${x + 10} 380 ${x} ${y}`, '#5d8350', 9) +
      [0, 72, 144, 216, 288]
        .map((angle) =>
          turned(`rotate(${angle} ${x} ${y})`, oval(x, y - 26, 19, 26, flowers[(index * 3) % 4] ?? ''))
        )
        .join('') +
      dot(x, y, 15, '#d6a02c')
    )
  })
  const bush = [170, 240, 310, 380, 450, 520, 590, 640]
    .map((x, index) => dot(x, 430, 52, index % 2 ? '#6b9457' : '#527d4c'))
    .join('')
  return (
    shadow(400, 648, 300) +
    bush +
    heads.join('') +
    path('M110 440H690L660 640H140Z', flat) +
    faint(0.5, stroke('M120 506H680M130 572H670', main.deep, 5)) +
    box(98, 424, 604, 40, 8, main.light) +
    stroke('M180 640V652M620 640V652', second.dark, 26)
  )
}

const trowel: Drawing = ({ second }) =>
  turned(
    'rotate(38 400 400)',
    under('M320 90H480V400L400 480Z'),
    path('M400 60Q500 130 492 330Q480 400 424 420H376Q320 400 308 330Q300 130 400 60Z', steel),
    faint(0.4, path('M400 80Q340 150 340 380Q330 150 400 80Z', '#fff')),
    faint(0.35, stroke('M400 110V400', '#5b6268', 7)),
    stroke('M400 410V500', '#8d949b', 24),
    box(376, 480, 48, 40, 6, second.base),
    path('M368 516H432Q450 620 436 730Q400 760 364 730Q350 620 368 516Z', round),
    faint(0.8, dot(400, 716, 10, second.light))
  )

const secateurs: Drawing = ({ main, second }) =>
  turned(
    'rotate(-32 400 400)',
    faint(0.25, turned('translate(10 20)', path('M360 380Q300 500 330 720H390Q360 560 420 420Z', '#2a1a14'))),
    path('M420 400Q470 240 400 100Q340 200 372 380Z', steel),
    path('M380 400Q330 300 344 210Q300 270 330 390Z', '#8d949b'),
    path('M396 380Q520 480 486 730Q476 752 446 736Q452 560 360 430Z', main.dark),
    path('M412 380Q290 480 316 730Q326 752 356 736Q350 560 446 430Z', flat),
    dot(404, 396, 32, second.base),
    dot(404, 396, 14, second.light),
    stroke('M392 470Q420 490 392 506Q420 520 396 536', '#8d949b', 9)
  )

const birdHouse: Drawing = ({ main, second, random }) => {
  const hole = 40 + random() * 10
  return (
    shadow(400, 664, 100) +
    box(382, 560, 36, 110, 6, second.dark) +
    box(252, 280, 296, 300, 8, flat) +
    faint(0.3, stroke('M326 280V580M400 280V580M474 280V580', main.deep, 4)) +
    path('M400 110L610 300L576 336L400 178L224 336L190 300Z', secondFlat) +
    path('M400 178L548 310V330H252V310Z', main.base) +
    dot(400, 390, hole + 12, second.light) +
    dot(400, 390, hole, '#332722') +
    stroke('M400 480V496', second.dark, 18) +
    box(240, 566, 320, 26, 8, second.base) +
    turned(
      'translate(470 470)',
      oval(0, 60, 46, 36, '#6f93a0'),
      dot(-34, 34, 25, '#6f93a0'),
      path('M-60 32L-80 40L-58 46Z', '#d6a02c'),
      path('M34 50L86 26L70 74Z', '#4a6f7e'),
      dot(-40, 30, 5, '#22282b')
    )
  )
}

const seeds: Drawing = ({ second, random }) => {
  const kind = random()
  const art =
    kind < 0.35
      ? [0, 45, 90, 135, 180, 225, 270, 315]
          .map((angle) => turned(`rotate(${angle} 400 400)`, oval(400, 316, 34, 66, '#f2d77e')))
          .join('') + dot(400, 400, 52, '#7a4d2a')
      : kind < 0.7
        ? path('M400 560Q330 440 366 350H434Q470 440 400 560Z', '#e8833a') +
          leaf(400, 356, 120, -120, '#5d8350') +
          leaf(400, 356, 130, -90, '#6b9457') +
          leaf(400, 356, 120, -60, '#5d8350')
        : dot(400, 430, 104, '#cf3b30') +
          faint(0.4, oval(364, 392, 30, 20, '#fff')) +
          [-160, -120, -90, -60, -20].map((angle) => leaf(400, 340, 80, angle, '#4e7a4a')).join('')
  return turned(
    'rotate(6 400 400)',
    under('M230 110H570V680H230Z'),
    box(226, 106, 348, 580, 8, flat),
    box(252, 236, 296, 340, 6, '#fbf5e4'),
    art,
    box(226, 106, 348, 62, 8, second.base),
    faint(0.9, box(290, 188, 220, 18, 9, '#fbf5e4'), box(320, 612, 160, 14, 7, '#fbf5e4'))
  )
}

const pot: Drawing = (paint) =>
  shadow(400, 650, 200) +
  oval(400, 640, 196, 24, secondFlat) +
  lathe('206 300, 196 420, 150 590, 140 644', round) +
  box(176, 260, 448, 86, 20, round) +
  mouth(268, 212, paint.main) +
  oval(400, 276, 186, 24, '#4b382c') +
  shade('M190 346Q400 372 610 346V358Q400 386 190 358Z', 0.22) +
  gleam(262, 380, 590) +
  shine('M196 280H300Q230 296 200 330Z', 0.2)

const gloves: Drawing = ({ main, second }) => {
  const glove = (fill: string): string =>
    path(
      'M300 640V470L220 380Q196 346 226 324Q252 310 276 338L312 378V180Q314 150 342 150Q368 150 370 180V330V140Q372 110 400 110Q428 110 430 140V330V160Q432 130 458 130Q486 130 488 160V350V210Q490 184 514 184Q540 184 540 214V460L520 640Z',
      fill
    )
  return turned(
    'rotate(-12 400 400)',
    turned(
      'translate(84 26) rotate(10 400 400)',
      faint(0.25, turned('translate(0 18)', glove('#2a1a14'))),
      glove(main.dark),
      box(300, 600, 226, 90, 16, second.dark)
    ),
    faint(0.25, turned('translate(0 18)', glove('#2a1a14'))),
    glove(flat),
    box(290, 600, 240, 90, 16, secondRound),
    faint(0.4, stroke('M370 330V390M430 330V390M488 350V400', main.deep, 5))
  )
}

export const gardenDrawings = {
  wateringCan,
  plant,
  planter,
  trowel,
  secateurs,
  birdHouse,
  seeds,
  pot,
  gloves
}
