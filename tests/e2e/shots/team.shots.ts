import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { connectTo, expect, needsKeychain, test } from '../fixtures'
import { TeamPage } from '../pages/team-page'
import { shoot } from './dressing'

test.beforeEach(() => {
  needsKeychain()
  test.slow()
})

test('a team space: none, the form, a place that is wrong, members, and a place that is away', async ({
  app,
  colleague,
  store,
  profile
}) => {
  store.shelf.total = 12
  const folder = join(profile, 'Team reviews')
  await mkdir(folder)
  for (const one of [app, colleague]) {
    await connectTo(one, store)
    await expect(one.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  }
  const kim = new TeamPage(app.page)
  const sam = new TeamPage(colleague.page)
  await kim.open()
  await expect(kim.create).toBeVisible()
  await shoot(app, 'team-none')
  await kim.create.click()
  await kim.fill({ kind: 'Folder', where: folder, name: 'Kim' })
  await kim.test.click()
  await expect(kim.notice).toContainText('The place can be used.')
  await shoot(app, 'team-form')
  await kim.fill({
    kind: 'PostgreSQL',
    where: `postgresql://127.0.0.1:${store.port}/vitrine`,
    userName: 'kim',
    password: 'secret',
    name: 'Kim'
  })
  await kim.test.click()
  await expect(kim.notice.getByRole('alert')).toBeVisible()
  await shoot(app, 'team-form-wrong')
  await kim.fill({
    kind: 'WebDAV',
    where: 'https://cloud.example/remote.php/dav/files/kim/team',
    userName: 'kim',
    password: 'secret',
    name: 'Kim'
  })
  await shoot(app, 'team-form-webdav')
  await kim.fill({ kind: 'Folder', where: folder, name: 'Kim' })
  await kim.finish('Create')
  await expect(kim.members).toContainText('Kim')
  await sam.open()
  await sam.join.click()
  await sam.fill({ kind: 'Folder', where: folder, name: 'Sam' })
  await sam.finish('Join')
  await expect(sam.members).toContainText('Sam')
  await kim.exchange.click()
  await expect(kim.members).toContainText('Sam')
  await app.page.getByRole('group', { name: 'Approvals needed' }).getByText('2 people').click()
  await expect(app.page.getByRole('radio', { name: '2 people' })).toBeChecked()
  await kim.publishes.click({ force: true })
  await expect(kim.publishing).toContainText('Published from here')
  await shoot(app, 'team')
  for (const change of [
    { language: 'de' },
    { language: 'ar' },
    { language: 'system', textSize: 200 }
  ] as const) {
    await app.page.evaluate((wish) => window.vitrine.call('preferences:set', wish), change)
    const name = 'textSize' in change ? '200-percent' : change.language
    if (name !== '200-percent') await expect(app.page.locator('html')).toHaveAttribute('lang', name)
    await shoot(app, `team-${name}`)
  }
  await app.page.evaluate(() => window.vitrine.call('preferences:set', { textSize: 100 }))
  await app.page.getByRole('button', { name: 'Move…' }).click()
  await shoot(app, 'team-move')
  await app.page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await app.sidebar.products.click()
  await app.products.row('Product 1').click()
  await app.page.keyboard.press('a')
  await expect(app.products.row('Product 1')).toContainText('1 of 2 approvals')
  await kim.open()
  await kim.exchange.click()
  await expect(async () => {
    await sam.open()
    await sam.exchange.click()
    await colleague.sidebar.products.click()
    await expect(colleague.products.row('Product 1')).toContainText('1 of 2 approvals', { timeout: 2000 })
  }).toPass()
  await shoot(colleague, 'team-products')
  await colleague.review.open()
  await colleague.review.openTab('Awaiting approval')
  await shoot(colleague, 'team-review')
  await app.sidebar.products.click()
  await app.tools.saveSearch('Product 1', 'First of all')
  await app.sidebar.chooseForView('First of all', 'Share with the team…')
  await shoot(app, 'team-share-view')
  await app.page.getByRole('alertdialog').getByRole('button', { name: 'Share', exact: true }).click()
  await app.quality.open()
  await app.page.locator('[data-team-rules]').click()
  await shoot(app, 'team-rules-owner')
  await app.page.getByRole('menuitem', { name: 'Use these rules for the team' }).click()
  await app.page.getByRole('alertdialog').getByRole('button', { name: 'Use these rules' }).click()
  await kim.open()
  await kim.exchange.click()
  await sam.open()
  await expect(async () => {
    await sam.exchange.click()
    await expect(colleague.sidebar.view('First of all')).toBeVisible({ timeout: 2000 })
  }).toPass()
  await colleague.sidebar.view('First of all').click({ button: 'right' })
  await shoot(colleague, 'team-views')
  await colleague.page.keyboard.press('Escape')
  await colleague.quality.open()
  await shoot(colleague, 'team-rules')
  await rename(folder, `${folder} away`)
  await kim.exchange.click()
  await expect(app.page.locator('[data-work=team]')).toBeVisible()
  await shoot(app, 'team-away')
})
