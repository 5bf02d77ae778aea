import type { Category } from './category.ts'

export const audio: Category = {
  name: 'Audio',
  title: '{line} {noun}, {color}',
  lines: [
    {
      name: 'Ton 2',
      colors: ['chalk white', 'charcoal', 'sage', 'brick red'],
      second: 'oak',
      made: 'Developed in Aarhus; every part can be replaced with one screwdriver.'
    },
    {
      name: 'Resona',
      colors: ['walnut', 'ink blue', 'cognac', 'black'],
      second: 'brass',
      factor: 1.6,
      made: 'Built in Modena with drivers of its own making.'
    },
    {
      name: 'Pixie',
      colors: ['coral', 'mint', 'butter yellow', 'lilac'],
      second: 'chalk white',
      factor: 0.5,
      made: 'Small, cheerful and made of recycled plastic.'
    }
  ],
  kinds: [
    {
      noun: 'headphones',
      drawing: 'headphones',
      price: [129, 249],
      about: [
        'Wireless over-ear headphones with noise cancelling, 38 hours to a charge.',
        'Light (240 g), folding, with cushions that can be changed.'
      ]
    },
    {
      noun: 'bookshelf speaker',
      drawing: 'speaker',
      price: [199, 429],
      only: ['Ton 2', 'Resona'],
      about: [
        'A two-way speaker for shelves and stands, sold singly. 60 W, 4 ohms.',
        'Clear voices, honest bass and a cabinet without parallel walls.'
      ]
    },
    {
      noun: 'portable speaker',
      drawing: 'portable',
      price: [99, 189],
      about: [
        'A speaker with a handle, splash-proof (IPX5), 18 hours to a charge.',
        'Two of them make a stereo pair over Bluetooth 5.3.'
      ]
    },
    {
      noun: 'turntable',
      drawing: 'turntable',
      price: [289, 549],
      only: ['Ton 2', 'Resona'],
      about: [
        'A belt-driven turntable for 33 and 45, with a phono stage that can be switched off.',
        'Comes with a cartridge fitted and set. Plays ten minutes after unpacking.'
      ]
    },
    {
      noun: 'radio',
      drawing: 'radio',
      price: [89, 179],
      about: [
        'DAB+ and FM behind one dial, with two alarms and a headphone jack.',
        'A kitchen radio with a wooden case; runs on the mains or on six cells.'
      ]
    },
    {
      noun: 'earbuds',
      drawing: 'earbuds',
      price: [79, 149],
      about: [
        'Small earbuds with three sizes of tips, 7 hours and three times more in the case.',
        'Tap to answer, hold to hear the street.'
      ]
    },
    {
      noun: 'microphone',
      drawing: 'microphone',
      price: [99, 189],
      only: ['Ton 2', 'Resona'],
      about: [
        'A USB-C microphone for calls and podcasts, cardioid, with a mute that lights up.',
        'Warm, close voice without the room; screws onto any stand.'
      ]
    },
    {
      noun: 'record stand',
      drawing: 'recordStand',
      price: [39, 79],
      about: [
        'Holds about fifty LPs so that the covers can be leafed through. Records not included.',
        'Bent steel and wood, felted below. 42 cm wide.'
      ]
    },
    {
      noun: 'amplifier',
      drawing: 'amplifier',
      price: [249, 499],
      only: ['Ton 2', 'Resona'],
      about: [
        'An integrated amplifier, 2 × 50 W, with phono, line, optical and Bluetooth.',
        'One big knob for the volume, two small ones for the rest, and a needle that dances.'
      ]
    }
  ],
  notes: [
    'Three-year guarantee.',
    'Cable and manual in the box; no plastic.',
    'Batteries can be changed by the owner.',
    'Returns within 60 days, also when opened.'
  ]
}
