import { seeded } from '../../../scripts/demo-store/random'

/** Words that product names are made of, the most frequent first. */
const common = `
cotton linen steel black white blue small large oak glass organic wooden classic wool green natural red kitchen leather
grey set pack bottle lamp table chair bag cup bowl cover light brush knife garden travel outdoor ceramic mini storage
box cable stand holder blanket cushion towel shirt jacket socks gloves tea coffee espresso copper brass silver gold
bamboo marble walnut beech pine cork felt silk velvet denim canvas rubber silicone aluminium carbon titanium recycled
handmade vintage modern folding adjustable portable wireless waterproof stainless insulated double single triple heavy
soft hard round square oval flat deep tall wide slim compact basic premium studio junior senior winter summer spring
pot pan kettle teapot jug mug plate tray basket shelf drawer rack hook hanger mirror frame clock vase candle lantern
bulb torch battery charger adapter speaker headphones microphone keyboard mouse screen tablet sleeve case strap band
wallet purse backpack suitcase umbrella scarf hat cap belt boots sandals sneakers slippers apron napkin tablecloth rug
mat curtain pillow duvet mattress sheet bench stool sofa desk bookcase wardrobe cabinet chest ladder toolbox hammer
wrench pliers screwdriver saw drill sander clamp tape ruler level spade rake trowel hose sprinkler planter seeds soil
bicycle helmet pump tyre saddle pedal chain bell lock rack tent hammock stove cooler thermos compass rope carabiner
notebook pencil pen marker eraser sharpener stapler scissors glue paper envelope folder binder calendar planner stamp
puzzle blocks doll kite yo-yo marbles dominoes chess cards dice balloon crayons paint easel palette chisel loom yarn
soap shampoo sponge comb razor lotion balm perfume diffuser incense toothbrush basin bathrobe loofah tissue dispenser
crème café étagère jalapeño piñata fjäll smörgås über kölsch brûlée señor naïve façade château gâteau São Łódź Žižkov`

/** Words between the others in descriptions, the most frequent first. */
const between = `
the and of a with for in to is from by that it on this are as or your made not can be has at an its will which more
than all when each also fits well without after while two every over under through keeps lasts holds opens closes looks
feels washed dried cleaned stored carried given used kept worn hung folded placed brought ready easy gentle strong quiet
daily weekly always never often little much many few most least warm cool dry fresh clean safe simple useful lovely`

const eastern = [
  '茶碗',
  '急須',
  '和紙',
  '木製',
  '陶器',
  '手拭い',
  '青磁',
  '竹籠',
  '漆器',
  '抹茶',
  '水筒',
  '風呂敷'
]

const onsets = 'b br ch d dr f fl g gr h j k kl l m n p pr qu r s sh sk st t tr v w y z'.split(' ')
const vowels = 'a e i o u ai ea io oo ou ar en in or un al'.split(' ')
const codas = ['', '', 'l', 'm', 'n', 'r', 's', 't', 'x', 'nd', 'rk', 'st']

/** Made-up brands and models, as a shop has thousands of, each in few names. */
function invented(count: number, taken: ReadonlySet<string>): string[] {
  const random = seeded('invented words')
  const words = new Set<string>()
  const one = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? ''
  while (words.size < count) {
    const syllables = 2 + Math.floor(random() * 2)
    let word = ''
    for (let at = 0; at < syllables; at += 1) word += one(onsets) + one(vowels)
    word += one(codas)
    if (!taken.has(word)) words.add(word)
  }
  return [...words]
}

const split = (text: string): string[] => [...new Set(text.trim().split(/\s+/))]

/** Chooses a word for a number from 0 to 1, by Zipf's law: the word of rank r is 1/(r + 2.7)^1.05 as frequent. */
function zipf(words: readonly string[]): (at: number) => string {
  const slots = 1 << 18
  const weights = words.map((_, rank) => (rank + 3.7) ** -1.05)
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const table = new Uint16Array(slots)
  let filled = 0
  let reached = 0
  for (const [rank, weight] of weights.entries()) {
    reached += (weight / sum) * slots
    table.fill(rank, filled, Math.round(reached))
    filled = Math.round(reached)
  }
  return (at) => words[table[Math.floor(at * slots)] ?? 0] ?? ''
}

const head = split(common)
const nameWords = [...head, ...invented(8000, new Set(head))]

/** Words of names, the most frequent first. */
export const wordsByRank: readonly string[] = nameWords
export const nameWord = zipf(nameWords)
export const descriptionWord = zipf([...split(between), ...head, ...nameWords.slice(head.length, 3000)])
export const easternWord = (at: number): string => eastern[Math.floor(at * eastern.length)] ?? ''
