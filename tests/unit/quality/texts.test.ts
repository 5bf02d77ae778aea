import { describe, expect, it } from 'vitest'
import { garbledIn, markupIn } from '../../../electron/quality/texts/encoding'
import {
  countCharacters,
  isLongerThan,
  isShorterThan,
  isShouting,
  strayIn
} from '../../../electron/quality/texts/characters'
import { placeholderIn, placeholderName } from '../../../electron/quality/texts/placeholders'

describe('a text shouts', () => {
  it.each([
    'ALL OUR BEST SHOES',
    'RESONA BOOKSHELF SPEAKER, COGNAC',
    'GROẞE TASSE FÜR KAFFEE',
    'GROßE TASSE FÜR KAFFEE',
    'BÜYÜK ÇAY BARDAĞI İNCE BELLİ',
    'ЧАЙНИК ФАРФОРОВЫЙ БОЛЬШОЙ',
    'ΜΕΓΑΛΟ ΠΟΤΗΡΙ ΚΡΑΣΙΟΥ',
    'ŞİŞE MATARA 500 ml',
    'OAKEN TABLE 120 × 80 cm',
    "MEN'S RUNNING SHOES"
  ])('%s', (text) => expect(isShouting(text)).toBe(true))

  it.each([
    'SALE',
    'USB-C HDMI 4K',
    'LEGO DUPLO',
    'JBL WH-1000XM4',
    'BOSCH drill GSB 18V-55',
    'HDMI SATA VGA DVI USB',
    'Oak table, WHITE',
    'IKEA',
    'NASA',
    'All our best shoes',
    '茶碗 陶器 急須 和紙 手拭い',
    'كوب شاي كبير من الزجاج',
    'כוס תה גדולה מזכוכית',
    'चाय का बड़ा प्याला',
    'ขวดน้ำขนาดใหญ่',
    'ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ ᎠᏂᏴᏫᏯᎢ',
    'დიდი ჩაის ჭიქა',
    'ÄÖÜ',
    ''
  ])('but not %s', (text) => expect(isShouting(text)).toBe(false))
})

describe('what is hard to see in a text', () => {
  it.each([
    [' Oak table', { kind: 'around' }],
    ['Oak table\u00a0', { kind: 'around' }],
    ['Oak  table', { kind: 'double' }],
    ['Oak\ttable', { kind: 'double' }],
    ['Oak\ntable', { kind: 'double' }],
    ['Oak\u200btable', { kind: 'invisible', character: 'U+200B' }],
    ['\ufeffOak table', { kind: 'invisible', character: 'U+FEFF' }],
    ['Oak\u00adtable', { kind: 'invisible', character: 'U+00AD' }],
    ['Oak \u202etable', { kind: 'invisible', character: 'U+202E' }],
    ['Oak\u200e table', { kind: 'invisible', character: 'U+200E' }],
    ['Oak\u200dtable', { kind: 'invisible', character: 'U+200D' }],
    ['Дубовый\u200cстол', { kind: 'invisible', character: 'U+200C' }],
    ['茶\u200b碗', { kind: 'invisible', character: 'U+200B' }],
    ['Heart ❤️\u200d', { kind: 'invisible', character: 'U+200D' }],
    ['Oak\u0007 table', { kind: 'invisible', character: 'U+0007' }],
    ['Oak \u{e0041}table', { kind: 'invisible', character: 'U+E0041' }]
  ])('%j is %j', (text, stray) => expect(strayIn(text)).toEqual(stray))

  it.each([
    'Oak table',
    '',
    'Table 12\u00a0cm',
    '茶碗\u3000大',
    'Family 👨‍👩‍👧‍👦 mug',
    'Pride 🏳️‍🌈 flag',
    'Scotland 🏴󠁧󠁢󠁳󠁣󠁴󠁿 flag',
    'Wave 👋🏽‍♀️'.replace('‍♀️', ''),
    'کتاب‌خانه چوبی',
    'ক্‌ষ প্লেট',
    'നന്‍മ',
    'ภาษา\u200bไทย',
    'كوب\u200f C#'
  ])('nothing is in %j', (text) => expect(strayIn(text)).toBeNull())
})

describe('markup in a text', () => {
  it.each([
    ['<p>New</p>', '<p>'],
    ['A <b>good</b> one', '<b>'],
    ['One<br/>two', '<br/>'],
    ['<a href="/x">x</a>', '<a href="/x">'],
    ['<IMG SRC=x onerror=alert(1)>', '<IMG SRC=x onerror=alert(1)>'],
    ['Design &amp; function', '&amp;'],
    ['A&nbsp;B', '&nbsp;'],
    ['Caf&eacute;', '&eacute;'],
    ['It&#39;s', '&#39;'],
    ['It&#x27;s', '&#x27;'],
    ['&amp;lt; twice', '&amp;lt;'],
    ['see [b]this[/b]', '[/b]'],
    ['<!-- note -->', '<!--']
  ])('%s has %s', (text, found) => expect(markupIn(text)).toBe(found))

  it.each([
    'a < b and b > c',
    '<3 love',
    'R&D; more',
    'Map<String, List>',
    'Salt & pepper',
    '&c;',
    'x<y',
    '[new]',
    '5 &6'
  ])('none is in %s', (text) => expect(markupIn(text)).toBeNull())
})

describe('a placeholder', () => {
  it.each([
    'Lorem ipsum dolor sit amet',
    'Nice. Lorem ipsum dolor.',
    'n/a',
    'N/A',
    'TBD',
    'tba.',
    'todo',
    'TODO: text for the lamp',
    'todo - write',
    'FIXME later',
    'xxx',
    'XXXX',
    'test',
    'Test!',
    'description',
    '-',
    '...',
    '???',
    'null',
    'undefined',
    'Beschreibung folgt',
    'Platzhalter',
    'à venir',
    'Próximamente',
    'Sin descripción',
    'da definire',
    'em breve',
    'geen beschrijving',
    'Brak opisu',
    'Описание',
    'нет описания',
    'Περιγραφή',
    'لا يوجد وصف',
    'תיאור',
    '暂无描述',
    '商品説明',
    '準備中',
    '설명',
    'विवरण',
    'Insert text here',
    'The description goes here',
    'Only {{product.name}} today',
    'Hello %PRODUCT_NAME%',
    '[insert description]',
    '[object Object]',
    'ここはダミーテキストです'
  ])('is %s', (text) => expect(placeholderIn(text)).not.toBeNull())

  it.each([
    'A pregnancy test for home use',
    'Todo en madera de roble',
    'TODO INCLUIDO EN LA CAJA',
    'Size XXL',
    'A sample of what we do',
    '100 % cotton',
    'Notebook [A5] with lines',
    'Na dann, guten Morgen',
    'Textile bag',
    '茶碗',
    '木の説明書付き',
    'Descriptive geometry'
  ])('is not %s', (text) => expect(placeholderIn(text)).toBeNull())

  it.each([
    'New product',
    'Untitled',
    'Copy of Oak table',
    'Kopie von Eichentisch',
    'Oak table (copy)',
    'Oak table - Copy 2',
    'Копия стола',
    '未命名',
    'Test product',
    'товар',
    'テスト商品'
  ])('is the name %s', (name) => expect(placeholderName(name)).not.toBeNull())

  it.each([
    'Hard-copy holder',
    'Copy paper A4',
    'Photo copy machine',
    'Producto de limpieza',
    'Item 7 bicycle bell'
  ])('is not the name %s', (name) => expect(placeholderName(name)).toBeNull())
})

describe('a garbled text', () => {
  const asLatin = (text: string): string =>
    new TextDecoder('windows-1252').decode(new TextEncoder().encode(text))
  const asCyrillic = (text: string): string =>
    new TextDecoder('windows-1251').decode(new TextEncoder().encode(text))

  it.each([
    'Käsemesser für Gäste',
    'café crème',
    'Żółta łódź',
    'it’s “good”',
    '12° – 14 €',
    'Чайник фарфоровый',
    '陶器の茶碗',
    '도자기 찻잔',
    'Ürün açıklaması'
  ])('is %s, read as Windows-1252', (text) => expect(garbledIn(asLatin(text))).not.toBeNull())

  it.each(['Чайник фарфоровый', 'Стол дубовый'])('is %s, read as Windows-1251', (text) =>
    expect(garbledIn(asCyrillic(text))).not.toBeNull()
  )

  it('is one with replacement characters or lost letters', () => {
    expect(garbledIn('Gr\ufffdn')).toBe('Gr\ufffdn')
    expect(garbledIn('Gr??e 42')).toBe('Gr??e 42')
  })

  it.each([
    'Käsemesser für Gäste',
    'São Paulo, MAÇÃ',
    'Le «château» … à côté',
    'Ångström Årets Ärmel',
    'ÃO',
    'Þór Ð ð',
    'El Niño y Ñandú',
    'РОССИЯ, СССР, Росток',
    'Ђорђе Њ Љ',
    'Їжак є ґанок',
    '陶器の茶碗',
    'what? yes',
    'Really?? Yes!',
    'https://a.example/?b=c',
    'Smörgås & crème brûlée',
    'İstanbul’da'
  ])('is not %s', (text) => expect(garbledIn(text)).toBeNull())
})

describe('letters', () => {
  it.each([
    ['abc', 3],
    ['née', 3],
    ['ne\u0301e', 3],
    ['👨‍👩‍👧‍👦', 1],
    ['茶碗', 2],
    ['हिन्दी', 2]
  ])('of %s are counted as people do', (text, count) => expect(countCharacters(text)).toBe(count))

  it('that are few make a text short, of which Chinese needs half', () => {
    expect(isShorterThan('a'.repeat(39), 40)).toBe(true)
    expect(isShorterThan('a'.repeat(40), 40)).toBe(false)
    expect(isShorterThan('茶'.repeat(19), 40)).toBe(true)
    expect(isShorterThan('茶'.repeat(20), 40)).toBe(false)
    expect(isShorterThan('あ'.repeat(20), 40)).toBe(false)
    expect(isShorterThan('e\u0301'.repeat(39), 40)).toBe(true)
    expect(isShorterThan('👨‍👩‍👧‍👦'.repeat(39), 40)).toBe(true)
    expect(isShorterThan('ж'.repeat(40), 40)).toBe(false)
  })

  it('that are many make it long, marks and parts of emoji not counted', () => {
    expect(isLongerThan('a'.repeat(151), 150)).toBe(true)
    expect(isLongerThan('e\u0301'.repeat(150), 150)).toBe(false)
  })
})
