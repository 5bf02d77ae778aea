import type { Category, Line } from './category.ts'

const scent = (name: string, colors: Line['colors'], made: string, second: Line['second'] = 'oak'): Line => ({
  name,
  colors,
  second,
  made
})

const scents: Line[] = [
  scent('Fig & Cedar', ['moss green', 'forest green'], 'Scent: green fig leaf and dry cedar.'),
  scent('Sea Salt', ['sky', 'sea blue'], 'Scent: salt, driftwood and a trace of seaweed.', 'ash'),
  scent('Orange Blossom', ['apricot', 'butter yellow'], 'Scent: neroli from Nabeul over light musk.'),
  scent('Lavender', ['lilac'], 'Scent: fine lavender from the Drôme, nothing else.', 'walnut'),
  scent('Vetiver', ['charcoal', 'cocoa'], 'Scent: earthy Haitian vetiver with pink pepper.', 'black'),
  scent(
    'Rose Geranium',
    ['rose', 'clay pink'],
    'Scent: geranium from Réunion, fresh rather than sweet.',
    'copper'
  )
]

export const bath: Category = {
  name: 'Bath',
  title: '{line} {noun}',
  lines: scents,
  kinds: [
    {
      noun: 'soap bar, 100 g',
      drawing: 'soap',
      price: [6, 9],
      title: '{line} soap bar, 100 g, {color}',
      about: [
        'Cold-stirred soap with olive oil and shea butter, cured for six weeks.',
        'A bar that lathers in hard water and lasts a month.'
      ],
      care: 'Vegan; wrapped in paper.'
    },
    {
      noun: 'hand wash',
      drawing: 'dispenser',
      price: [14, 19],
      sizes: ['250 ml', '500 ml'],
      title: '{line} hand wash {size}, {color} bottle',
      about: [
        'A mild hand wash in a bottle that can be filled again. {size}.',
        'Cleans without drying, pH 5.5. {size}, with a pump that does not drip.'
      ]
    },
    {
      noun: 'scented candle',
      drawing: 'candle',
      price: [24, 36],
      sizes: ['40 h', '70 h'],
      title: '{line} scented candle {size}, {color}',
      about: [
        'Rapeseed wax with a cotton wick, burns for about {size}.',
        'Poured by hand in Ghent; the vessel makes a good toothbrush mug afterwards.'
      ],
      care: 'Let it melt to the edge the first time; trim the wick to 5 mm.'
    },
    {
      noun: 'bath oil, 200 ml',
      drawing: 'oilBottle',
      price: [19, 29],
      title: '{line} bath oil, 200 ml, {color} bottle',
      about: [
        'Almond and jojoba oil; two capfuls are enough.',
        'Turns the water milky and leaves the skin soft.'
      ]
    },
    {
      noun: 'body cream',
      drawing: 'creamJar',
      price: [18, 28],
      title: '{line} body cream, 200 ml, {color} jar',
      about: [
        'A rich cream with shea butter and squalane, quickly absorbed.',
        'For dry elbows, shins and winter days.'
      ]
    },
    {
      noun: 'body brush',
      drawing: 'brush',
      price: [16, 29],
      lines: [
        {
          name: 'Sauna',
          colors: ['beech', 'walnut', 'oak', 'smoked oak'],
          second: 'cognac',
          made: 'Oiled beech and boar bristle, made by the workshop for the blind in Tampere.'
        },
        {
          name: 'Calma',
          colors: ['ash', 'slate', 'sage'],
          second: 'sand',
          factor: 0.8,
          made: 'Ash and Tampico fiber, without any animal hair.'
        }
      ],
      title: '{line} body brush, {color}',
      about: [
        'A bath brush of 40 cm that reaches the middle of the back.',
        'For dry brushing in the morning or for the tub.'
      ],
      care: 'Hang it with the bristles down.'
    },
    {
      noun: 'comb',
      drawing: 'comb',
      price: [9, 17],
      lines: [
        {
          name: 'Corno',
          colors: ['amber', 'black', 'cocoa', 'forest green', 'cobalt', 'coral'],
          second: 'brass',
          made: 'Sawn from cellulose acetate and polished for three days, in the Swiss Jura.'
        }
      ],
      title: '{line} comb, {color}',
      about: [
        'A pocket comb with wide and narrow teeth that do not scratch.',
        'Does not charge the hair; 18 cm.'
      ]
    },
    {
      noun: 'toothbrush mug',
      drawing: 'toothbrush',
      price: [13, 24],
      lines: [
        {
          name: 'Bagno',
          colors: ['chalk white', 'petrol', 'clay pink', 'mustard', 'slate', 'mint'],
          second: 'oak',
          made: 'Stoneware with a matt glaze from Nové Sedlo.'
        }
      ],
      title: '{line} toothbrush mug, {color}',
      about: [
        'A mug for two brushes and the paste; drains through the foot.',
        'Heavy enough not to fall into the basin. Brushes not included.'
      ]
    },
    {
      noun: 'towel',
      drawing: 'towel',
      price: [14, 24],
      lines: [
        {
          name: 'Marsa',
          colors: ['chalk white', 'cobalt', 'coral', 'sand'],
          second: 'ink blue',
          made: 'Turkish cotton of 500 g, woven near Denizli.'
        },
        {
          name: 'Linnea',
          colors: ['natural linen', 'sage', 'sky'],
          second: 'chalk white',
          factor: 1.3,
          made: 'Half linen, half cotton: dries quickly and rubs well.'
        }
      ],
      sizes: ['50 × 100 cm', '70 × 140 cm'],
      title: '{line} towel {size}, {color}',
      about: ['A towel of {size} with a loop on each side.', 'Thirsty from the second wash on. {size}.'],
      care: 'Wash at 60 °C, without softener.'
    }
  ],
  notes: [
    'Made without palm oil, coloring or animal testing.',
    'Refills save 70 % of the packaging.',
    'Keep it out of the sun and use it within twelve months.'
  ]
}
