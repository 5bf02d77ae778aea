import type { Category } from './category.ts'

export const lamps: Category = {
  name: 'Lamps',
  title: '{line} {noun}, {color}',
  lines: [
    {
      name: 'Lumo',
      colors: ['chalk white', 'charcoal', 'mustard', 'sage'],
      second: 'brass',
      made: 'Powder-coated steel with brass fittings, assembled near Valencia.'
    },
    {
      name: 'Fjell',
      colors: ['ink blue', 'oat', 'brick red', 'forest green'],
      second: 'oak',
      factor: 1.2,
      made: 'Oak and painted metal, put together in a workshop on Jutland.'
    },
    {
      name: 'Cassia',
      colors: ['clay pink', 'sand', 'petrol', 'butter yellow'],
      second: 'copper',
      factor: 0.75,
      made: 'Spun aluminum, painted in Brno, with a fabric-covered cable.'
    }
  ],
  kinds: [
    {
      noun: 'table lamp',
      drawing: 'tableLamp',
      price: [69, 149],
      about: [
        'A table lamp with a warm, even light for a sideboard or bedside. 48 cm high, E27.',
        'A turned base, a conical shade and a switch on the cable: nothing to explain. Takes one E27 bulb of up to 12 W.'
      ]
    },
    {
      noun: 'desk lamp',
      drawing: 'deskLamp',
      price: [89, 159],
      about: [
        'A desk lamp with two joints that stay where you put them. Reaches 62 cm.',
        'The head turns all the way round, so that the light falls on the page and not in your eyes.'
      ]
    },
    {
      noun: 'pendant',
      drawing: 'pendant',
      price: [79, 189],
      sizes: ['30 cm', '45 cm'],
      title: '{line} pendant {size}, {color}',
      about: [
        'A pendant of {size} that throws its light down on the table. Cable of 2 m, shortened without tools.',
        'Painted outside, white within: a wide pool of light over a dining table. {size} across.'
      ],
      care: 'Bulb (E27, up to 15 W) not included; to be connected by an electrician.'
    },
    {
      noun: 'floor lamp',
      drawing: 'floorLamp',
      price: [159, 289],
      about: [
        'A floor lamp for the corner by the armchair, 148 cm high, with a foot switch.',
        'Stands firmly beside a sofa and lights a whole book. Takes an E27 bulb, not included.'
      ]
    },
    {
      noun: 'mushroom lamp',
      drawing: 'mushroomLamp',
      price: [59, 119],
      about: [
        'A small round lamp that glows from under its hood. Three levels, dimmed by touch.',
        'Rechargeable: twelve hours on a shelf, a windowsill or the garden table. USB-C cable included.'
      ],
      care: 'IP44: it does not mind a splash.'
    },
    {
      noun: 'paper lantern',
      drawing: 'paperLamp',
      price: [24, 59],
      sizes: ['35 cm', '50 cm'],
      title: '{line} paper lantern {size}, {color}',
      about: [
        'A ribbed shade of mulberry paper over a bamboo frame, {size} wide.',
        'A soft ball of light for the bedroom. Comes flat and unfolds in a minute; cable sold separately.'
      ],
      care: 'Dust it with a soft brush, and use LED bulbs of up to 10 W only.'
    },
    {
      noun: 'lantern',
      drawing: 'lantern',
      price: [29, 64],
      about: [
        'A glazed lantern for block candles of up to 8 × 18 cm, indoors or under a roof.',
        'Four panes, a door with a latch and a handle that stays cool.'
      ],
      care: 'Wipe the glass with a little vinegar; it comes apart for cleaning.'
    },
    {
      noun: 'wall lamp',
      drawing: 'wallLamp',
      price: [64, 129],
      about: [
        'A wall lamp with an arm that swings 180 degrees, for reading in bed.',
        'Fixed with two screws, with a cable and plug for rented flats.'
      ]
    }
  ],
  notes: [
    'Bulb not included: we suggest 2,700 K.',
    'Comes with a two-meter textile cable and a European plug.',
    'CE marked; IP20, for indoor use.',
    'Wipe with a dry cloth when it is cold.'
  ]
}
