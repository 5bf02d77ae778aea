import type { Color } from '../drawings/colors.ts'
import type { DrawingName } from '../drawings/index.ts'

/** A product whose maker wrote the text, in the maker's own language and script. */
export interface Import {
  name: string
  price: number
  description: string
  drawing: DrawingName
  main: Color
  second: Color
}

const from = (
  name: string,
  price: number,
  drawing: DrawingName,
  main: Color,
  second: Color,
  description: string
): Import => ({ name, price, description, drawing, main, second })

export const imports: readonly Import[] = [
  from(
    '信楽焼 湯呑み 緑釉',
    24.5,
    'mug',
    'moss green',
    'sand',
    '信楽の粗い土に緑釉をかけた湯呑みです。手に取ると少しざらりとして、お茶が冷めにくい厚みがあります。容量は約二〇〇ミリリットル。食洗機は避けてください。'
  ),
  from(
    '南部鉄器 急須 0.6リットル',
    118,
    'teapot',
    'charcoal',
    'black',
    '盛岡の職人が鋳込んだ急須。内側は琺瑯引きで、錆びにくく手入れが簡単です。'
  ),
  from(
    '手ぬぐい「波」',
    14.9,
    'teaTowel',
    'cobalt',
    'chalk white',
    '注染で染めた木綿の手ぬぐい。使うほどに柔らかくなります。三三×九〇センチ。'
  ),
  from(
    '景德镇 白瓷花瓶',
    86,
    'roundVase',
    'chalk white',
    'sky',
    '景德镇手工拉坯，胎薄如纸，釉色温润。高约二十厘米，瓶口可插三五枝花。请用软布擦拭。'
  ),
  from('龙井绿茶 100克', 28.5, 'teaTin', 'sage', 'brass', '明前采摘，豆香清新。八十度水冲泡，可续三次。'),
  from(
    '한지 노트, 연두',
    17,
    'notebook',
    'mint',
    'oak',
    '전주 한지로 엮은 공책입니다. 종이가 가볍고 질겨서 만년필로 쓰기 좋습니다. 128쪽.'
  ),
  from(
    'فانوس نحاسي',
    54,
    'lantern',
    'copper',
    'brass',
    'فانوس من النحاس المطروق يدويًا في خان الخليلي. يلقي ظلالًا ناعمة على الجدران، ويتسع لشمعة واحدة.'
  ),
  from(
    'صابون حلبي بزيت الغار',
    7.5,
    'soap',
    'moss green',
    'walnut',
    'صابون تقليدي من زيت الزيتون والغار (40٪)، جُفّف تسعة أشهر. مناسب للبشرة الحساسة.'
  ),
  from(
    'گلیم دستباف ۸۰ × ۱۵۰',
    210,
    'rug',
    'brick red',
    'ink blue',
    'بافت شیراز از پشم طبیعی. هر دو روی آن قابل استفاده است.'
  ),
  from(
    'מנורת שולחן «ירח»',
    92,
    'mushroomLamp',
    'chalk white',
    'brass',
    'מנורה קטנה ועגולה עם אור חם. נטענת ב־USB-C, עד 12 שעות.'
  ),
  from(
    'Théière « Brume », grès bleu',
    64.9,
    'teapot',
    'sea blue',
    'beech',
    'Théière en grès émaillé, tournée à La Borne. Le bec ne goutte pas et l’anse reste fraîche. 0,9 l, filtre inox compris.'
  ),
  from(
    'Crème brûlée-Schälchen, 4 Stück',
    32,
    'bowl',
    'terracotta',
    'oak',
    'Vier flache Schälchen aus Steingut, ofenfest bis 250 °C. Passen auch für Oliven, Salz und süße Reste.'
  ),
  from(
    'Blumenkübel „Grünstern“, groß',
    48.5,
    'pot',
    'slate',
    'ash',
    'Frostfester Kübel aus gebranntem Ton mit Untersetzer. Außen gewachst, innen glasiert. Ø 38 cm.'
  ),
  from(
    'Smörkniv av en, 2-pack',
    12.9,
    'spoons',
    'chalk white',
    'oak',
    'Två smörknivar av småländsk en, täljda för hand. Doftar svagt av skog, även efter många år.'
  ),
  from(
    'Šálek s podšálkem „Cibulák“',
    29.9,
    'saucerCup',
    'cobalt',
    'chalk white',
    'Porcelán z Dubí s ručně malovaným vzorem. Objem 0,2 l, vhodný do myčky.'
  ),
  from(
    'Kubek „Żuraw”, ręcznie malowany',
    22,
    'mug',
    'ink blue',
    'chalk white',
    'Kubek z kamionki z Bolesławca. Każdy malowany stemplem, żaden nie jest taki sam.'
  ),
  from(
    'Ince belli çay bardağı, 6’lı',
    19.9,
    'storageJar',
    'rust',
    'brass',
    'Ağzı geniş, beli ince: çay sıcak kalır, parmak yanmaz. Altı bardak ve tabak.'
  ),
  from(
    'Кувшин «Гжель», 1 л',
    42,
    'pitcher',
    'chalk white',
    'cobalt',
    'Кувшин из белого фарфора с ручной росписью кобальтом. Объём 1 литр, можно мыть в посудомоечной машине.'
  ),
  from(
    'Плед вовняний «Карпати»',
    96,
    'blanket',
    'oat',
    'brick red',
    'Ліжник із Яворова: груба овеча вовна, зваляна у гірському потоці. Теплий і важкий.'
  ),
  from(
    'Κανάτα «Σίφνος»',
    37.5,
    'pitcher',
    'terracotta',
    'sand',
    'Κεραμική κανάτα από τη Σίφνο, ψημένη σε ξυλόφουρνο. Κρατά το νερό δροσερό όλη μέρα.'
  ),
  from(
    'मसाला चाय, 250 ग्राम',
    11.5,
    'coffeeBag',
    'mustard',
    'cocoa',
    'असम की चाय में इलायची, अदरक और काली मिर्च। दूध के साथ धीमी आँच पर उबालें।'
  ),
  from('ผ้าพันคอไหม สีคราม', 58, 'scarf', 'ink blue', 'sky', 'ผ้าไหมทอมือจากสกลนคร ย้อมครามธรรมชาติ ซักมือด้วยน้ำเย็น'),
  from(
    'Hộp trà sen Tây Hồ, 80 g',
    34,
    'teaTin',
    'rose',
    'brass',
    'Trà ướp hương sen Tây Hồ theo lối cũ, mỗi mẻ cần hàng trăm bông sen. Pha ở 85 °C.'
  ),
  from(
    'Cesta de mimbre «Ñandú» 🧺',
    46,
    'basket',
    'sand',
    'cognac',
    'Mimbre pelado y trenzado a mano en Chimbarongo. Para la bici, la compra o el pan de mañana.'
  )
]
