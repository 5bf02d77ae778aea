import { posix } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import readWorkbook from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import type { ExportRow } from '../../../../electron/export/worker/rows'
import { xlsxWriter, type WorkbookParts } from '../../../../electron/export/worker/xlsx-writer'
import { fileWords } from '../../../support/file-words'
import { about, exportRow, memoryFile } from './memory-file'

const parts: WorkbookParts = {
  columns: ['id', 'name', 'price', 'image', 'reviewed-at'],
  hasPictures: false,
  linkOf: (text) => ({ text, isLink: text.startsWith('http') }),
  currency: 'EUR',
  words: fileWords
}
const picture = { bytes: new Uint8Array([0xff, 0xd8, 0xff, 0xd9]), width: 96, height: 48 }

async function written(
  rows: ExportRow[],
  more: Partial<WorkbookParts> = {},
  remarks: string[] = []
): Promise<{ bytes: Buffer<ArrayBuffer>; losses: object }> {
  const file = memoryFile()
  const writer = xlsxWriter(file, { ...parts, ...more })
  await writer.write(rows, more.hasPictures ? rows.map(({ image }) => (image ? picture : null)) : [])
  await writer.end({ ...about, remarks })
  return { bytes: file.bytes(), losses: writer.losses }
}

/** The parts of a workbook as texts, by their names; they are unpacked by another library. */
function partsOf(bytes: Buffer): Record<string, string> {
  return Object.fromEntries(
    Object.entries(unzipSync(new Uint8Array(bytes))).map(([name, part]) => [name, strFromU8(part)])
  )
}

describe('a workbook', () => {
  it('is opened by another library, with numbers as numbers, times as times, and what it covers on a sheet of its own', async () => {
    const at = new Date(2026, 10, 21, 9, 12).getTime()
    const rows = [
      exportRow({ reviewedAt: at }),
      exportRow({ id: '0042', price: -12.5 }),
      exportRow({ price: null })
    ]
    const { bytes } = await written(rows, {}, ['One thing.'])
    const [products, said] = await readWorkbook(bytes)
    expect(products?.sheet).toBe('Products')
    const address = 'https://pictures.example/chair.jpg'
    expect(products?.data).toEqual([
      ['Product ID', 'Name', 'Price', 'Picture address', 'Reviewed'],
      ['p-1', 'Oak chair', 129.5, address, expect.any(Date)],
      ['0042', 'Oak chair', -12.5, address, null],
      ['p-1', 'Oak chair', null, address, null]
    ])
    // By the clock of this computer, which a sheet does not name; to the second, since days are fractions there.
    const reviewed = Number(products?.data[1]?.[4])
    expect(Math.round(reviewed / 1000)).toBe(Date.UTC(2026, 10, 21, 9, 12) / 1000)
    expect(said?.sheet).toBe('About this export')
    expect(said?.data).toContainEqual(['Catalog', 'partial, items: 3 of 4'])
    expect(said?.data).toContainEqual(['Note', 'One thing.'])
  })

  it('names findings, marks and sheets with the words of the window that asked for it', async () => {
    const words = {
      ...fileWords,
      products: 'Produkte: [alle]',
      about: {
        ...fileWords.about,
        title: 'Über diesen Export und was er vom Katalog umfasst',
        rows: 'Zeilen'
      },
      states: { ...fileWords.states, approved: 'Freigegeben' }
    }
    const rows = [exportRow({ found: 'Gleiches Bild: 3 weitere' })]
    const { bytes } = await written(rows, { columns: ['review', 'findings'], words })
    const [products, said] = await readWorkbook(bytes)
    expect(products?.sheet).toBe('Produkte   alle')
    expect(products?.data[1]).toEqual(['Freigegeben', 'Gleiches Bild: 3 weitere'])
    expect(said?.sheet).toBe('Über diesen Export und was')
    expect(said?.data).toContainEqual(['Zeilen', 1])
  })

  it('fault 94: holds what a spreadsheet would run as text, with no formula anywhere', async () => {
    const texts = ['=1+1', '+1', '-1', '@SUM(A1)', "=cmd|' /C calc'!A0", '\t=1', '</t><f>1+1</f>']
    const { bytes } = await written(texts.map((text) => exportRow({ id: text, name: text })))
    const all = partsOf(bytes)
    expect(Object.values(all).join('')).not.toMatch(/<f[ >]/)
    const cells = all['xl/worksheets/sheet1.xml']?.match(/<c r="[AB](?!1")\d+"[^>]*>/g) ?? []
    expect(cells).toHaveLength(texts.length * 2)
    expect(cells.every((cell) => cell.includes('t="inlineStr"'))).toBe(true)
    const [products] = await readWorkbook(bytes)
    expect(products?.data.slice(1).map(([id]) => id)).toEqual(texts.map((text) => text.trim()))
  })

  it('keeps blanks, lines and what looks like an escape', async () => {
    const texts = ['  oak \n chair ', 'a _x0041_ & <c> "d"', '_x0041_x0042_', 'one\r\ntwo\rthree']
    const { bytes, losses } = await written(texts.map((name) => exportRow({ name })))
    const sheet = partsOf(bytes)['xl/worksheets/sheet1.xml'] ?? ''
    const cells = [...sheet.matchAll(/<c r="B(?!1")\d+"[^>]*><is>(.*?)<\/is>/gs)].map(([, cell = '']) =>
      cell.replaceAll('<r>', '').replaceAll('</r>', '')
    )
    expect(cells).toEqual([
      '<t xml:space="preserve">  oak \n chair </t>',
      '<t>a _x005F_x0041_ &amp; &lt;c&gt; &quot;d&quot;</t>',
      '<t>_x0041</t><t>_x005F_x0042_</t>',
      // A sheet has one kind of line break.
      '<t xml:space="preserve">one\ntwo\nthree</t>'
    ])
    expect(losses).toMatchObject({ replaced: 0 })
  })

  it('shows where signs stood that XML forbids, counts the texts, and holds signs that are only rare', async () => {
    const texts = ['a\u0001b\u000bc\u007f', 'd\ufffee\uffff', 'half \ud83e', 'e\u0085\ufdd0\ufffd🪑\t']
    const { bytes, losses } = await written(texts.map((name) => exportRow({ name })))
    const [products] = await readWorkbook(bytes, { trim: false })
    expect(products?.data.slice(1).map(([, name]) => name)).toEqual([
      'a\ufffdb\ufffdc\ufffd',
      'd\ufffde\ufffd',
      'half \ufffd',
      'e\u0085\ufdd0\ufffd🪑\t'
    ])
    expect(losses).toMatchObject({ replaced: 3 })
  })

  it('holds every other sign', async () => {
    const from = (first: number, last: number): string =>
      Array.from({ length: last - first + 1 }, (_, at) => String.fromCharCode(first + at)).join('')
    const texts = [from(0x21, 0x7e), from(0x80, 0x7fff), from(0x8000, 0xd7ff), from(0xe000, 0xfffd)]
    const { bytes, losses } = await written(texts.map((name) => exportRow({ name })))
    const [products] = await readWorkbook(bytes, { trim: false })
    expect(products?.data.slice(1).map(([, name]) => name)).toEqual(texts)
    expect(losses).toMatchObject({ replaced: 0, shortened: 0 })
  })

  it('has prices in the currency of the connection, a heading that stays, and filters', async () => {
    const all = partsOf((await written([exportRow()])).bytes)
    expect(all['xl/styles.xml']).toContain('formatCode="#,##0.00## [$EUR]"')
    expect(all['xl/worksheets/sheet1.xml']).toContain('state="frozen"')
    expect(all['xl/worksheets/sheet1.xml']).toContain('<autoFilter ref="A1:E2"/>')
    const yen = partsOf((await written([exportRow()], { currency: 'JPY' })).bytes)
    expect(yen['xl/styles.xml']).toContain('formatCode="#,##0.#### [$JPY]"')
  })

  it('links addresses of the web, and no others', async () => {
    const rows = [
      exportRow({ image: 'https://a.example/?a=1&b="2"' }),
      exportRow({ image: 'file:///etc/passwd' })
    ]
    const all = partsOf((await written(rows)).bytes)
    const related = all['xl/worksheets/_rels/sheet1.xml.rels'] ?? ''
    const address = 'https://a.example/?a=1&amp;b=&quot;2&quot;'
    const [, id = ''] = /Id="(\w+)"/.exec(related) ?? []
    expect(related).toContain(`Target="${address}" TargetMode="External"`)
    expect(related).not.toContain('passwd')
    const sheet = all['xl/worksheets/sheet1.xml']
    expect(sheet?.match(/<hyperlink .*?>/g)).toEqual([`<hyperlink ref="D2" r:id="${id}"/>`])
    expect(sheet).toContain('file:///etc/passwd')
  })

  it('leaves an address that is too long for a link as text, and counts it', async () => {
    const image = `https://a.example/${'x'.repeat(2079)}`
    const { bytes, losses } = await written([exportRow({ image })])
    expect(losses).toMatchObject({ unlinked: 1, shortened: 0 })
    expect(partsOf(bytes)['xl/worksheets/sheet1.xml']).not.toContain('<hyperlink')
    const [products] = await readWorkbook(bytes)
    expect(products?.data[1]?.[3]).toBe(image)
  })

  it('cuts what a cell cannot hold, and counts it', async () => {
    const { bytes, losses } = await written([exportRow({ name: 'x'.repeat(32_766) + '🪑' })])
    expect(losses).toMatchObject({ shortened: 1 })
    const [products] = await readWorkbook(bytes)
    expect(products?.data[1]?.[1]).toBe('x'.repeat(32_766))
  })

  it('has pictures in the rows of products that have one', async () => {
    const rows = [exportRow(), exportRow({ image: null }), exportRow()]
    const all = partsOf((await written(rows, { hasPictures: true })).bytes)
    expect(Object.keys(all).filter((name) => name.startsWith('xl/media/'))).toHaveLength(2)
    expect(all['xl/drawings/drawing1.xml']?.match(/<xdr:row>\d+/g)).toEqual(['<xdr:row>1', '<xdr:row>3'])
    expect(all['xl/worksheets/sheet1.xml']).toContain('<drawing ')
    expect(all['[Content_Types].xml']).toContain('/xl/drawings/drawing1.xml')
    // Twice as wide as high, as the pictures are.
    expect(all['xl/drawings/drawing1.xml']).toContain('<xdr:ext cx="609600" cy="304800"/>')
  })

  it('has every part that another part refers to, under a name of its own', async () => {
    const rows = [exportRow(), exportRow({ image: null }), exportRow()]
    const all = partsOf((await written(rows, { hasPictures: true })).bytes)
    const missing: string[] = []
    for (const [name, part] of Object.entries(all).filter(([of]) => of.endsWith('.rels'))) {
      const source = name.replace('_rels/', '').replace('.rels', '')
      const relations = [...part.matchAll(/<Relationship .*?>/g)].map(([relation]) => relation)
      const ids = relations.map((relation) => /Id="(\w+)"/.exec(relation)?.[1] ?? '')
      expect(new Set(ids).size).toBe(ids.length)
      const used = [...(all[source] ?? '').matchAll(/ r:(?:id|embed)="(\w+)"/g)].map(([, id = '']) => id)
      missing.push(...used.filter((id) => !ids.includes(id)))
      const inside = relations.filter((relation) => !relation.includes('TargetMode="External"'))
      const targets = inside.map((relation) => /Target="(.*?)"/.exec(relation)?.[1] ?? '')
      missing.push(...targets.filter((target) => !(posix.join(posix.dirname(source), target) in all)))
    }
    expect(missing).toEqual([])
  })

  it('names Vitrine as who made it, and nobody else', async () => {
    const all = partsOf((await written([exportRow({ reviewer: 'Ada' })])).bytes)
    const said = all['docProps/core.xml']
    expect(said).toContain('<dc:creator>Vitrine</dc:creator>')
    expect(said).toContain('<cp:lastModifiedBy>Vitrine</cp:lastModifiedBy>')
    expect(Object.values(all).join('')).not.toMatch(/excelts/i)
  })

  it('fault 95: fails with what the disk says, while it is written and when it ends', async () => {
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: 'write' })
    const file = {
      write() {
        throw full
      }
    }
    const many = Array.from({ length: 2000 }, (_, n) => exportRow({ id: `${n}` }))
    await expect(async () => xlsxWriter(file, parts).write(many, [])).rejects.toBe(full)
    const short = xlsxWriter(file, parts)
    await short.write([exportRow()], [])
    await expect(short.end(about)).rejects.toBe(full)
  })

  it('has a heading and nothing else where the list is empty', async () => {
    const [products] = await readWorkbook((await written([])).bytes)
    expect(products?.data).toHaveLength(1)
  })
})
