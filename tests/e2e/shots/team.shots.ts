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
  await shoot(app, 'team')
  await rename(folder, `${folder} away`)
  await kim.exchange.click()
  await expect(app.page.locator('[data-work=team]')).toBeVisible()
  await shoot(app, 'team-away')
})
