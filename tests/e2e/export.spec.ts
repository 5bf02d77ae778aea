import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import readWorkbook from 'read-excel-file/node'
import { extractText, getDocumentProxy } from 'unpdf'
import { connectTo, expect, needsKeychain, test } from './fixtures'
import { ExportDialog } from './pages/export-dialog'
import { saveInto } from './support/file-dialogs'

test.beforeEach(() => test.slow())

/** The one file in a folder. */
async function fileIn(folder: string): Promise<string> {
  const names = await readdir(folder)
  expect(names).toHaveLength(1)
  return join(folder, names[0] ?? '')
}

test('what is seen is exported: the search, the order and the columns, opened again by another library', async ({
  app,
  store,
  profile
}) => {
  needsKeychain()
  store.shelf.edits.set(3, { name: '=HYPERLINK("http://x","Teapot")', price: -2.5 })
  store.shelf.edits.set(7, { name: 'Teapot, "large"', price: 12 })
  await connectTo(app, store)
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  const folder = await saveInto(app, join(profile, 'exports'))
  const exported = new ExportDialog(app.page)
  await app.tools.search.fill('teapot')
  await expect(app.products.rows).toHaveCount(2)

  await test.step('as CSV, from the keyboard', async () => {
    await exported.button.focus()
    await app.page.keyboard.press('Enter')
    await expect(exported.dialog).toContainText('2 products: ')
    await expect(exported.dialog).toContainText('teapot')
    await exported.format('Excel').focus()
    await app.page.keyboard.press('ArrowRight')
    await expect(exported.format('CSV')).toBeChecked()
    await exported.column('Note').uncheck()
    await exported.column('Reviewer').uncheck()
    await exported.column('Findings').uncheck()
    await exported.column('Description').uncheck()
    await exported.run()
    await expect(exported.line).toContainText('2 rows')
    await expect(exported.line).toContainText('1 text got an apostrophe')
    const file = await fileIn(folder)
    const records = parse(await readFile(file), { bom: true })
    expect(records[0]).toContain('Price')
    const [name = -1, price = -1] = ['Name', 'Price'].map((heading) => records[0]?.indexOf(heading))
    const rows = records.slice(1, -1).map((record) => [record[name], record[price]])
    expect(rows).toHaveLength(2)
    expect(rows).toContainEqual(['Teapot, "large"', '12'])
    expect(rows).toContainEqual(['\'=HYPERLINK("http://x","Teapot")', '-2.5'])
    expect(records.at(-1)?.[0]).toMatch(/Catalog as of .*: complete, items: 240\./)
    await rm(file)
  })

  await test.step('as a workbook; the choices before are remembered', async () => {
    await exported.open()
    await expect(exported.format('CSV')).toBeChecked()
    await expect(exported.column('Note')).not.toBeChecked()
    await exported.format('Excel').check({ force: true })
    await exported.run()
    const file = await fileIn(folder)
    const [products, about] = await readWorkbook(await readFile(file))
    expect(products?.data).toHaveLength(3)
    expect(products?.data.flat()).toContain(-2.5)
    expect(products?.data.flat()).toContain('=HYPERLINK("http://x","Teapot")')
    expect(about?.data.flat().join(' ')).toContain('complete, items: 240')
    await rm(file)
  })

  await test.step('and shown in its folder, or said to be gone', async () => {
    await exported.line.getByRole('button', { name: 'Show in folder' }).click()
    await expect(exported.line).toContainText('no longer exists')
    await exported.line.getByRole('button', { name: 'Dismiss' }).click()
    await expect(exported.line).toBeHidden()
  })
})

test('a contact sheet has pictures, names and prices, and says what it covers', async ({
  launch,
  profile
}) => {
  const app = await launch({ args: ['--demo'] })
  await expect(app.products.rows.first()).toBeVisible()
  const folder = await saveInto(app, join(profile, 'exports'))
  const exported = new ExportDialog(app.page)
  for (const at of [0, 1, 2, 3, 4, 5]) await app.products.rows.nth(at).getByRole('checkbox').check()
  const selection = app.page.getByRole('region', { name: 'Selection' })
  await selection.getByRole('button', { name: 'Export…' }).click()
  await exported.format('Contact sheet (PDF)').check({ force: true })
  await exported.run()
  const bytes = await readFile(await fileIn(folder))
  const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), {
    mergePages: true
  })
  expect(totalPages).toBeGreaterThan(0)
  expect(text).toContain('Demo store')
  expect(text).toContain('Catalog ')
  expect(text).toMatch(/1 \/ \d+/)
  expect(text).toContain('€')
  // A page of JPEG pictures, as they are in the PDF.
  expect(bytes.toString('latin1').match(/\/DCTDecode/g)?.length ?? 0).toBeGreaterThan(3)
})

test('a contact sheet whose hidden page crashes ends and says so, and the next one works', async ({
  launch,
  profile
}) => {
  const app = await launch({ args: ['--demo'] })
  await expect(app.products.rows.first()).toBeVisible()
  const folder = await saveInto(app, join(profile, 'exports'))
  await app.electron.evaluate(({ app: electronApp }) => {
    electronApp.once('browser-window-created', (_, { webContents }) => {
      // While it is laid out.
      const print = webContents.printToPDF.bind(webContents)
      webContents.printToPDF = (options) => {
        setImmediate(() => webContents.forcefullyCrashRenderer())
        return print(options)
      }
    })
  })
  const exported = new ExportDialog(app.page)
  await app.products.rows.nth(0).getByRole('checkbox').check()
  const selection = app.page.getByRole('region', { name: 'Selection' })
  await selection.getByRole('button', { name: 'Export…' }).click()
  await exported.format('Contact sheet (PDF)').check({ force: true })
  await exported.start.click()
  await expect(exported.line).toContainText('was not exported')
  await selection.getByRole('button', { name: 'Export…' }).click()
  await exported.run()
  expect(await readdir(folder)).toEqual([expect.stringMatching(/\.pdf$/)])
})

test('selected products are exported alone; a folder that is gone is told of, and the file there is kept', async ({
  launch,
  profile
}) => {
  const app = await launch({ args: ['--demo'] })
  await expect(app.products.rows.first()).toBeVisible()
  const folder = await saveInto(app, join(profile, 'exports'))
  const exported = new ExportDialog(app.page)
  await app.products.rows.nth(0).getByRole('checkbox').check()
  await app.products.rows.nth(2).getByRole('checkbox').check()
  const bar = app.page.getByRole('region', { name: 'Selection' })
  await bar.getByRole('button', { name: 'Export…' }).click()
  await expect(exported.dialog).toContainText('2 selected products')
  await exported.format('JSON').check({ force: true })
  await exported.run()
  const file = await fileIn(folder)
  const json = JSON.parse(await readFile(file, 'utf8')) as { products: unknown[]; about: { rows: number } }
  expect(json.products).toHaveLength(2)
  expect(json.about.rows).toBe(2)

  await writeFile(file, 'what was there')
  await saveInto(app, join(profile, 'gone'))
  await rm(join(profile, 'gone'), { recursive: true })
  await exported.open()
  await exported.start.click()
  await expect(exported.line).toContainText('The folder no longer exists')
  expect(await readFile(file, 'utf8')).toBe('what was there')
})

test('fault 130: a file is replaced only after a question, also where its ending was not typed', async ({
  launch,
  profile
}) => {
  const app = await launch({ args: ['--demo'] })
  await expect(app.products.rows.first()).toBeVisible()
  const folder = join(profile, 'exports')
  await mkdir(folder)
  await writeFile(join(folder, 'list.csv'), 'mine')
  // A person types a name without its ending, and another one when asked about the file of that name.
  await app.electron.evaluate(({ dialog }, into) => {
    const typed = [`${into}/list`, `${into}/other`]
    const asked: unknown[] = []
    Object.assign(globalThis, { asked })
    dialog.showSaveDialog = (...given: unknown[]) => {
      asked.push(given.at(-1))
      return Promise.resolve({ canceled: false, filePath: typed.shift() ?? '' })
    }
  }, folder)
  const exported = new ExportDialog(app.page)
  await exported.open()
  await exported.format('CSV').check({ force: true })
  await exported.run()
  expect((await readdir(folder)).sort()).toEqual(['list.csv', 'other.csv'])
  expect(await readFile(join(folder, 'list.csv'), 'utf8')).toBe('mine')
  const asked = await app.electron.evaluate(() => (globalThis as { asked?: unknown[] }).asked)
  expect(asked).toEqual([
    expect.objectContaining({ properties: expect.arrayContaining(['showOverwriteConfirmation']) }),
    expect.objectContaining({ defaultPath: join(folder, 'list.csv') })
  ])
})
