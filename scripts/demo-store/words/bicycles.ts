import type { Category } from './category.ts'

export const bicycles: Category = {
  name: 'Bicycles',
  title: '{line} {noun}, {color}',
  lines: [
    {
      name: 'Radler',
      colors: ['forest green', 'slate', 'signal red', 'chalk white'],
      second: 'cognac',
      made: 'Made in Bielefeld, where bicycles have been built for 130 years.'
    },
    {
      name: 'Vélo Mistral',
      colors: ['sky', 'butter yellow', 'coral', 'black'],
      second: 'black',
      factor: 0.8,
      made: 'From Saint-Étienne, light and lively.'
    },
    {
      name: 'Kumo Street',
      colors: ['petrol', 'copper', 'sand', 'ink blue'],
      second: 'oak',
      factor: 1.25,
      made: 'Finished by hand in Gunma, with a care that is seen only up close.'
    }
  ],
  kinds: [
    {
      noun: 'city bicycle',
      drawing: 'bicycle',
      price: [690, 1290],
      sizes: ['S', 'M', 'L'],
      sizeFactor: 1,
      title: '{line} city bicycle {size}, {color}',
      about: [
        'A city bicycle with a lugged steel frame, 8-speed hub gear and mudguards. Size {size}.',
        'Upright, quiet and low on care: belt drive, hub brakes, dynamo light. Frame {size}.'
      ],
      care: 'Comes 95 % assembled; only the handlebar must be turned.'
    },
    {
      noun: 'bell',
      drawing: 'bell',
      price: [12, 29],
      about: [
        'A bell that sounds for eight seconds and is friendly about it.',
        'Turned brass under the paint; fits bars of 22 to 26 mm.'
      ]
    },
    {
      noun: 'helmet',
      drawing: 'helmet',
      price: [59, 119],
      sizes: ['S/M', 'L'],
      sizeFactor: 1,
      title: '{line} helmet {size}, {color}',
      about: [
        'A helmet of 310 g with eleven vents and a dial at the back. Size {size}.',
        'With a sliding inner shell, a rear light and a buckle that closes by magnet ({size}).'
      ],
      care: 'Replace it after a fall.'
    },
    {
      noun: 'saddle',
      drawing: 'saddle',
      price: [59, 129],
      about: [
        'A leather saddle that takes your shape within 300 km.',
        'Sprung, riveted, and wide enough for riding upright.'
      ],
      care: 'Saddle soap twice a year, and a cover for the rain.'
    },
    {
      noun: 'basket',
      drawing: 'basket',
      price: [39, 69],
      about: [
        'A woven basket for the front, 16 liters, fixed with two leather straps.',
        'Carries a bag of shopping or a very small dog.'
      ]
    },
    {
      noun: 'front light',
      drawing: 'light',
      price: [34, 69],
      about: [
        'A light with 50 lux and an even field, charged by USB-C.',
        'The round form of the 1950s with an LED of today and a cut-off that spares oncoming eyes.'
      ]
    },
    {
      noun: 'drinking bottle',
      drawing: 'drinkBottle',
      price: [11, 24],
      sizes: ['0.5 l', '0.75 l'],
      title: '{line} drinking bottle {size}, {color}',
      about: [
        'A bottle of {size} that can be squeezed, without taste and without BPA.',
        'Fits every cage; the valve closes by itself. {size}.'
      ]
    },
    {
      noun: 'pannier',
      drawing: 'pannier',
      price: [69, 119],
      about: [
        'A waterproof pannier of 18 liters that clicks on and off with one hand.',
        'Roll top, reflectors and a shoulder strap in the front pocket. Sold singly.'
      ]
    },
    {
      noun: 'floor pump',
      drawing: 'pump',
      price: [39, 74],
      about: [
        'A steel pump up to 11 bar with a head for every valve.',
        'A wide wooden foot and a gauge that can be read from above.'
      ]
    },
    {
      noun: 'U-lock',
      drawing: 'lock',
      price: [44, 89],
      about: [
        'A U-lock of 14 mm hardened steel, with a holder for the frame and three keys.',
        '1.1 kg, two bolts, coated so that it does not scratch.'
      ]
    }
  ],
  notes: [
    'Five-year guarantee.',
    'All screws are standard sizes.',
    'Spare parts from our workshop, also in twenty years.',
    'Fitted free of charge in our shop.'
  ]
}
