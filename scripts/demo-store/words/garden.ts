import type { Category } from './category.ts'

export const garden: Category = {
  name: 'Garden',
  title: '{line} {noun}, {color}',
  lines: [
    {
      name: 'Allotment',
      colors: ['moss green', 'signal red', 'slate', 'butter yellow'],
      second: 'brass',
      made: 'From a tool works in Shropshire that is older than its oak trees.'
    },
    {
      name: 'Orto',
      colors: ['terracotta', 'sand', 'sage', 'petrol'],
      second: 'terracotta',
      factor: 0.85,
      made: 'From a workshop in Impruneta where clay has been dug since the 14th century.'
    },
    {
      name: 'Hav',
      colors: ['charcoal', 'chalk white', 'sky', 'rust'],
      second: 'ash',
      factor: 1.2,
      made: 'Made in Skåne from recycled material and untreated ash.'
    }
  ],
  kinds: [
    {
      noun: 'watering can',
      drawing: 'wateringCan',
      price: [34, 64],
      only: ['Allotment', 'Hav'],
      sizes: ['1.5 l', '5 l'],
      title: '{line} watering can {size}, {color}',
      about: [
        'A can of {size} with a long neck that reaches the back of the shelf.',
        'Pours a soft rain with the rose on and a thin stream without. Holds {size}.'
      ]
    },
    {
      noun: 'houseplant in a pot',
      drawing: 'plant',
      price: [19, 48],
      lines: [
        {
          name: 'Sansevieria',
          colors: ['chalk white', 'terracotta', 'charcoal', 'mustard', 'petrol'],
          second: 'oak',
          made: 'Needs little water and little light. About 45 cm high.'
        },
        {
          name: 'Rubber fig',
          colors: ['terracotta', 'clay pink', 'sage', 'slate'],
          second: 'oak',
          factor: 1.2,
          made: 'Likes a bright place without noon sun. About 50 cm high.'
        }
      ],
      title: '{line}, {color} pot',
      about: [
        'Grown near Aalsmeer and sent in its pot, well packed.',
        'A plant for people who forget plants, in a glazed pot with a saucer.'
      ],
      care: 'Water it when the top of the soil is dry. Not for cats to chew.'
    },
    {
      noun: 'window box',
      drawing: 'planter',
      price: [29, 59],
      sizes: ['60 cm', '80 cm'],
      title: '{line} window box {size}, {color}',
      about: [
        'A box of {size} for geraniums, herbs or lettuce, with holes and plugs.',
        'Deep enough for tomatoes, light enough for a railing. {size} long. Shown planted.'
      ]
    },
    {
      noun: 'hand trowel',
      drawing: 'trowel',
      price: [16, 32],
      only: ['Allotment', 'Hav'],
      about: [
        'A trowel of stainless steel with marks every centimeter for bulbs.',
        'Narrow, pointed and strong: it goes between roots without harming them.'
      ]
    },
    {
      noun: 'secateurs',
      drawing: 'secateurs',
      price: [32, 69],
      only: ['Allotment', 'Hav'],
      about: [
        'Bypass secateurs for branches of up to 20 mm, with a lock for one hand.',
        'Blade, spring and buffer can be replaced, so they last a gardener’s life.'
      ],
      care: 'Clean the blade with oil after cutting roses.'
    },
    {
      noun: 'bird house',
      drawing: 'birdHouse',
      price: [27, 49],
      only: ['Allotment', 'Hav'],
      about: [
        'A nesting box for tits, with a hole of 32 mm and a back that opens for cleaning.',
        'Screwed, not glued, from 18 mm larch. Hang it facing east, out of reach of cats.'
      ],
      care: 'Empty it every autumn.'
    },
    {
      noun: 'seeds',
      drawing: 'seeds',
      price: [3, 5],
      lines: [
        {
          name: 'Sunflower ‘Valentine’',
          colors: ['butter yellow', 'sky'],
          second: 'mustard',
          made: 'Sow outdoors from April, 2 cm deep; flowers from July to the first frost.'
        },
        {
          name: 'Carrot ‘Nantaise’',
          colors: ['apricot', 'forest green'],
          second: 'moss green',
          made: 'Sow from March in rows of 25 cm and thin to 4 cm. Ready after 14 weeks.'
        },
        {
          name: 'Tomato ‘Matina’',
          colors: ['signal red', 'sage'],
          second: 'moss green',
          made: 'Start indoors in March, plant out after the last frost. Early and sweet.'
        },
        {
          name: 'Sweet pea ‘Cupani’',
          colors: ['lilac', 'plum'],
          second: 'rose',
          made: 'Soak overnight, sow in pots in October or March, and pick often.'
        },
        {
          name: 'Basil ‘Genovese’',
          colors: ['mint'],
          second: 'forest green',
          made: 'Sow on the windowsill from March; press the seeds on, do not cover them.'
        }
      ],
      title: '{line}, organic seeds',
      about: [
        'Open-pollinated and organic, so the seeds can be saved for next year.',
        'One packet is enough for about three meters.'
      ],
      care: 'Keeps for three years in a dry place.'
    },
    {
      noun: 'plant pot',
      drawing: 'pot',
      price: [14, 42],
      only: ['Orto', 'Hav'],
      sizes: ['14 cm', '22 cm', '30 cm'],
      title: '{line} plant pot {size}, {color}',
      about: [
        'A pot of {size} with a rolled rim and a hole; saucer included.',
        'Breathes, so that roots do not stand in water. {size} across.'
      ],
      care: 'Frost-proof to –15 °C if it is raised from the ground.'
    },
    {
      noun: 'garden gloves',
      drawing: 'gloves',
      price: [14, 34],
      only: ['Allotment', 'Hav'],
      sizes: ['S', 'M', 'L'],
      sizeFactor: 1,
      title: '{line} garden gloves {size}, {color}',
      about: [
        'Gloves of goatskin with a long cuff, thin enough to feel a seedling.',
        'Thorn-proof to the wrist, washable, size {size}.'
      ]
    }
  ],
  notes: [
    'Free of peat and plastic, packaging included.',
    'Stays outside all year.',
    'Ten-year guarantee against rust.'
  ]
}
