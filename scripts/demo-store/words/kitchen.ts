import type { Category } from './category.ts'

export const kitchen: Category = {
  name: 'Kitchen',
  title: '{line} {noun}, {color}',
  lines: [
    {
      name: 'Emaille Roth',
      colors: ['chalk white', 'signal red', 'sea blue', 'butter yellow'],
      second: 'oak',
      made: 'Steel enameled twice in a family works in the Thuringian Forest.'
    },
    {
      name: 'Forge No. 8',
      colors: ['charcoal', 'slate', 'petrol'],
      second: 'walnut',
      factor: 1.4,
      made: 'Cast in sand in Burgundy and seasoned with flax oil.'
    },
    {
      name: 'Boisserie',
      colors: ['oak', 'walnut', 'beech'],
      second: 'cognac',
      made: 'Cut from trees felled in the Jura and oiled four times.'
    }
  ],
  kinds: [
    {
      noun: 'saucepan',
      drawing: 'saucepan',
      price: [39, 69],
      only: ['Emaille Roth', 'Forge No. 8'],
      sizes: ['1.2 l', '2 l'],
      title: '{line} saucepan {size}, {color}',
      about: [
        'A saucepan of {size} for milk, rice and sauces, with a lip on both sides.',
        'Heats evenly on every stove, induction too. Holds {size}.'
      ]
    },
    {
      noun: 'casserole',
      drawing: 'casserole',
      price: [89, 179],
      only: ['Emaille Roth', 'Forge No. 8'],
      sizes: ['3 l', '5 l'],
      title: '{line} casserole {size}, {color}',
      about: [
        'A heavy pot for stews, roasts and bread: {size}, from stove to oven to table.',
        'The lid returns the steam to the pot, so that nothing dries out. {size}.'
      ]
    },
    {
      noun: 'frying pan',
      drawing: 'fryingPan',
      price: [49, 99],
      only: ['Emaille Roth', 'Forge No. 8'],
      sizes: ['24 cm', '28 cm'],
      title: '{line} frying pan {size}, {color}',
      about: [
        'A pan of {size} that browns as it should; the handle stays cool.',
        'Gets more non-stick the more it is used. {size} across the rim.'
      ],
      care: 'Wipe it out while warm; no dishwasher.'
    },
    {
      noun: 'chef’s knife',
      drawing: 'knife',
      price: [79, 149],
      only: ['Boisserie'],
      lines: [
        {
          name: 'Tsubame',
          colors: ['walnut', 'charcoal', 'oak', 'cobalt', 'brick red'],
          second: 'brass',
          made: 'Forged in Niigata from three layers of steel, ground by hand to 60 HRC.'
        },
        {
          name: 'Messerwerk',
          colors: ['beech', 'black', 'smoked oak', 'forest green'],
          second: 'steel',
          factor: 0.7,
          made: 'Ground in Solingen from stainless X50 steel.'
        }
      ],
      about: [
        'A chef’s knife of 20 cm, balanced at the bolster, for nearly everything.',
        'Thin behind the edge, so that an onion does not notice. Blade 20 cm.'
      ],
      care: 'Wash by hand and dry at once; sharpen on a stone.'
    },
    {
      noun: 'chopping board',
      drawing: 'board',
      price: [29, 69],
      only: ['Boisserie'],
      sizes: ['30 cm', '40 cm'],
      title: '{line} chopping board {size}, {color}',
      about: [
        'A board of {size} from one piece, with a hole to hang it by.',
        'Kind to knives and handsome enough for the cheese.'
      ],
      care: 'Rinse, dry upright, and oil it twice a year.'
    },
    {
      noun: 'spoon set',
      drawing: 'spoons',
      price: [24, 44],
      only: ['Emaille Roth', 'Forge No. 8'],
      about: [
        'Three cooking spoons in a pot that stands by the stove.',
        'A spoon, a slotted spoon and a spatula of olive wood, with their jar.'
      ],
      care: 'Wash by hand and rub with a little oil now and then.'
    },
    {
      noun: 'storage jar',
      drawing: 'storageJar',
      price: [14, 29],
      lines: [
        {
          name: 'Bodega',
          colors: ['mustard', 'terracotta', 'oat', 'cocoa', 'sage', 'coral'],
          second: 'cork',
          made: 'Borosilicate glass blown in Bohemia.'
        },
        {
          name: 'Pantry',
          colors: ['butter yellow', 'brick red', 'moss green', 'sand'],
          second: 'steel',
          factor: 0.7,
          made: 'Pressed glass, half of it recycled, from Murcia.'
        }
      ],
      sizes: ['0.5 l', '1 l', '1.5 l'],
      title: '{line} storage jar {size}, {color} label',
      about: [
        'A straight jar of {size} with a lid that closes tight, and a label to write on.',
        'For pasta, lentils or sugar ({size}); you see what is left.'
      ],
      care: 'Dishwasher-safe without the lid.'
    },
    {
      noun: 'pepper mill',
      drawing: 'pepperMill',
      price: [34, 62],
      lines: [
        {
          name: 'Molino',
          colors: ['walnut', 'chalk white', 'signal red', 'charcoal', 'forest green', 'oak', 'apricot'],
          second: 'brass',
          made: 'Beech from the Vosges and a grinder of hardened steel with a 25-year guarantee.'
        }
      ],
      sizes: ['16 cm', '24 cm'],
      title: '{line} pepper mill {size}, {color}',
      about: [
        'A mill of {size}, set from dust to coarse by the knob.',
        'Filled with whole pepper, ready for the table. {size} high.'
      ],
      care: 'For pepper and dry spices; salt needs the other mill.'
    },
    {
      noun: 'whisk',
      drawing: 'whisk',
      price: [12, 24],
      lines: [
        {
          name: 'Sbatti',
          colors: ['oak', 'signal red', 'black', 'mint', 'walnut', 'mustard'],
          second: 'steel',
          made: 'Eleven wires of spring steel, made near Brescia.'
        }
      ],
      about: [
        'A balloon whisk, 28 cm, that gets into the corners of the pan.',
        'Beats cream in two minutes and hangs up by its ring.'
      ],
      care: 'Goes in the dishwasher, though the handle prefers the sink.'
    }
  ],
  notes: [
    'For gas, electric, ceramic and induction hobs, and the oven up to 250 °C.',
    'Spare parts can be had for ten years.',
    'Wash by hand in warm water.'
  ]
}
