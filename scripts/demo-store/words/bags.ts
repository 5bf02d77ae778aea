import type { Category } from './category.ts'

export const bags: Category = {
  name: 'Bags',
  title: '{line} {noun}, {color}',
  lines: [
    {
      name: 'Calle',
      colors: ['cognac', 'black', 'forest green', 'plum'],
      second: 'cocoa',
      factor: 1.7,
      made: 'Vegetable-tanned leather from Ubrique, cut and sewn by one person.'
    },
    {
      name: 'Kanvas',
      colors: ['moss green', 'ink blue', 'sand', 'rust'],
      second: 'cognac',
      made: 'Waxed cotton of 500 g with bridle-leather straps, sewn in Riga.'
    },
    {
      name: 'Again',
      colors: ['charcoal', 'coral', 'sky', 'butter yellow'],
      second: 'black',
      factor: 0.7,
      made: 'Woven from recycled bottles (28 to the bag), made in a fair-wage workshop in Porto.'
    }
  ],
  kinds: [
    {
      noun: 'tote',
      drawing: 'tote',
      price: [39, 79],
      about: [
        'A tote for the market and the office, with an inner pocket and a key ring.',
        'Stands by itself, swallows a 14-inch laptop and a loaf of bread.'
      ]
    },
    {
      noun: 'backpack',
      drawing: 'backpack',
      price: [89, 149],
      sizes: ['16 l', '22 l'],
      title: '{line} backpack {size}, {color}',
      about: [
        'A backpack of {size} with a padded sleeve for a laptop and two buckled straps.',
        'Made for the daily ride: {size}, a pocket for the bottle and a back that breathes.'
      ]
    },
    {
      noun: 'messenger bag',
      drawing: 'messenger',
      price: [79, 139],
      about: [
        'A bag to wear across the shoulder, with room for folders, 38 × 28 × 10 cm.',
        'The flap closes with two buckles that hide magnets.'
      ]
    },
    {
      noun: 'weekender',
      drawing: 'weekender',
      price: [119, 199],
      about: [
        'A bag for two nights: 38 liters, hand luggage on most airlines.',
        'Opens wide, with a compartment for shoes and feet of brass.'
      ]
    },
    {
      noun: 'pouch',
      drawing: 'pouch',
      price: [22, 39],
      sizes: ['S', 'L'],
      title: '{line} pouch {size}, {color}',
      about: [
        'A zipped pouch for cables, pens or make-up.',
        'Keeps small things together in big bags. Size {size}, with a loop for the finger.'
      ]
    },
    {
      noun: 'wallet',
      drawing: 'wallet',
      price: [34, 59],
      only: ['Calle', 'Kanvas'],
      about: [
        'Eight cards, notes and coins, and still flat. With RFID protection.',
        'A wallet that closes with a stud and ages well. 11 × 9 cm.'
      ]
    },
    {
      noun: 'cabin suitcase',
      drawing: 'suitcase',
      price: [149, 229],
      only: ['Again'],
      about: [
        'A suitcase of 36 liters and 2.9 kg, with four silent wheels and a TSA lock.',
        'Hard shell, two halves, one strap: 55 × 38 × 22 cm.'
      ],
      care: 'Wheels, handle and lock can be replaced.'
    },
    {
      noun: 'bucket bag',
      drawing: 'bucketBag',
      price: [69, 119],
      about: [
        'A drawstring bag with a firm base and a strap for the shoulder.',
        'Round, roomy and closed with one pull; lined with cotton.'
      ]
    }
  ],
  notes: [
    'Repairs are free for five years.',
    'Rub in a little beeswax once a year.',
    'Comes in a cotton dust bag.',
    'Keeps out a shower; not made for a downpour.'
  ]
}
