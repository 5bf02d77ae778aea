import type { Category } from './category.ts'

export const furniture: Category = {
  name: 'Furniture',
  title: '{line} {noun}, {color}',
  lines: [
    {
      name: 'Varde',
      colors: ['forest green', 'slate', 'oat', 'rust'],
      second: 'oak',
      made: 'Oak from Jutland, joined without screws and finished with soap.'
    },
    {
      name: 'Milo',
      colors: ['mustard', 'clay pink', 'petrol', 'warm grey'],
      second: 'beech',
      factor: 0.7,
      made: 'Beech and birch plywood, made in Slovenia; put together in ten minutes.'
    },
    {
      name: 'Atrium',
      colors: ['ink blue', 'cognac', 'sage', 'charcoal'],
      second: 'walnut',
      factor: 1.5,
      made: 'American walnut, built to order in a joinery in Udine.'
    }
  ],
  kinds: [
    {
      noun: 'chair',
      drawing: 'chair',
      price: [169, 279],
      about: [
        'A dining chair with a curved back that allows for long evenings.',
        'Light to lift and hard to tip: 4.6 kg, seat at 46 cm.'
      ]
    },
    {
      noun: 'stool',
      drawing: 'stool',
      price: [89, 149],
      about: [
        'A stool, a bedside table, a step: 45 cm high, three at a time in a stack.',
        'A padded seat on four splayed legs, for the kitchen or the bathroom.'
      ]
    },
    {
      noun: 'armchair',
      drawing: 'armchair',
      price: [449, 799],
      about: [
        'A deep armchair with cold-foam cushions and arms wide enough for a cup.',
        'Sits upright enough for reading and soft enough for falling asleep over it.'
      ],
      care: 'The cover comes off and may be cleaned.'
    },
    {
      noun: 'sofa',
      drawing: 'sofa',
      price: [1190, 1890],
      sizes: ['2-seater', '3-seater'],
      title: '{line} sofa, {size}, {color}',
      about: [
        'A {size} with loose seat cushions and removable covers of wool blend.',
        'Compact on the outside, roomy within; comes through every door. {size}.'
      ],
      care: 'Made to order: allow six weeks.'
    },
    {
      noun: 'coffee table',
      drawing: 'coffeeTable',
      price: [249, 429],
      about: [
        'A low table that leaves room for the feet, 40 cm high.',
        'A top with softened edges on three or four legs; books not included.'
      ]
    },
    {
      noun: 'sideboard',
      drawing: 'sideboard',
      price: [690, 1190],
      about: [
        'A sideboard of 160 cm with doors that close softly and holes for cables.',
        'Room for plates, records or everything that should not be seen.'
      ]
    },
    {
      noun: 'bookshelf',
      drawing: 'bookshelf',
      price: [349, 590],
      about: [
        'Four boards for about 120 books; carries 30 kg on each.',
        'A narrow shelf for awkward corners, 74 × 186 cm.'
      ],
      care: 'Fix it to the wall with the bracket that comes with it.'
    },
    {
      noun: 'desk',
      drawing: 'desk',
      price: [390, 690],
      about: [
        'A desk of 140 × 65 cm with a drawer and a slot for cables.',
        'Slim enough for the bedroom, steady enough for a large screen. Shown with accessories.'
      ]
    },
    {
      noun: 'bench',
      drawing: 'bench',
      price: [229, 399],
      about: [
        'A bench with a padded seat for the hall or the long side of the table.',
        'Seats three, or two and a dog: 120 cm.'
      ]
    }
  ],
  notes: [
    'Delivered to the room by two people.',
    'Oil it once a year; scratches can be sanded out.',
    'Tested for 120 kg.',
    'Spare parts and covers can be had later.'
  ]
}
