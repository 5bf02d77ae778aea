import type { Category, Line } from './category.ts'

const brew = (
  name: string,
  colors: Line['colors'],
  made: string,
  factor = 1,
  second: Line['second'] = 'brass'
): Line => ({ name, colors, second, made, factor })

export const tea: Category = {
  name: 'Tea and coffee',
  title: '{line} {noun}, {color}',
  lines: [
    {
      name: 'Brema',
      colors: ['chalk white', 'charcoal', 'sage', 'brick red'],
      second: 'oak',
      made: 'Designed with a roastery in Bremen and used there every day.'
    },
    {
      name: 'Ori',
      colors: ['copper', 'steel', 'petrol', 'rose'],
      second: 'walnut',
      factor: 1.3,
      made: 'Made in Tsubame, the town of metalworkers.'
    },
    {
      name: 'Nonna',
      colors: ['signal red', 'mint', 'butter yellow', 'black'],
      second: 'black',
      factor: 0.75,
      made: 'Made near Lake Orta, where coffee pots come from.'
    }
  ],
  kinds: [
    {
      noun: 'tea',
      drawing: 'teaTin',
      price: [9, 16],
      sizes: ['50 g', '100 g'],
      title: '{line}, {size} tin',
      about: [
        'Loose leaf in a tin that closes tight, {size}.',
        'Enough for about fifty cups to the 100 g. From the new harvest.'
      ],
      care: '1 teaspoon to a cup.',
      lines: [
        brew(
          'Darjeeling First Flush',
          ['forest green'],
          'From the Puttabong garden, picked in March: flowery, with a little muscatel. 3 minutes at 90 °C.',
          1.5
        ),
        brew(
          'Earl Grey',
          ['ink blue'],
          'Ceylon leaf with real bergamot oil from Calabria. 4 minutes at 100 °C.'
        ),
        brew(
          'Sencha Yame',
          ['moss green'],
          'Steamed for a long time, deep green and round. 90 seconds at 70 °C.',
          1.4
        ),
        brew('Assam Second Flush', ['brick red'], 'Malty and strong, takes milk well. 4 minutes at 100 °C.'),
        brew(
          'Jasmine Pearls',
          ['chalk white'],
          'Rolled by hand and scented six times with fresh blossoms. 3 minutes at 80 °C.',
          1.9
        ),
        brew('Rooibos Vanilla', ['rust'], 'Without caffeine, from the Cederberg. 6 minutes at 100 °C.', 0.8),
        brew(
          'Mountain Herbs',
          ['sage'],
          'Yarrow, mint, mallow and cornflower from the Engadine. 8 minutes at 100 °C.',
          0.9
        ),
        brew('Lapsang Souchong', ['charcoal'], 'Dried over pine smoke in Fujian. 3 minutes at 95 °C.', 1.1),
        brew(
          'Chai Masala',
          ['mustard'],
          'Assam with cardamom, ginger, cinnamon and pepper; boil it with milk.'
        )
      ]
    },
    {
      noun: 'coffee',
      drawing: 'coffeeBag',
      price: [11, 16],
      sizes: ['250 g', '500 g', '1 kg'],
      title: '{line}, {size}',
      about: [
        'Roasted on Tuesdays in small drums, sent on Wednesdays.',
        'Whole beans in a bag with a valve, {size}. Best from one to eight weeks after roasting.'
      ],
      care: 'Whole beans; tell us at the checkout how fine to grind them.',
      lines: [
        brew(
          'Ethiopia Guji, filter roast',
          ['apricot', 'kraft'],
          'Washed, 2,050 m: jasmine, apricot, black tea.',
          1.2
        ),
        brew(
          'Colombia Huila, filter roast',
          ['brick red'],
          'Washed, 1,750 m: red apple, caramel, long and sweet.',
          1.1
        ),
        brew(
          'Kenya Nyeri AA, filter roast',
          ['plum'],
          'Washed, 1,800 m: blackcurrant, grapefruit, brown sugar.',
          1.35
        ),
        brew(
          'House Espresso',
          ['black', 'cocoa'],
          'Brazil and India, 80:20: dark chocolate, hazelnut, little acid.',
          0.9
        ),
        brew('Organic Decaf', ['sky'], 'Mexico, decaffeinated with spring water: cocoa, almond.'),
        brew(
          'Guatemala Antigua, espresso roast',
          ['forest green'],
          'Washed, 1,600 m: milk chocolate, orange, honey.'
        )
      ]
    },
    {
      noun: 'dripper',
      drawing: 'dripper',
      price: [29, 54],
      only: ['Brema', 'Ori'],
      about: [
        'A cone with spiral ribs and a glass jug, for two to four cups.',
        'Pour slowly, wait three minutes: clear coffee with nothing lost. Ten filters included.'
      ]
    },
    {
      noun: 'French press',
      drawing: 'frenchPress',
      price: [34, 64],
      sizes: ['0.35 l', '1 l'],
      title: '{line} French press {size}, {color}',
      about: [
        'A press of {size} with a double sieve, so that the last sip is clean too.',
        'Borosilicate glass in a steel frame, {size}.'
      ]
    },
    {
      noun: 'moka pot',
      drawing: 'mokaPot',
      price: [24, 44],
      sizes: ['3 cups', '6 cups'],
      title: '{line} moka pot, {size}, {color}',
      only: ['Nonna', 'Ori'],
      about: [
        'The eight-sided pot, {size}, for the strong coffee that starts an Italian day.',
        'Aluminum with a handle that stays cool and a safety valve. {size}.'
      ],
      care: 'Rinse with water only. Not for induction.'
    },
    {
      noun: 'coffee grinder',
      drawing: 'grinder',
      price: [69, 129],
      about: [
        'A hand mill with a conical burr, set in 24 clicks from espresso to French press.',
        'Thirty grams in a minute, without noise. The drawer holds enough for four cups.'
      ]
    },
    {
      noun: 'matcha set',
      drawing: 'matchaBowl',
      price: [44, 79],
      only: ['Brema', 'Ori'],
      about: [
        'A bowl and a bamboo whisk of 80 tines, with a short guide.',
        'All that it takes to froth a green cup in the afternoon, apart from the tea.'
      ],
      care: 'Rinse the whisk in warm water and let it dry on its handle.'
    },
    {
      noun: 'pour-over kettle',
      drawing: 'kettle',
      price: [49, 99],
      about: [
        'A kettle with a swan neck for a thin, steady stream. 0.9 l.',
        'With a thermometer in the lid; for gas, ceramic and induction hobs.'
      ]
    }
  ],
  notes: [
    'Two-year guarantee; gaskets and sieves can be ordered singly.',
    'Descale with citric acid from time to time.',
    'Gift-wrapped at no cost.'
  ]
}
