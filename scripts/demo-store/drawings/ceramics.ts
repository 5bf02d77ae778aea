import {
  box,
  gleam,
  lathe,
  mouth,
  oval,
  path,
  round,
  secondRound,
  shade,
  shadow,
  shine,
  stroke,
  dot,
  faint,
  type Drawing,
  type Paint
} from './shapes.ts'

/** About half of the pieces wear a glaze line, a dipped foot or speckles. */
function glaze({ main, second, random }: Paint, y: number, radius: number): string {
  const style = random()
  if (style < 0.25)
    return faint(
      0.55,
      stroke(`M${400 - radius} ${y}Q400 ${y + radius * 0.26} ${400 + radius} ${y}`, main.deep, 9)
    )
  if (style < 0.5) {
    return Array.from({ length: 34 }, () => {
      const x = 400 + (random() - 0.5) * radius * 1.5
      return faint(0.5, dot(x, y + (random() - 0.35) * 150, 2.5 + random() * 3.5, main.deep))
    }).join('')
  }
  if (style < 0.65)
    return faint(
      0.8,
      stroke(
        `M${400 - radius} ${y + 14}Q400 ${y + 14 + radius * 0.26} ${400 + radius} ${y + 14}`,
        second.light,
        22
      )
    )
  return ''
}

const mug: Drawing = (paint) => {
  const { main, random } = paint
  const top = 250 + random() * 60
  const handle = `M560 ${top + 70}C690 ${top + 40} 700 580 545 565`
  return (
    shadow(410, 648, 200) +
    stroke(handle, main.dark, 40) +
    stroke(handle, main.base, 26) +
    lathe(`176 ${top}, 176 460, 168 590, 132 640`, round) +
    glaze(paint, 470, 172) +
    mouth(top, 176, main) +
    gleam(292, top + 70, 560)
  )
}

const bowl: Drawing = (paint) => {
  const { main } = paint
  const deep = 340 + paint.random() * 70
  return (
    shadow(400, 645, 200) +
    lathe(`296 ${deep}, 278 ${deep + 90}, 200 590, 120 618, 112 642`, round) +
    glaze(paint, deep + 95, 262) +
    oval(400, deep, 296, 62, main.light) +
    oval(400, deep + 8, 276, 50, main.dark) +
    faint(0.6, oval(400, deep + 24, 210, 30, main.base)) +
    shine(`M150 ${deep + 70}Q180 ${deep + 170} 250 ${deep + 215}Q200 ${deep + 150} 186 ${deep + 78}Z`)
  )
}

const plate: Drawing = ({ main, second, random }) => {
  const rim = 0.7 + random() * 0.08
  const ring =
    random() < 0.5
      ? `<circle cx="400" cy="400" r="272" fill="none" stroke="${second.base}" stroke-width="10" opacity=".7"/>`
      : ''
  return (
    oval(400, 432, 322, 312, 'url(#shadow)') +
    dot(400, 400, 290, 'url(#flat)') +
    faint(0.5, dot(400, 400, 290 * rim + 10, main.dark)) +
    dot(400, 404, 290 * rim, main.base) +
    ring +
    dot(400, 404, 290 * rim - 26, main.light) +
    faint(0.35, dot(404, 410, 290 * rim - 40, main.base)) +
    shine('M170 270Q230 160 360 134Q260 190 206 292Z', 0.35)
  )
}

const bottleVase: Drawing = (paint) => {
  const { main, random } = paint
  const belly = 165 + random() * 50
  const stem = (x: number, y: number, bend: number): string => {
    const leaves = [0.3, 0.5, 0.7, 0.9].map((t) => {
      const [lx, ly] = [400 + (x - 400) * t * t, 210 - (210 - y) * t]
      return `<ellipse cx="${lx}" cy="${ly}" rx="34" ry="12" transform="rotate(${bend + t * 40} ${lx} ${ly})" fill="#8b9a6b"/>`
    })
    return stroke(`M400 240Q405 ${y + 60} ${x} ${y}`, '#6d7a4f', 6) + leaves.join('')
  }
  const twigs = random() < 0.6 ? stem(330, 60, 160) + stem(480, 80, 10) : ''
  return (
    shadow(400, 648, 165) +
    twigs +
    lathe(`58 226, 46 290, 60 350, ${belly} 480, ${belly * 0.9} 590, 96 645`, round) +
    glaze(paint, 500, belly - 8) +
    mouth(226, 58, main) +
    shine(`M${420 - belly} 470Q${425 - belly} 560 ${470 - belly} 600Q${450 - belly} 530 ${462 - belly} 440Z`)
  )
}

const roundVase: Drawing = (paint) => {
  const neck = 84 + paint.random() * 50
  return (
    shadow(400, 648, 190) +
    lathe(`${neck + 22} 200, ${neck} 240, ${neck + 10} 280, 228 410, 214 540, 118 645`, round) +
    glaze(paint, 430, 222) +
    mouth(200, neck + 22, paint.main) +
    shine('M206 400Q200 490 250 560Q236 480 254 380Z')
  )
}

const teapot: Drawing = (paint) => {
  const { main } = paint
  return (
    shadow(400, 640, 220) +
    stroke('M250 330C120 270 80 470 240 540', main.dark, 34) +
    stroke('M250 330C120 270 80 470 240 540', main.base, 20) +
    path('M560 470C640 450 640 340 706 300L738 322C690 380 700 540 560 570Z', round) +
    lathe('120 300, 205 370, 222 470, 180 580, 120 632', round) +
    glaze(paint, 450, 214) +
    lathe('34 262, 104 284, 128 306', round) +
    faint(0.4, stroke('M276 312Q400 340 524 312', main.deep, 6)) +
    lathe('20 214, 32 236, 16 264', secondRound) +
    shine('M214 430Q206 510 262 570Q240 500 256 400Z')
  )
}

const pitcher: Drawing = (paint) => {
  const { main } = paint
  return (
    shadow(400, 648, 180) +
    stroke('M520 270C680 240 680 480 545 520', main.dark, 36) +
    stroke('M520 270C680 240 680 480 545 520', main.base, 22) +
    lathe('118 200, 104 280, 140 390, 176 500, 160 600, 120 645', round) +
    path('M282 200L236 176Q262 236 292 262Z', main.base) +
    glaze(paint, 470, 168) +
    oval(400, 200, 118, 24, main.light) +
    path('M284 202L240 178Q330 170 400 186Z', main.light) +
    oval(402, 204, 104, 17, main.deep) +
    gleam(300, 420, 580)
  )
}

const saucerCup: Drawing = (paint) => {
  const { main } = paint
  return (
    shadow(400, 640, 280) +
    oval(400, 612, 290, 52, main.dark) +
    oval(400, 602, 290, 50, 'url(#flat)') +
    faint(0.5, oval(400, 600, 170, 26, main.dark)) +
    stroke('M560 380C680 360 670 520 530 520', main.dark, 32) +
    stroke('M560 380C680 360 670 520 530 520', main.base, 20) +
    lathe('186 330, 176 440, 130 560, 92 596', round) +
    glaze(paint, 430, 172) +
    oval(400, 330, 186, 34, main.light) +
    oval(400, 336, 170, 27, '#5a3a28') +
    faint(0.5, oval(380, 338, 90, 12, '#8a5d3f')) +
    gleam(280, 390, 500)
  )
}

const lidJar: Drawing = (paint) =>
  shadow(400, 648, 190) +
  lathe('170 310, 190 350, 190 560, 160 642', round) +
  glaze(paint, 450, 188) +
  oval(400, 310, 170, 28, paint.main.dark) +
  lathe('30 236, 120 250, 178 288, 180 312', secondRound) +
  lathe('24 180, 40 204, 22 240', secondRound) +
  gleam(276, 380, 560)

const candlestick: Drawing = (paint) =>
  shadow(400, 648, 170) +
  lathe('26 96, 26 300', 'url(#wax)') +
  box(374, 110, 52, 210, 8, '#f4ead6') +
  faint(0.3, box(406, 110, 20, 210, 8, '#b49a72')) +
  stroke('M400 112V88', '#4a3c30', 5) +
  lathe('62 300, 40 330, 30 400, 56 450, 34 520, 60 590, 160 640', round) +
  oval(400, 300, 62, 12, paint.main.light) +
  shade('M260 630Q400 664 540 630Q400 640 260 630Z', 0.12) +
  gleam(384, 350, 410, 8)

export const ceramicsDrawings = {
  mug,
  bowl,
  plate,
  bottleVase,
  roundVase,
  teapot,
  pitcher,
  saucerCup,
  lidJar,
  candlestick
}
