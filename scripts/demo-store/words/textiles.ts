import type { Category } from './category.ts'

export const textiles: Category = {
  name: 'Textiles',
  title: '{line} {noun}, {color}',
  lines: [
    {
      name: 'Serra',
      colors: ['oat', 'rust', 'forest green', 'slate'],
      second: 'chalk white',
      made: 'Woven in the Serra da Estrela from the wool of local sheep, in a mill with its own washing and dyeing.',
      factor: 1.15
    },
    {
      name: 'Linnea',
      colors: ['natural linen', 'sky', 'clay pink', 'sage'],
      second: 'sand',
      made: 'European flax, spun and woven in Lithuania, washed twice so that it is soft from the first day.'
    },
    {
      name: 'Marsa',
      colors: ['cobalt', 'mustard', 'chalk white', 'coral'],
      second: 'ink blue',
      factor: 0.8,
      made: 'Turkish cotton, woven on old shuttle looms near Denizli.'
    }
  ],
  kinds: [
    {
      noun: 'wool blanket',
      drawing: 'blanket',
      price: [89, 159],
      only: ['Serra'],
      sizes: ['130 × 170 cm', '150 × 220 cm'],
      title: '{line} wool blanket {size}, {color}',
      about: [
        'A blanket with weight and warmth and a short fringe, {size}.',
        'Brushed on both sides, it keeps warm even when the evening turns damp.'
      ],
      care: 'Air it rather than wash it; wool programme at 30 °C if you must.'
    },
    {
      noun: 'throw',
      drawing: 'blanket',
      price: [49, 89],
      only: ['Linnea', 'Marsa'],
      about: [
        'A light throw for summer nights and the back of the sofa. 140 × 200 cm.',
        'Waffle weave with fringed ends; dries in an hour.'
      ]
    },
    {
      noun: 'cushion',
      drawing: 'cushion',
      price: [29, 54],
      sizes: ['45 × 45 cm', '60 × 60 cm'],
      title: '{line} cushion {size}, {color}',
      about: [
        'A cushion cover with a hidden zip, {size}. Filling sold separately.',
        'Woven in the color, not printed, so that both sides look right.'
      ]
    },
    {
      noun: 'tea towel',
      drawing: 'teaTowel',
      price: [11, 19],
      only: ['Linnea', 'Marsa'],
      about: [
        'A tea towel of 50 × 70 cm that takes up water at once and leaves no fluff on glasses.',
        'With a loop for the hook. Gets better with every wash.'
      ],
      care: 'Wash at 60 °C; no softener.'
    },
    {
      noun: 'rug',
      drawing: 'rug',
      price: [149, 320],
      sizes: ['80 × 150 cm', '140 × 200 cm', '170 × 240 cm'],
      title: '{line} rug {size}, {color}',
      only: ['Serra', 'Marsa'],
      about: [
        'A flat-woven rug, {size}, the same on both sides.',
        'Dense enough for the hall, soft enough for bare feet.'
      ],
      care: 'Vacuum without the brush; turn it now and then.'
    },
    {
      noun: 'scarf',
      drawing: 'scarf',
      price: [39, 84],
      only: ['Serra', 'Linnea'],
      about: [
        'A scarf long enough to go round twice: 35 × 200 cm with a knotted fringe.',
        'Warm without scratching, even under the chin.'
      ],
      care: 'Hand wash cold, dry flat.'
    },
    {
      noun: 'bed linen',
      drawing: 'bedLinen',
      price: [99, 179],
      only: ['Linnea', 'Marsa'],
      sizes: ['135 × 200 cm', '200 × 200 cm'],
      title: '{line} bed linen {size}, {color}',
      about: [
        'A duvet cover of {size} with a pillowcase, closed with shell buttons.',
        'Cool in summer, warm in winter, and it never needs the iron.'
      ],
      care: 'Wash at 60 °C inside out.'
    },
    {
      noun: 'apron',
      drawing: 'apron',
      price: [32, 58],
      only: ['Linnea', 'Marsa'],
      about: [
        'An apron with a big pocket and ties that meet in front.',
        'Covers you from the chest to the knee; the neck strap can be set.'
      ],
      care: 'Wash at 40 °C; the ties too.'
    },
    {
      noun: 'curtain',
      drawing: 'teaTowel',
      price: [59, 99],
      only: ['Linnea'],
      about: [
        'A half-transparent curtain of 140 × 260 cm; shorten it with scissors and iron-on tape.',
        'Softens the light and keeps out looks. Sold singly, with a header tape.'
      ]
    }
  ],
  notes: [
    'Tested for harmful substances.',
    'Wash at 40 °C with similar colors and dry in the air.',
    'Small irregularities in the yarn belong to the weave.'
  ]
}
