import type { Category } from './category.ts'

export const stationery: Category = {
  name: 'Stationery',
  title: '{line} {noun}, {color}',
  lines: [
    {
      name: 'Papelaria',
      colors: ['brick red', 'ink blue', 'kraft', 'sage'],
      second: 'sand',
      made: 'Printed and bound in Braga on paper from a mill that makes its own power.'
    },
    {
      name: 'Kontor',
      colors: ['charcoal', 'mustard', 'sky', 'chalk white'],
      second: 'charcoal',
      factor: 1.15,
      made: 'Designed in Hamburg for desks that are worked at.'
    },
    {
      name: 'Midori Lane',
      colors: ['forest green', 'lilac', 'coral', 'oat'],
      second: 'brass',
      factor: 1.3,
      made: 'Made by a bindery in Kyoto that has stitched books since 1951.'
    }
  ],
  kinds: [
    {
      noun: 'notebook',
      drawing: 'notebook',
      price: [12, 22],
      sizes: ['A6', 'A5'],
      title: '{line} notebook {size}, {color}',
      about: [
        'A sewn notebook that lies flat: 192 pages of 90 g paper, with a ribbon and an elastic.',
        'Dot grid, numbered pages and a pocket at the back for receipts. Format {size}.'
      ]
    },
    {
      noun: 'sketchbook',
      drawing: 'spiralBook',
      price: [11, 19],
      sizes: ['A5', 'A4'],
      title: '{line} sketchbook {size}, {color}',
      about: [
        'Sixty sheets of 160 g drawing paper on a double wire, {size}.',
        'Takes pencil, ink and a light wash without curling.'
      ],
      care: 'Perforated, so that a sheet comes out clean.'
    },
    {
      noun: 'fountain pen',
      drawing: 'pen',
      price: [28, 74],
      about: [
        'A fountain pen with a steel nib (M), for standard cartridges or a converter.',
        'Well balanced, 17 g, with a clip that holds and a cap that clicks.'
      ],
      care: 'Rinse the nib with lukewarm water when you change the ink.'
    },
    {
      noun: 'pencils, set of 5',
      drawing: 'pencils',
      price: [7, 14],
      about: [
        'Five pencils of incense cedar from 2H to 3B.',
        'Hexagonal, lacquered, with an eraser that really rubs out.'
      ],
      care: 'Sharpened once at the factory; keep them dry.'
    },
    {
      noun: 'letter set',
      drawing: 'envelopes',
      price: [14, 24],
      about: [
        'Twelve sheets and twelve lined envelopes, with seals.',
        'Writing paper of 120 g cotton for letters that are kept.'
      ],
      care: 'Dries fast enough for left-handers.'
    },
    {
      noun: 'scissors',
      drawing: 'scissors',
      price: [16, 34],
      about: [
        'Paper scissors of stainless steel, 21 cm, that cut to the tip.',
        'Long blades for straight lines, rounded bows for either hand.'
      ],
      care: 'The screw can be tightened with a coin.'
    },
    {
      noun: 'washi tape, 3 rolls',
      drawing: 'tape',
      price: [6, 12],
      about: [
        'Three rolls of rice-paper tape, 15 mm × 7 m each.',
        'Tears by hand, sticks to walls and comes off without a trace.'
      ],
      care: 'Write on it with a pencil or a felt pen.'
    },
    {
      noun: 'pen pot',
      drawing: 'penPot',
      price: [15, 29],
      about: [
        'A pot for pens, scissors and the ruler, felted below so that it does not scratch.',
        'Heavy enough for a full set of pencils. 9 cm across, 11 cm high. Pens not included.'
      ],
      care: 'Wipe with a damp cloth.'
    },
    {
      noun: 'ruler and set square',
      drawing: 'rulerSet',
      price: [13, 26],
      about: [
        'A ruler of 30 cm and a set square, with engraved marks that do not wear off.',
        'Anodized aluminum with a cork back, so that it stays put under the knife.'
      ],
      care: 'In a cotton sleeve.'
    }
  ],
  notes: [
    'Paper from well-kept forests, bleached without chlorine.',
    'Made for fountain pens: no bleeding, no feathering.',
    'Wrapped in paper, never in plastic.'
  ]
}
