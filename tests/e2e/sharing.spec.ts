import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectTo, expect, needsKeychain, test } from './fixtures'
import { Reviews } from './pages/reviews'
import type { App } from './support/app'
import { openAlways, saveInto } from './support/file-dialogs'

test.beforeEach(() => {
  needsKeychain()
  test.slow()
})

/** Marks a product in the list. */
async function mark(app: App, product: string, deed: 'Approve' | 'Needs work' | 'Ignore'): Promise<void> {
  const reviews = new Reviews(app.page)
  await app.products.row(product).hover()
  await reviews.box(product).click()
  await reviews.markSelected(deed)
  await expect(reviews.selection).toBeHidden()
}

/** The note of Product 2, in its details. */
async function openNote(app: App): Promise<Reviews> {
  const reviews = new Reviews(app.page)
  await app.products.row('Product 2').hover()
  await app.products.details.nth(1).click()
  await expect(reviews.note).toBeEditable()
  return reviews
}

async function writeNoteOf2(app: App, words: string): Promise<void> {
  const reviews = await openNote(app)
  await reviews.note.fill(words)
  await app.page.keyboard.press('Control+Enter')
  await expect(reviews.details.getByText('Saved', { exact: true })).toBeVisible()
  await app.page.keyboard.press('Escape')
}

/** Saves all reviews for colleagues; the file's path. */
async function saveForColleagues(app: App, folder: string): Promise<string> {
  await saveInto(app, folder)
  await app.care.open()
  await app.care.save.click()
  await expect(app.care.result).toContainText('Saved: 2 reviews')
  const [name = ''] = await readdir(folder)
  await expect(app.care.result).toContainText(name)
  await app.care.close()
  return join(folder, name)
}

/** Merges a file; the dialog stays open. */
async function merge(app: App, file: string, of: string): Promise<void> {
  await openAlways(app, file)
  await app.care.open()
  await app.care.merge.click()
  await expect(app.care.result).toContainText(`Merged the reviews of ${of}`)
}

test('two people merge each other’s files and have the same: the newest marks, the notes of both', async ({
  app,
  colleague,
  store,
  profile
}) => {
  store.shelf.total = 12
  for (const [one, name] of [
    [app, 'Kim'],
    [colleague, 'Sam']
  ] as const) {
    await connectTo(one, store)
    await expect(one.tools.coverage).toHaveAttribute('data-coverage', 'complete')
    await one.care.open()
    await one.care.setName(name)
    await one.care.close()
  }
  await mark(app, 'Product 1', 'Approve')
  await mark(app, 'Product 2', 'Needs work')
  await writeNoteOf2(app, 'Crop the picture.')
  await mark(colleague, 'Product 2', 'Approve')
  await mark(colleague, 'Product 3', 'Ignore')
  await writeNoteOf2(colleague, 'Fine for the web.')
  const ofKim = await saveForColleagues(app, join(profile, 'kim'))
  const ofSam = await saveForColleagues(colleague, join(profile, 'sam'))

  await merge(app, ofSam, 'Sam')
  await expect(app.care.result).toContainText('The marks of 2 products changed.')
  await expect(app.care.result).toContainText('The note of 1 product changed.')
  await expect(app.care.log.first()).toContainText('Merged from Sam, 2 reviews')
  await expect(app.care.log.first()).toContainText('Kim')
  await app.care.close()
  await merge(colleague, ofKim, 'Kim')
  await expect(colleague.care.result).toContainText('The mark of 1 product changed.')
  await colleague.care.close()
  for (const one of [app, colleague]) {
    await expect(one.products.row('Product 1')).toContainText('Approved')
    await expect(one.products.row('Product 2')).toContainText('Approved')
    await expect(one.products.row('Product 3')).toContainText('Ignored')
    const reviews = await openNote(one)
    await expect(reviews.note).toHaveValue('Crop the picture.\n\nFine for the web.')
    await one.page.keyboard.press('Escape')
  }

  await test.step('merged again it changes nothing; the first merge is undone from the log', async () => {
    await app.care.open()
    await app.care.merge.click()
    await expect(app.care.result).toContainText('Nothing new: you already have these reviews')
    await app.care.log.first().getByRole('button', { name: 'Undo' }).click()
    await expect(app.care.toast).toContainText('Undone: 2 reviews')
    await expect(app.care.log.first()).toContainText('Undone')
    await app.care.close()
    await expect(app.products.row('Product 2')).toContainText('Needs work')
    await expect(app.products.row('Product 3')).toContainText('Unreviewed')
    const reviews = await openNote(app)
    await expect(reviews.note).toHaveValue('Crop the picture.')
  })
})

test('fault 83: a damaged file of reviews is replaced by its backup, which a person can restore later as well', async ({
  launch,
  profile,
  store
}) => {
  store.shelf.total = 12
  const before = await launch()
  await connectTo(before, store)
  await expect(before.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  await before.care.open()
  await expect(before.care.dialog).toContainText('No backups yet')
  await before.care.setName('Kim')
  await before.care.close()
  await mark(before, 'Product 2', 'Needs work')
  const id = await before.activeConnection()
  await before.close()
  await writeFile(join(profile, 'connections', id, 'reviews.sqlite'), 'no database at all')

  const app = await launch()
  await expect(app.page.locator('[data-review-notice=restored]')).toContainText(
    'were damaged and have been restored'
  )
  await expect(app.products.row('Product 2')).toContainText('Needs work')
  await mark(app, 'Product 2', 'Approve')
  await expect(app.products.row('Product 2')).toContainText('Approved')
  await app.care.open()
  await expect(app.care.backups).toHaveCount(1)
  await app.care.backups.getByRole('button', { name: /^Restore/ }).click()
  await expect(app.care.question).toContainText('with 1 review.')
  await app.care.question.getByRole('button', { name: 'Restore' }).click()
  await expect(app.care.dialog).toContainText('Reviews restored')
  await expect(app.care.backups).toHaveCount(2)
  await expect(app.care.backups.first()).toContainText('Before a backup was restored')
  await expect(app.care.log.first()).toContainText('Backup restored')
  await app.care.close()
  await expect(app.products.row('Product 2')).toContainText('Needs work')
})
