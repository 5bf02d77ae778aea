/** Nothing is to be taken off it. */
const plain = /^[a-z\d](?:[ -~]*[a-z\d])?$/i

/** Texts that stand for a text still to be written, whole, folded as `bare` does. By language. */
const standIns = new Set(
  `
  n/a|na|n.a|none|null|nil|undefined|nan|tbd|tba|tbc|tbc/tbd|todo|to do|to be defined|to be added|fixme|test|testing|test test|test123|asdf|asdfasdf|qwerty|foo|bar|foo bar|foobar|sample|sample text|example|placeholder|placeholder text|dummy|dummy text|text|description|the description|item description|product description|description here|no description|no description available|short description|long description|coming soon|lorem|blah|blah blah|abc|enter description|empty|missing
  beschreibung|artikelbeschreibung|produktbeschreibung|kurzbeschreibung|beschreibung folgt|beschreibung folgt noch|text folgt|folgt|folgt in kürze|keine beschreibung|keine beschreibung vorhanden|k.a|k. a|keine angabe|platzhalter|platzhaltertext|mustertext|blindtext|beispieltext|beispiel
  description à venir|à venir|texte à venir|à compléter|à définir|aucune description|pas de description|description du produit|exemple|essai|texte
  descripción|descripción del producto|sin descripción|próximamente|pendiente|por definir|por completar|texto de ejemplo|ejemplo|prueba|texto
  descrizione|descrizione prodotto|nessuna descrizione|da definire|da completare|prossimamente|prova|esempio|testo
  descrição|descrição do produto|sem descrição|em breve|a definir|teste|exemplo|texto
  omschrijving|beschrijving|productomschrijving|geen omschrijving|geen beschrijving|volgt|volgt later|binnenkort|voorbeeld|nvt|n.v.t
  opis|opis produktu|brak opisu|brak|do uzupełnienia|wkrótce|przykład
  beskrivning|produktbeskrivning|ingen beskrivning|beskrivelse|ingen beskrivelse|kommer snart|exempel|eksempel|kuvaus|ei kuvausta|tulossa
  popis|popis produktu|bez popisu|připravujeme|leírás|nincs leírás|descriere|fără descriere|în curând
  açıklama|ürün açıklaması|açıklama yok|yakında|deneme
  описание|описание товара|нет описания|описание отсутствует|без описания|скоро|тест|пример|текст|опис|немає опису|опис товару|скоро буде
  περιγραφή|περιγραφή προϊόντος|χωρίς περιγραφή|δοκιμή|σύντομα
  وصف|الوصف|وصف المنتج|لا يوجد وصف|بدون وصف|قريبا|قريباً|اختبار|توضیحات|بدون توضیحات|به زودی
  תיאור|תיאור המוצר|אין תיאור|בקרוב|בדיקה
  विवरण|उत्पाद विवरण|परीक्षण|जल्द आ रहा है
  คำอธิบาย|รายละเอียด|ไม่มีคำอธิบาย|ทดสอบ|เร็วๆ นี้
  mô tả|không có mô tả|sắp có
  描述|商品描述|产品描述|產品描述|暂无描述|暂无|無描述|无|無|待定|待补充|敬请期待|测试|測試|示例|占位符
  説明|商品説明|商品の説明|説明文|説明なし|準備中|近日公開|なし|未定|未設定|テスト|サンプル|ダミー
  설명|상품설명|상품 설명|설명 없음|없음|준비중|준비 중|미정|테스트|샘플
`
    .split(/[|\n]/u)
    .map(bare)
    .filter((text) => text !== '')
)

/** The same for names alone. */
const nameStandIns = new Set(
  `
  product|product name|new product|test product|sample product|untitled|untitled product|unnamed|no name|noname|name|item|new item|test item|demo product|dummy product|product title|title
  produkt|produktname|neues produkt|testprodukt|artikel|testartikel|artikelname|ohne titel|unbenannt|name fehlt
  produit|nom du produit|nouveau produit|produit test|sans titre|sans nom
  producto|nombre del producto|nuevo producto|producto de prueba|sin título|sin nombre
  prodotto|nome prodotto|nuovo prodotto|prodotto di prova|senza titolo
  produto|novo produto|produto teste|sem título|sem nome|nieuw product|testproduct|naamloos
  nowy produkt|bez nazwy|produkt testowy|ny produkt|testprodukt|namnlös|uden navn
  ürün|yeni ürün|test ürünü|adsız|товар|новый товар|тестовый товар|без названия|новий товар|без назви
  νέο προϊόν|χωρίς τίτλο|منتج|منتج جديد|بدون اسم|محصول جدید|מוצר|מוצר חדש|ללא שם
  商品|产品|新商品|测试商品|测试产品|未命名|商品名|テスト商品|無題|名称未設定|상품|상품명|새 상품|테스트 상품
`
    .split(/[|\n]/u)
    .map(bare)
    .filter((text) => text !== '')
)

/** Found anywhere in a text. Cases are spelled out: a search that leaves them open takes three times as long, for every text. */
const inside =
  /[Ll]orem [Ii]psum|LOREM IPSUM|[Dd]olor sit amet|[Pp]laceholder [Tt]ext|[Dd]ummy [Tt]ext|(?:[Ii]nsert|[Ee]nter|[Aa]dd|[Yy]our) (?:\w+ )?(?:text|description|name) here|(?:[Tt]ext|[Dd]escription) goes here|[Bb]lindtext|[Tt]ext hier einfügen|[Hh]ier steht (?:ein|der|[Ii]hr) [Tt]ext|[Ff]aux texte|[Tt]exto de relleno|[Tt]exto simulado|[Tt]esto segnaposto|[Лл]орем ипсум|[Зз]десь будет (?:текст|описание)|ダミーテキスト|ダミーです|占位文字|여기에 (?:텍스트|설명)/
/** Something of each of these is in a text that has one: looked for first, in less than half the time. */
const mayBeInside = /[Tt]ext|here|psum|PSUM|amet|segn|[Лл]орем|[Зз]десь|ダミー|占位文字|여기에/
/** A note to the editor at the beginning. Spanish "todo" is a word: a colon or a dash after it, or it alone in capitals, makes it one. */
const note =
  /^\P{L}{0,3}(?:(?:[Tt][Oo] ?[Dd][Oo]|[Ff][Ii][Xx][Mm][Ee]|[Tt][Bb][ADCadc]|[Xx]{3,})\s*[:–—-]|(?:TODO|FIXME|TBD|TBC)\s(?!\p{Lu}{2}))/u
/** What a template or a program has not filled in. */
const hole =
  /\{\{\s*[\w.]+\s*\}\}|\$\{[\w.]+\}|%[A-Z_]{3,}%|\[(?:insert|product|your|enter)[^\]]{0,40}\]|\[object Object\]/i
const onlySigns = /^[\p{P}\p{S}\s]+$/u
const sameAgain = /^(\p{L}|\p{N})\1{2,}$/u
const copyOf =
  /^(?:(?:copy|kopie|copie|copia|cópia|kopia|копия|копія) (?:of|von|de|di|van|av)\b|копи[яії] )/iu
const copied =
  /(?:[([]|\s[-–]) ?(?:copy|kopie|copie|copia|cópia|kopia|копия|副本|コピー)(?: ?\d+)? ?[)\]]?$|のコピー$|的副本$/iu
/** What stands before, or is, the sign of a copy at a name's end. */
const mayBeCopied = /[([ー本]|\s[-–]/

/** A stand-in for a text that was never written, as it stands in the text; null: there is none. */
export function placeholderIn(text: string): string | null {
  const whole = text.trim()
  if (whole.length <= longestStandIn && isStandIn(whole, bare(whole))) return whole
  return foundInside(text) ?? note.exec(whole)?.[0].trim() ?? holeIn(text)
}

/** The same for a name, which may also be a copy's. */
export function placeholderName(name: string): string | null {
  const whole = name.trim()
  if (whole.length <= longestStandIn) {
    const text = bare(whole)
    if (nameStandIns.has(text) || isStandIn(whole, text)) return whole
  }
  return copyIn(whole) ?? foundInside(whole) ?? holeIn(whole)
}

function foundInside(text: string): string | null {
  return mayBeInside.test(text) ? (inside.exec(text)?.[0] ?? null) : null
}

function copyIn(name: string): string | null {
  const found = copyOf.exec(name) ?? (mayBeCopied.test(name) ? copied.exec(name) : null)
  return found === null ? null : found[0].trim()
}

function holeIn(text: string): string | null {
  const mayBe = text.includes('{') || text.includes('%') || text.includes('[')
  return mayBe ? (hole.exec(text)?.[0] ?? null) : null
}

/** UTF-16 units of the longest stand-in, with room for dots and brackets. */
const longestStandIn = 40

function isStandIn(whole: string, text: string): boolean {
  if (whole === '') return false
  return standIns.has(text) || onlySigns.test(whole) || sameAgain.test(whole)
}

/** Without case, and without signs around it. */
function bare(text: string): string {
  if (plain.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[\s\p{P}\p{S}]+|[\s\p{P}\p{S}]+$/gu, '')
    .replace(/\s+/gu, ' ')
}
