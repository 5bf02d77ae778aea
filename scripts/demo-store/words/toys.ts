import type { Category } from './category.ts'

export const toys: Category = {
  name: 'Toys',
  title: '{line} {noun}, {color}',
  lines: [
    {
      name: 'Holzbande',
      colors: ['signal red', 'sea blue', 'mustard', 'forest green'],
      second: 'beech',
      made: 'Cut from beech in the Ore Mountains and painted with water-based colors.'
    },
    {
      name: 'Pilou',
      colors: ['clay pink', 'mint', 'lilac', 'sand'],
      second: 'chalk white',
      made: 'Made near Lyon and tested for children from birth.'
    },
    {
      name: 'Tombola',
      colors: ['coral', 'petrol', 'butter yellow', 'plum'],
      second: 'oak',
      factor: 1.2,
      made: 'Designed in Turin, made in small runs from certified maple.'
    }
  ],
  kinds: [
    {
      noun: 'locomotive',
      drawing: 'train',
      price: [19, 39],
      only: ['Holzbande', 'Tombola'],
      about: [
        'A wooden engine with a rubber-tired axle that runs quietly over any floor.',
        'Fits the usual wooden rails and pulls up to eight wagons by its magnet.'
      ],
      care: 'From 2 years.'
    },
    {
      noun: 'stacking rings',
      drawing: 'rings',
      price: [17, 29],
      about: [
        'Five rings and a ball to sort, stack and roll away.',
        'A classic for the first birthday: five sizes, one rod that gives way.'
      ],
      care: 'From 12 months.'
    },
    {
      noun: 'building blocks',
      drawing: 'blocks',
      price: [29, 59],
      sizes: ['24 pieces', '48 pieces'],
      title: '{line} blocks {size}, {color}',
      about: [
        'Solid blocks in a cotton bag: {size}, 4 cm grid, exact to half a millimeter.',
        'Cubes, arches and boards that fit with one another. {size}.'
      ],
      care: 'From 18 months.'
    },
    {
      noun: 'bear',
      drawing: 'bear',
      price: [28, 49],
      lines: [
        {
          name: 'Bruno the',
          colors: ['cocoa', 'cognac', 'charcoal'],
          second: 'sand',
          made: 'Mohair and cotton, stuffed with wood wool, sewn in Franconia.'
        },
        {
          name: 'Ida the',
          colors: ['oat', 'rose', 'sky', 'warm grey'],
          second: 'chalk white',
          made: 'Organic cotton plush, filled with sheep’s wool.'
        }
      ],
      title: '{line} bear, {color}',
      about: [
        'A bear of 32 cm who sits by himself and listens well.',
        'Soft, sturdy and washable, with embroidered eyes and a bow.'
      ],
      care: 'Hand wash at 30 °C, and comb when dry.'
    },
    {
      noun: 'rabbit',
      drawing: 'rabbit',
      price: [24, 39],
      lines: [
        {
          name: 'Mimi the',
          colors: ['chalk white', 'clay pink', 'warm grey', 'sand'],
          second: 'sage',
          made: 'Knitted by hand in Bolivia from alpaca, with a striped sweater.'
        },
        {
          name: 'Otto the',
          colors: ['slate', 'cocoa', 'oat'],
          second: 'mustard',
          made: 'Jersey cotton with a sweater that comes off.'
        }
      ],
      title: '{line} rabbit, {color}',
      about: [
        'A rabbit with long ears to carry it by. 28 cm without them.',
        'Small enough for the stroller and the suitcase.'
      ],
      care: 'Wool programme, cold.'
    },
    {
      noun: 'kite',
      drawing: 'kite',
      price: [24, 44],
      about: [
        'A single-line kite that rises in a light wind (2 to 5 Beaufort).',
        'Ripstop nylon and glass-fiber rods; tail and 40 m of line on a reel are included.'
      ],
      care: 'From 6 years, with an eye on power lines.'
    },
    {
      noun: 'toy car',
      drawing: 'car',
      price: [12, 24],
      only: ['Holzbande', 'Tombola'],
      about: [
        'A rounded car for small hands, 14 cm long.',
        'Rolls straight and far; the wheels are screwed, not glued.'
      ],
      care: 'From 12 months.'
    },
    {
      noun: 'sailing boat',
      drawing: 'sailboat',
      price: [22, 42],
      only: ['Holzbande', 'Tombola'],
      about: [
        'A boat that really sails, with a lead keel and a cotton sail.',
        'For the bath and the pond; comes with 10 m of string.'
      ],
      care: 'Let it dry in the shade.'
    },
    {
      noun: 'spinning top',
      drawing: 'top',
      price: [9, 17],
      about: [
        'A turned top that spins for two minutes, once you have the knack.',
        'Press, twirl, let go: 8 cm of maple with a steel tip.'
      ],
      care: 'From 3 years.'
    }
  ],
  notes: ['CE and EN 71; free of small parts.', 'Packed in a box that can be painted.']
}
