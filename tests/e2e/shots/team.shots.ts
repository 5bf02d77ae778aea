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
    await expect(one.tools.coverage).toHaveAttribute('data-coverage', 'complete', { timeout: 20_000 })
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
  await shoot(app, 'team')
  await app.page.getByRole('button', { name: 'Move…' }).click()
  await shoot(app, 'team-move')
  await app.page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await app.sidebar.products.click()
  await app.products.row('Product 1').click()
  await app.page.keyboard.press('a')
  await expect(app.products.row('Product 1')).toContainText('1 of 2 approvals')
  await kim.open()
  await kim.exchange.click()
  await sam.exchange.click()
  await colleague.sidebar.products.click()
  await expect(colleague.products.row('Product 1')).toContainText('1 of 2 approvals')
  await shoot(colleague, 'team-products')
  await colleague.review.open()
  await colleague.review.tab('Awaiting approval').click()
  await shoot(colleague, 'team-review')
  await rename(folder, `${folder} away`)
  await kim.exchange.click()
  await expect(app.page.locator('[data-work=team]')).toBeVisible()
  await shoot(app, 'team-away')
})
