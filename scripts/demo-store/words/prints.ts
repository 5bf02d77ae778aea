import type { Category, Line } from './category.ts'

const sheet = (name: string, colors: Line['colors'], made: string, second: Line['second'] = 'oak'): Line => ({
  name,
  colors,
  second,
  made
})
const sizes = ['30 × 40 cm', '50 × 70 cm']
const title = '{line}, framed print {size}, {color}'

export const prints: Category = {
  name: 'Prints',
  title,
  lines: [],
  kinds: [
    {
      noun: 'landscape',
      drawing: 'hills',
      price: [49, 69],
      sizes,
      about: ['Three hills and a low sun, cut from flat planes of color.'],
      lines: [
        sheet(
          'Evening in Umbria',
          ['terracotta', 'moss green', 'plum'],
          'A screen print by Chiara Belli, four colors, edition of 150.'
        ),
        sheet('North of the Lake', ['petrol', 'slate', 'sage'], 'After a paper collage by Ole Wik.', 'black')
      ]
    },
    {
      noun: 'botanical',
      drawing: 'botanical',
      price: [45, 64],
      sizes,
      about: ['A single frond, drawn from life and printed in one ink.'],
      lines: [
        sheet(
          'Fern',
          ['forest green', 'ink blue', 'moss green'],
          'From the herbarium series by Anouk Terlinden.'
        ),
        sheet('Rowan Leaf', ['rust', 'petrol', 'black'], 'A linocut, hand-pressed in Ghent.', 'walnut')
      ]
    },
    {
      noun: 'abstract',
      drawing: 'arches',
      price: [49, 72],
      sizes,
      about: ['Arches in arches: a quiet sheet for a hall or a study.'],
      lines: [
        sheet(
          'Portico',
          ['clay pink', 'terracotta', 'sea blue', 'mustard'],
          'Risograph in three colors by Studio Laranja, Lisbon.'
        )
      ]
    },
    {
      noun: 'geometry',
      drawing: 'geometry',
      price: [52, 78],
      sizes,
      about: ['Twenty tiles, no two the same.'],
      lines: [
        sheet(
          'Tiles No. 4',
          ['cobalt', 'brick red', 'forest green'],
          'After the pavements of Trieste, by Marko Zorn.',
          'black'
        ),
        sheet('Kindergarten', ['coral', 'sky', 'mint'], 'A cheerful sheet for nurseries and kitchens.')
      ]
    },
    {
      noun: 'seascape',
      drawing: 'sea',
      price: [49, 74],
      sizes,
      about: ['The sea at the hour when it turns dark before the sky does.'],
      lines: [
        sheet(
          'Low Tide',
          ['sea blue', 'petrol', 'ink blue'],
          'Giclée print on cotton paper after a gouache by Maeve Lynch.',
          'ash'
        ),
        sheet(
          'Copper Sea',
          ['copper', 'plum'],
          'The second of three sheets that also hang well alone.',
          'walnut'
        )
      ]
    },
    {
      noun: 'town',
      drawing: 'town',
      price: [49, 69],
      sizes,
      about: ['Gables, windows and a moon: a street as children remember it.'],
      lines: [
        sheet(
          'Five Houses',
          ['brick red', 'petrol', 'mustard'],
          'Screen print by Jutta Hansen, Lübeck.',
          'walnut'
        ),
        sheet('Rua das Flores', ['cobalt', 'rose', 'sage'], 'Drawn from a balcony in Porto by Inês Vaz.')
      ]
    },
    {
      noun: 'night',
      drawing: 'moons',
      price: [45, 66],
      sizes,
      about: ['Three moons, waxing, full and waning, above a few stars.'],
      lines: [
        sheet(
          'Moon Phases',
          ['ink blue', 'forest green', 'plum', 'charcoal'],
          'Printed with a metallic ink that catches the lamp.',
          'brass'
        )
      ]
    },
    {
      noun: 'still life',
      drawing: 'fruit',
      price: [42, 62],
      sizes,
      about: ['Nine fruits in three rows, some of them cut open.'],
      lines: [
        sheet('Orchard', ['brick red', 'moss green', 'mustard'], 'A poster for kitchens by Pia Lund.'),
        sheet(
          'Nine Plums',
          ['plum', 'cobalt', 'lilac'],
          'Linocut, reprinted from the original blocks.',
          'apricot'
        )
      ]
    },
    {
      noun: 'bird',
      drawing: 'bird',
      price: [45, 66],
      sizes,
      about: ['A small bird on a branch, about to say something.'],
      lines: [
        sheet('Robin', ['rust', 'coral'], 'From the series Garden Guests by Tomasz Wilk.'),
        sheet(
          'Blackbird at Six',
          ['charcoal', 'ink blue'],
          'From the series Garden Guests by Tomasz Wilk.',
          'mustard'
        ),
        sheet('Siskin', ['moss green', 'mustard'], 'From the series Garden Guests by Tomasz Wilk.', 'sky')
      ]
    }
  ],
  notes: [
    'Framed in solid wood behind acrylic glass, ready to hang.',
    'Printed on 200 g paper that does not yellow; size with frame {size}.',
    'Sent flat between two boards.',
    'Signed on the back.'
  ]
}
