import {
  box,
  dot,
  faint,
  flat,
  path,
  round,
  secondFlat,
  shade,
  shadow,
  shine,
  stroke,
  type Drawing
} from './shapes.ts'

const tote: Drawing = ({ main, second, random }) => {
  const print = random()
  const motif =
    print < 0.3
      ? faint(0.85, dot(400, 480, 84, second.base), path('M316 480A84 84 0 0 0 484 480Z', second.dark))
      : print < 0.55
        ? faint(0.8, box(208, 540, 384, 20, 0, second.base), box(204, 580, 392, 20, 0, second.base))
        : ''
  return (
    shadow(400, 648, 230) +
    stroke('M310 330C300 110 500 110 490 330', main.deep, 22) +
    path('M220 300H580L616 640H184Z', flat) +
    stroke('M300 340C286 90 514 90 500 340', second.base, 24) +
    motif +
    faint(0.5, stroke('M222 326H578', main.dark, 5)) +
    shade('M540 300H580L616 640H556Q566 460 540 300Z', 0.14) +
    box(284, 330, 32, 40, 4, second.dark) +
    box(484, 330, 32, 40, 4, second.dark)
  )
}

const backpack: Drawing = ({ main, second }) =>
  shadow(400, 652, 200) +
  stroke('M350 140C350 80 450 80 450 140', second.dark, 20) +
  path('M210 300Q190 330 180 560L220 600ZM590 300Q610 330 620 560L580 600Z', main.deep) +
  path('M216 260Q220 120 400 120Q580 120 584 260L600 610Q600 648 560 648H240Q200 648 200 610Z', round) +
  path('M214 250Q220 116 400 116Q580 116 586 250L590 360Q400 400 210 360Z', flat) +
  faint(0.5, stroke('M210 360Q400 400 590 360', main.deep, 7)) +
  box(262, 440, 276, 170, 24, main.dark) +
  box(266, 434, 268, 168, 24, main.base) +
  faint(0.5, stroke('M270 486H530', main.deep, 5)) +
  box(300, 320, 26, 150, 6, second.base) +
  box(474, 320, 26, 150, 6, second.base) +
  box(294, 420, 38, 30, 5, '#cbb26a') +
  box(468, 420, 38, 30, 5, '#cbb26a') +
  shine('M250 220Q270 150 350 140Q290 180 276 300Q256 280 250 220Z', 0.22)

const messenger: Drawing = ({ main, second }) =>
  shadow(400, 640, 280) +
  stroke('M160 330C100 30 700 30 640 330', main.deep, 20) +
  box(130, 290, 540, 340, 34, main.dark) +
  path('M122 300Q122 262 160 262H640Q678 262 678 300V470Q678 520 630 520H170Q122 520 122 470Z', flat) +
  faint(
    0.45,
    `<path d="M140 300Q140 280 160 280H640Q660 280 660 300V466Q660 502 626 502H174Q140 502 140 466Z" fill="none" stroke="${main.light}" stroke-width="4" stroke-dasharray="14 9"/>`
  ) +
  box(250, 440, 36, 130, 8, second.base) +
  box(514, 440, 36, 130, 8, second.base) +
  box(244, 530, 48, 40, 6, '#cbb26a') +
  box(508, 530, 48, 40, 6, '#cbb26a') +
  shine('M160 300Q300 284 480 286Q300 300 190 340Z', 0.3)

const weekender: Drawing = ({ main, second }) =>
  shadow(400, 640, 320) +
  stroke('M270 330C250 120 550 120 530 330', second.dark, 26) +
  path('M120 350Q120 280 210 280H590Q680 280 680 350L706 590Q708 636 660 636H140Q92 636 94 590Z', round) +
  path(
    'M94 560L104 480Q130 520 180 530V636H140Q92 636 94 590ZM706 560L696 480Q670 520 620 530V636H660Q708 636 706 590Z',
    secondFlat
  ) +
  faint(0.6, stroke('M190 296H610', main.deep, 9)) +
  faint(0.9, box(380, 286, 40, 20, 6, '#cbb26a')) +
  stroke('M280 636V400C250 140 550 140 520 400V636', second.base, 26) +
  shine('M150 360Q180 310 250 306Q190 340 170 460Q146 420 150 360Z', 0.25)

const pouch: Drawing = ({ main, second }) =>
  shadow(400, 620, 270) +
  path('M130 310H670L690 570Q692 612 650 612H150Q108 612 110 570Z', round) +
  box(124, 288, 552, 44, 16, main.dark) +
  faint(0.9, `<path d="M140 310H650" stroke="#cbb26a" stroke-width="9" stroke-dasharray="9 6"/>`) +
  path('M636 296L700 300L716 390Q700 410 684 390Z', secondFlat) +
  dot(640, 310, 15, '#cbb26a') +
  box(180, 520, 110, 54, 6, second.base) +
  shine('M150 350H330Q200 370 160 480Z', 0.2)

const wallet: Drawing = ({ main, second }) =>
  shadow(400, 600, 280) +
  path('M170 300L590 210Q620 206 626 236L640 330H160Z', main.dark) +
  path('M210 290L560 226L574 300Z', '#efe6d2') +
  path('M230 316L600 262L606 320Z', second.light) +
  box(130, 304, 540, 290, 34, flat) +
  faint(
    0.5,
    `<rect x="148" y="322" width="504" height="254" rx="24" fill="none" stroke="${main.light}" stroke-width="4" stroke-dasharray="13 9"/>`
  ) +
  path('M670 400H560Q520 400 520 446Q520 492 560 492H670Z', main.dark) +
  dot(566, 446, 17, '#cbb26a') +
  shine('M160 340H420Q240 356 172 450Z', 0.2)

const suitcase: Drawing = ({ main, second }) => {
  const ribs = [246, 306, 366, 426, 486, 546].map((x) =>
    faint(0.35, box(x, 216, 14, 400, 7, main.dark), box(x + 14, 216, 5, 400, 2, main.light))
  )
  return (
    shadow(400, 662, 200) +
    stroke('M320 190V70H480V190', '#8d949b', 16) +
    stroke('M330 70H470', second.dark, 26) +
    dot(260, 648, 22, '#3a3a3d') +
    dot(540, 648, 22, '#3a3a3d') +
    box(210, 186, 380, 456, 46, round) +
    ribs.join('') +
    box(204, 396, 392, 12, 4, main.deep) +
    box(336, 170, 128, 30, 12, second.dark) +
    box(560, 360, 28, 70, 6, '#cbb26a')
  )
}

const bucketBag: Drawing = ({ main, second }) =>
  shadow(400, 648, 190) +
  stroke('M236 330C180 20 620 20 564 330', second.dark, 20) +
  path('M226 300Q400 270 574 300L556 600Q550 648 500 648H300Q250 648 244 600Z', round) +
  path('M226 300Q400 240 574 300Q400 350 226 300Z', main.deep) +
  path('M234 540L244 600Q250 648 300 648H500Q550 648 556 600L566 540Q400 580 234 540Z', secondFlat) +
  [270, 330, 470, 530].map((x) => dot(x, 362, 9, '#cbb26a')).join('') +
  stroke('M270 362Q300 380 330 362M470 362Q500 380 530 362M330 362Q400 400 470 362', second.base, 9) +
  stroke('M396 384L380 470M410 384L430 460', second.base, 8) +
  shine('M256 360Q262 460 280 530Q300 440 292 350Z', 0.22)

export const bagDrawings = { tote, backpack, messenger, weekender, pouch, wallet, suitcase, bucketBag }
