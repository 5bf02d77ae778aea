import type { Category } from './category.ts'

export const ceramics: Category = {
  name: 'Ceramics',
  title: '{line} {noun}, {color}',
  lines: [
    {
      name: 'Halden',
      colors: ['moss green', 'oat', 'ink blue', 'charcoal'],
      second: 'oak',
      made: 'Thrown in small batches by a family pottery near Porto, from a dark stoneware that shows at the rim.'
    },
    {
      name: 'Nokk',
      colors: ['chalk white', 'clay pink', 'sea blue', 'butter yellow'],
      second: 'beech',
      factor: 0.8,
      made: 'Slip-cast stoneware from Limburg with a satin glaze that feels soft in the hand.'
    },
    {
      name: 'Tavira',
      colors: ['terracotta', 'cobalt', 'mustard', 'sage'],
      second: 'walnut',
      made: 'Red earthenware from the Algarve, glazed by hand and fired twice.'
    },
    {
      name: 'Ostra',
      colors: ['chalk white', 'sky', 'rose', 'warm grey'],
      second: 'ash',
      factor: 1.3,
      made: 'Fine porcelain, thin enough to let the light through, made in a workshop of six people in Gdańsk.'
    }
  ],
  kinds: [
    {
      noun: 'mug',
      drawing: 'mug',
      price: [16, 28],
      sizes: ['25 cl', '35 cl'],
      title: '{line} mug {size}, {color}',
      about: [
        'A straight-sided mug with a handle that takes three fingers.',
        'An everyday mug that holds {size} and sits well in the hand, glazed inside and out.'
      ]
    },
    {
      noun: 'bowl',
      drawing: 'bowl',
      price: [19, 42],
      sizes: ['15 cm', '22 cm', '28 cm'],
      title: '{line} bowl {size}, {color}',
      about: [
        'A footed bowl, {size} across, for soup, salad or fruit.',
        'Deep enough for noodles, good-looking enough to be left on the table. {size} in diameter.'
      ]
    },
    {
      noun: 'plate',
      drawing: 'plate',
      price: [18, 34],
      sizes: ['20 cm', '27 cm'],
      title: '{line} plate {size}, {color}',
      about: [
        'A flat plate with a wide rim, {size} across.',
        'A plate with a slightly raised edge, so that sauces stay where they belong. Stacks neatly.'
      ]
    },
    {
      noun: 'bottle vase',
      drawing: 'bottleVase',
      price: [32, 68],
      about: [
        'A slender neck on a generous belly: two or three stems are enough.',
        'A vase for a single branch, 24 cm high and heavy at the foot so that it does not tip.'
      ],
      care: 'Rinse with lukewarm water; felt below, kind to the table.'
    },
    {
      noun: 'round vase',
      drawing: 'roundVase',
      price: [38, 79],
      about: [
        'A full, round vase that holds a whole bunch of tulips upright.',
        'Round shoulders and a wide mouth; watertight, 19 cm high.'
      ],
      care: 'Every vase is glazed by hand, so small differences in color are part of it.'
    },
    {
      noun: 'teapot',
      drawing: 'teapot',
      price: [58, 96],
      sizes: ['0.7 l', '1.2 l'],
      title: '{line} teapot {size}, {color}',
      about: [
        'A round teapot with a spout that does not drip; the strainer inside is part of the pot.',
        'Makes tea for three ({size}). The lid stays on when you pour the last cup.'
      ]
    },
    {
      noun: 'pitcher',
      drawing: 'pitcher',
      price: [36, 62],
      about: [
        'A pitcher for water, milk or wild flowers. Holds 1.1 liters.',
        'A jug with a pulled lip and a broad handle, easy to hold when it is full.'
      ]
    },
    {
      noun: 'cup and saucer',
      drawing: 'saucerCup',
      price: [24, 39],
      about: [
        'A cappuccino cup of 18 cl with its saucer.',
        'A wide cup that cools coffee to drinking temperature quickly, with a saucer that has room for a biscuit.'
      ]
    },
    {
      noun: 'lidded jar',
      drawing: 'lidJar',
      price: [34, 58],
      about: [
        'A jar for salt, sugar or garlic, with a turned wooden lid.',
        'Keeps coffee beans and biscuits dry: the wooden lid closes with a silicone ring.'
      ],
      care: 'The jar may go in the dishwasher, the lid may not.'
    },
    {
      noun: 'candlestick',
      drawing: 'candlestick',
      price: [18, 36],
      about: [
        'A turned candlestick for ordinary dinner candles of 22 mm.',
        'A candlestick 14 cm high with a foot wide enough to catch the wax.'
      ],
      care: 'Candle not included. Wax comes off with hot water.'
    }
  ],
  notes: [
    'Safe in the dishwasher and the microwave.',
    'Wash by hand: the glaze keeps its depth for longer.',
    'Every piece is glazed by hand, so small differences in color are part of it.',
    'Goes with everything else in the {line} range.',
    'Heat-proof up to 180 °C; do not put it over a flame.'
  ]
}
