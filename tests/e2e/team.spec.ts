import type { Locator } from '@playwright/test'
import { mkdir, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { FaultyStore } from '../support/faulty-store'
import { hasPostgres, startPostgres, type PostgresServer } from '../support/servers/postgres'
import { connectTo, expect, expectAccessible, needsKeychain, test } from './fixtures'
import { GalleryPage } from './pages/gallery-page'
import { Reviews } from './pages/reviews'
import { TeamPage, type TeamPlaceEntry } from './pages/team-page'
import type { App } from './support/app'
import { openAlways, saveInto } from './support/file-dialogs'
import { pressOnceRead } from './support/reading'

test.beforeEach(() => {
  needsKeychain()
  test.slow()
})

/** ms within which a mark is to be with a colleague. */
const promised = { folder: 120_000, postgres: 5000 }

async function openStore(apps: readonly App[], store: FaultyStore, products = 12): Promise<void> {
  store.shelf.total = products
  for (const app of apps) {
    await connectTo(app, store)
    await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  }
}

async function mark(app: App, product: string, deed: 'Approve' | 'Needs work' | 'Ignore'): Promise<void> {
  const reviews = new Reviews(app.page)
  await app.products.row(product).hover()
  await reviews.box(product).click()
  await reviews.markSelected(deed)
  await expect(reviews.selection).toBeHidden()
}

/** Waits until a mark that was just made elsewhere is shown, and prints how long that took. */
async function arrives(
  app: App,
  product: string,
  state: string,
  within: number,
  what: string
): Promise<void> {
  const start = performance.now()
  await expect(app.products.row(product)).toContainText(state, { timeout: within })
  const ms = Math.round(performance.now() - start)
  process.stdout.write(`${what}: a mark is with the colleague after ${ms} ms\n`)
}

/** Keeps a search as a view, and shares that with the team. */
async function shareView(app: App, search: string, name: string): Promise<void> {
  await app.sidebar.products.click()
  await app.tools.saveSearch(search, name)
  await app.sidebar.chooseForView(name, 'Share with the team…')
  await app.page.getByRole('alertdialog').getByRole('button', { name: 'Share', exact: true }).click()
  await expect(app.sidebar.view(name)).toHaveAccessibleDescription(/ · Shared by Kim$/)
}

/** Chooses by whose rules the checks go. */
async function chooseRules(app: App, entry: string): Promise<void> {
  await app.page.locator('[data-team-rules]').click()
  await app.page.getByRole('menuitem', { name: entry }).click()
}

/** One creates the space, the other joins it, as `joiner` where that has an account of their own; both show the list afterwards. */
async function share(
  one: App,
  other: App,
  place: Omit<TeamPlaceEntry, 'name'>,
  joiner: Pick<TeamPlaceEntry, 'userName' | 'password'> = {}
): Promise<[TeamPage, TeamPage]> {
  const pages = [new TeamPage(one.page), new TeamPage(other.page)] as const
  const [first, second] = pages
  await first.open()
  await first.create.click()
  await first.fill({ ...place, name: 'Kim' })
  await first.test.click()
  await expect(first.notice).toContainText('The place can be used.')
  await first.finish('Create')
  await expect(first.members).toContainText('Kim')
  await second.open()
  await second.join.click()
  await second.fill({ ...place, ...joiner, name: 'Sam' })
  await second.test.click()
  await expect(second.notice).toContainText('There is a team space here. You can join it.')
  await second.finish('Join')
  await expect(second.members).toContainText('Kim')
  await expect(second.members).toContainText('Sam')
  await showLists(one, other)
  return [first, second]
}

/** Two apps on the same store, and a folder for their team. */
interface FolderTeam {
  kim: TeamPage
  sam: TeamPage
  folder: string
}

/** Both open the store and share a new folder beside the first one's profile. */
async function shareFolder({
  app,
  colleague,
  store,
  profile
}: Record<'app' | 'colleague', App> & { store: FaultyStore; profile: string }): Promise<FolderTeam> {
  const folder = join(profile, 'shared folder')
  await mkdir(folder)
  await openStore([app, colleague], store)
  const [kim, sam] = await share(app, colleague, { kind: 'Folder', where: folder })
  return { kim, sam, folder }
}

/** Exchanges until each has what the other did. */
async function exchangeAll({ kim, sam }: Pick<FolderTeam, 'kim' | 'sam'>): Promise<void> {
  for (const page of [kim, sam, kim]) {
    await page.open()
    await page.exchange.click()
    await expect(page.status).not.toContainText('wait')
  }
}

async function showLists(...apps: readonly App[]): Promise<void> {
  for (const app of apps) await app.sidebar.products.click()
}

test('two apps share one folder: a mark here is there within two minutes, and leaving leaves all as it is', async ({
  app,
  colleague,
  store,
  profile
}) => {
  test.setTimeout(300_000)
  const folder = join(profile, 'shared')
  await mkdir(folder)
  await openStore([app, colleague], store)
  await test.step('the folder is chosen in the system’s dialog, too', async () => {
    const page = new TeamPage(app.page)
    await openAlways(app, folder)
    await page.open()
    await page.create.click()
    await app.page.getByRole('button', { name: 'Choose folder…' }).click()
    await expect(app.page.getByLabel('Folder path', { exact: true })).toHaveValue(folder)
    await app.page.getByRole('button', { name: 'Cancel', exact: true }).click()
  })
  const [kim, sam] = await share(app, colleague, { kind: 'Folder', where: folder })

  await mark(app, 'Product 1', 'Ignore')
  await arrives(colleague, 'Product 1', 'Ignored', promised.folder, 'folder')

  await test.step('who does not want to wait exchanges now', async () => {
    await mark(colleague, 'Product 2', 'Needs work')
    await sam.open()
    await sam.exchange.click()
    await expect(sam.status).toContainText('Last exchange')
    await expect(sam.status).not.toContainText('wait')
    await kim.open()
    await kim.exchange.click()
    await expect(kim.members).toContainText('Sam')
    await app.sidebar.products.click()
    await expect(app.products.row('Product 2')).toContainText('Needs work')
  })
  await test.step('a view and rules that one shares are the other’s as well', async () => {
    await shareView(app, 'Product 1', 'Ones')
    await app.quality.open()
    await chooseRules(app, 'Use these rules for the team')
    await app.page.getByRole('alertdialog').getByRole('button', { name: 'Use these rules' }).click()
    await expect(app.page.locator('[data-set-by]')).toContainText('Set by the team (Kim')
    await kim.open()
    await kim.exchange.click()
    await sam.open()
    await expect(async () => {
      await sam.exchange.click()
      const description = '4 products · Shared by Kim'
      await expect(colleague.sidebar.view('Ones')).toHaveAccessibleDescription(description, { timeout: 2000 })
    }).toPass()
    await colleague.sidebar.view('Ones').click()
    await expect(colleague.products.rows).toHaveCount(4)
    await colleague.sidebar.chooseForView('Ones', 'Save a copy')
    await expect(colleague.sidebar.view('Ones')).toHaveCount(2)
    await colleague.quality.open()
    await expect(colleague.page.locator('[data-set-by]')).toContainText('Set by the team (Kim')
    await expect(colleague.page.getByLabel('Severity')).toBeDisabled()
    await expectAccessible(colleague.page)
    await chooseRules(colleague, 'Use my own rules')
    await expect(colleague.page.getByLabel('Severity')).toBeEnabled()
  })
  await test.step('leaving keeps what was exchanged, and the team sees it', async () => {
    await sam.open()
    await sam.leave()
    await expect(sam.create).toBeVisible()
    await expect(colleague.sidebar.view('Ones')).toHaveCount(1)
    await expect(colleague.sidebar.view('Ones')).toHaveAccessibleDescription('4 products')
    await colleague.sidebar.products.click()
    await expect(colleague.products.row('Product 1')).toContainText('Ignored')
    await kim.open()
    await kim.exchange.click()
    await expect(kim.members).toContainText('left')
  })
})

test('without the team’s place, a file for the team brings what was done to a colleague', async ({
  app,
  colleague,
  store,
  profile
}) => {
  test.setTimeout(300_000)
  const { folder: shared } = await shareFolder({ app, colleague, store, profile })
  await rename(shared, `${shared} away`)
  await mark(app, 'Product 1', 'Ignore')
  const folder = await saveInto(app, join(profile, 'stick'))
  await app.care.open()
  await app.care.save.click()
  await expect(app.care.result).toContainText('Saved for your team')
  await expect(app.care.result).toContainText('only what was done on this computer')
  await expectAccessible(app.page)
  await app.care.close()
  const [name = ''] = await readdir(folder)
  await openAlways(colleague, join(folder, name))
  await colleague.care.open()
  await colleague.care.merge.click()
  await expect(colleague.care.result).toContainText('Merged your team’s file')
  await expect(colleague.care.result).toContainText('1 product changed.')
  await expect(colleague.care.log.first()).toContainText('Kim')
  await colleague.care.close()
  await expect(colleague.products.row('Product 1')).toContainText('Ignored')
})

interface Database {
  server: PostgresServer
  /** As Ada, who creates the team. */
  place: Parameters<typeof share>[2]
  /** Who joins it. */
  ben: { userName: string; password: string }
}

/** Does a test's work with a database of its own, which is prepared for a team. */
async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  test.skip(!hasPostgres, 'needs PostgreSQL (npm test installs it)')
  const server = await startPostgres()
  const login = { userName: 'ada', password: 'ada-canary-2f6c81' }
  const ben = { userName: 'ben', password: 'ben-canary-77d0e2' }
  try {
    await server.createLogin(login.userName, login.password, 'vitrine_owner')
    await server.createLogin(ben.userName, ben.password, 'vitrine_reviewer')
    const where = `postgresql://127.0.0.1:${server.port}/postgres`
    await work({ server, place: { kind: 'PostgreSQL', where, ...login }, ben })
  } finally {
    await server.stop()
  }
}

test('two apps share one PostgreSQL: within five seconds, whatever becomes of the database', async ({
  app,
  colleague,
  store
}) => {
  test.setTimeout(300_000)
  await withDatabase(async ({ server, place, ben }) => {
    await openStore([app, colleague], store)
    await test.step('a wrong password is told as that', async () => {
      const page = new TeamPage(app.page)
      await page.open()
      await page.create.click()
      await page.fill({ ...place, password: 'another', name: 'Kim' })
      await page.test.click()
      await expect(page.notice).toContainText('The team’s place refuses access.')
      await app.page.getByRole('button', { name: 'Cancel', exact: true }).click()
    })
    const [kim, sam] = await share(app, colleague, place, ben)

    await mark(app, 'Product 1', 'Ignore')
    await arrives(colleague, 'Product 1', 'Ignored', promised.postgres, 'PostgreSQL')

    await test.step('killed in the middle and started again, it has lost nothing', async () => {
      await server.kill()
      await mark(app, 'Product 2', 'Needs work')
      await mark(colleague, 'Product 3', 'Ignore')
      await kim.open()
      await kim.exchange.click()
      await expect(kim.notice).toContainText('The team’s place cannot be reached.')
      await expect(kim.status).toContainText('1 change waits')
      await server.start()
      await kim.exchange.click()
      await expect(kim.status).not.toContainText('wait')
      await sam.open()
      await sam.exchange.click()
      await expect(sam.status).not.toContainText('wait')
      await showLists(app, colleague)
      for (const one of [app, colleague]) {
        await expect(one.products.row('Product 2')).toContainText('Needs work')
        await expect(one.products.row('Product 3')).toContainText('Ignored')
      }
    })
    await test.step('a right that was revoked is told as that, and what waits stays', async () => {
      await server.admin('revoke vitrine_reviewer from ben')
      await mark(colleague, 'Product 4', 'Ignore')
      await sam.open()
      await sam.exchange.click()
      await expect(sam.notice).toContainText('The team’s place refuses access.')
      await expect(colleague.page.locator('[data-work=team]')).toContainText(
        /Team offline since .* 1 change waits/
      )
    })
  })
})

test('products are assigned to a colleague, and where two people disagree both are told', async ({
  app,
  colleague,
  store,
  profile
}) => {
  test.setTimeout(300_000)
  const { kim, sam } = await shareFolder({ app, colleague, store, profile })
  const exchange = async (): Promise<void> => {
    await exchangeAll({ kim, sam })
    await showLists(app, colleague)
  }
  // Kim hears of Sam with the first exchange.
  await exchange()

  const assignedTo = (of: App, product: string, name: string): Locator =>
    of.products.row(product).getByRole('gridcell', { name, exact: true })
  await test.step('the table can say whom products are assigned to', async () => {
    for (const one of [app, colleague]) {
      await one.tools.view.click()
      await one.tools.viewPanel.getByRole('checkbox', { name: 'Assigned to' }).check()
      await one.page.keyboard.press('Escape')
      await expect(one.page.getByRole('columnheader', { name: 'Assigned to' })).toBeVisible()
    }
  })
  await test.step('what is assigned is in that view there', async () => {
    const reviews = new Reviews(app.page)
    for (const product of ['Product 1', 'Product 2']) {
      await app.products.row(product).hover()
      await reviews.box(product).click()
    }
    await reviews.selection.getByRole('button', { name: 'Assign…' }).click()
    await app.page.getByRole('dialog').getByRole('button', { name: 'Sam' }).click()
    await expect(reviews.toast).toContainText('2 products are assigned to Sam now.')
    await expect(assignedTo(app, 'Product 2', 'Sam')).toBeVisible()
    await expect(assignedTo(app, 'Product 3', 'Sam')).toHaveCount(0)
    // Undone, they are nobody's again; redone, Sam's.
    await app.page.keyboard.press('Control+z')
    await expect(reviews.toast).toContainText('2 products are assigned as before again.')
    await expect(assignedTo(app, 'Product 2', 'Sam')).toHaveCount(0)
    await app.page.keyboard.press('Control+Shift+z')
    await expect(reviews.toast).toContainText('2 products are assigned to Sam now.')
    await reviews.selection.getByRole('button', { name: 'Clear selection' }).click()
    await exchange()
    await expect(colleague.sidebar.view('Assigned to me')).toHaveAccessibleDescription(/2 products/)
    await colleague.sidebar.view('Assigned to me').click()
    await expect(colleague.products.rows).toHaveCount(2)
    await expect(assignedTo(colleague, 'Product 2', 'Sam')).toBeVisible()
    await expect(app.sidebar.view('Assigned to me')).toHaveAccessibleDescription(/0 products/)
  })
  await test.step('two marks that differ are a disagreement, until one of them changes', async () => {
    await colleague.sidebar.products.click()
    await mark(app, 'Product 1', 'Ignore')
    await mark(colleague, 'Product 1', 'Needs work')
    await exchange()
    await expect(app.sidebar.view('Disagreement')).toHaveAccessibleDescription(/1 product/)
    await app.sidebar.view('Disagreement').click()
    await expect(app.products.rows).toHaveCount(1)
    await kim.open()
    await expect(app.page.getByRole('region', { name: 'Agreement' })).toContainText('0% of 1 product')
    await app.page.getByRole('button', { name: 'Show disagreements' }).click()
    await app.products.row('Product 1').dblclick()
    const said = app.page.getByRole('region', { name: 'What the team says' })
    await expect(said).toContainText('Assigned to Sam')
    await expect(said).toContainText(/Sam.*Needs work/)
    await expect(said).toContainText(/Kim \(you\).*Ignored/)
    await expect(app.page.locator('[data-reviewed-by]')).toHaveCount(0)
    const names = app.page.locator('.saying .by')
    await expect(names).toHaveCount(2)
    expect((await names.allInnerTexts()).toSorted()).toEqual(['Kim', 'Sam'])
    expect(await names.evaluateAll((all) => all.some((each) => each.scrollWidth > each.clientWidth))).toBe(
      false
    )
  })
  await test.step('what a colleague alone has marked presses no button, until one marks it oneself', async () => {
    const [own, theirs] = [new Reviews(app.page), new Reviews(colleague.page)]
    await showLists(app, colleague)
    await mark(app, 'Product 3', 'Approve')
    await exchange()
    await app.products.row('Product 3').dblclick()
    await expect(own.mark('Approve')).toHaveAttribute('aria-pressed', 'true')
    await colleague.products.row('Product 3').dblclick()
    await expect(colleague.page.locator('[data-reviewed-by]')).toContainText('Kim')
    await expect(theirs.mark('Approve')).toHaveAttribute('aria-pressed', 'false')
    await theirs.mark('Approve').click()
    await expect(theirs.mark('Approve')).toHaveAttribute('aria-pressed', 'true')
    await colleague.page.keyboard.press('Control+z')
    await expect(theirs.mark('Approve')).toHaveAttribute('aria-pressed', 'false')
    await expect(colleague.products.row('Product 3')).toContainText('Approved')
    const log = colleague.page.locator('[data-log-entry]').first()
    await expect(log).toContainText('Undone: Approved · now Approved (Kim)')
  })
})

test('where a colleague’s mark takes the current product out of a list, a key says so, and the next one marks the product in its place', async ({
  app,
  colleague,
  store,
  profile
}) => {
  test.setTimeout(300_000)
  const { kim, sam } = await shareFolder({ app, colleague, store, profile })
  await exchangeAll({ kim, sam })
  await showLists(app, colleague)
  const { toast } = new Reviews(app.page)
  const { keyboard } = app.page
  await app.tools.filterBy('Unreviewed')
  const connectionId = await app.activeConnection()

  /** The colleague ignores a product, which goes from the list here while the keyboard stays on its page. */
  async function lose(product: string): Promise<void> {
    await mark(colleague, product, 'Ignore')
    await sam.open()
    await sam.exchange.click()
    await expect(sam.status).not.toContainText('wait')
    await showLists(colleague)
    await app.page.evaluate((id) => window.vitrine.call('team:exchange', { connectionId: id }), connectionId)
  }

  await test.step('in the table', async () => {
    const row = (n: number): Locator => app.products.row(`Product ${n}`)
    await row(4).getByRole('rowheader').click()
    await lose('Product 4')
    await expect(row(4)).toHaveCount(0)
    await expect(row(5).locator(':focus')).toHaveCount(1)
    await keyboard.press('i')
    await expect(toast).toContainText('Product 4 has left this list')
    await expect(toast).toContainText('Sam: Ignored. Press I again for Product 5.')
    await expectAccessible(app.page)
    await expect(row(5)).toHaveClass(/current/)
    await expect(row(5).locator(':focus')).toHaveCount(1)
    await keyboard.press('i')
    await expect(row(5)).toHaveCount(0)
    await expect(toast).toContainText('Ignored Product 5')
  })
  await test.step('in the gallery', async () => {
    const gallery = new GalleryPage(app.page)
    await gallery.choose('Gallery')
    await gallery.tiles.filter({ hasText: 'Product 7' }).locator('.name').click()
    const at = await gallery.focused()
    await lose('Product 7')
    await expect(gallery.thumbnail('Product 7')).toHaveCount(0)
    await expect(gallery.thumbnail('Product 8')).toBeFocused()
    expect(await gallery.current()).toEqual([])
    await keyboard.press('a')
    await expect(toast).toContainText('Sam: Ignored. Press A again for Product 8.')
    await expect.poll(() => gallery.current()).toEqual([at])
    await pressOnceRead(app.page, 'a', () =>
      expect(toast).toContainText('Approved Product 8', { timeout: 5000 })
    )
  })
})

test('where two must approve, one approval waits for another at both computers, and two are enough at both', async ({
  app,
  colleague,
  store,
  profile
}) => {
  test.setTimeout(300_000)
  const { kim, sam } = await shareFolder({ app, colleague, store, profile })
  const needed = (of: App): Locator => of.page.getByRole('group', { name: 'Approvals needed' })

  await test.step('who created the team space says how many; others see it', async () => {
    await kim.open()
    await needed(app).getByText('2 people').click()
    const told = app.page.locator('[data-team-news]')
    await expect(told).toContainText('Approvals needed: 2 people')
    await app.page.keyboard.press('Control+z')
    await expect(told).toContainText('Approvals needed: 1 person')
    await expect(needed(app).getByRole('radio', { name: '1 person' })).toBeChecked()
    await told.getByRole('button', { name: 'Redo' }).click()
    await expect(told).toContainText('Approvals needed: 2 people')
    await exchangeAll({ kim, sam })
    await expect(needed(app).getByRole('radio', { name: '2 people' })).toBeChecked()
    await expect(needed(colleague).getByRole('radio', { name: '2 people' })).toBeChecked()
    await expect(needed(colleague).getByRole('radio', { name: '1 person' })).toBeDisabled()
    await expect(sam.notice).toContainText('Only an owner of the team space can change this')
  })
  await test.step('one of two approvals is there at both, and waits for who has not looked', async () => {
    await showLists(app, colleague)
    await mark(app, 'Product 1', 'Approve')
    await expect(app.products.row('Product 1')).toContainText('1 of 2 approvals')
    await exchangeAll({ kim, sam })
    await showLists(app, colleague)
    for (const one of [app, colleague])
      await expect(one.products.row('Product 1')).toContainText('1 of 2 approvals')
    await expect(colleague.sidebar.view('Awaiting approval')).toHaveAccessibleDescription(/1 product/)
    await colleague.review.open()
    await expect(colleague.review.tab('To do')).toContainText('12')
    await app.review.open()
    await expect(app.review.tab('To do')).toContainText('11')
    // Kim has nothing to do there; the number is that of the sidebar.
    await expect(app.sidebar.view('Awaiting approval')).toHaveAccessibleDescription(/1 product/)
    await expect(app.review.tab('Awaiting approval')).toContainText('1')
    await colleague.review.openTab('Awaiting approval')
    await expect(colleague.review.state).toHaveText('Awaiting your approval: 1 of 2 approvals')
  })
  await test.step('the second approval, by a key in Review, is enough at both', async () => {
    await colleague.page.keyboard.press('a')
    await expect(colleague.review.tab('Awaiting approval')).toContainText('0')
    await exchangeAll({ kim, sam })
    await showLists(app, colleague)
    for (const one of [app, colleague]) {
      await expect(one.products.row('Product 1')).toContainText('Approved')
      await expect(one.sidebar.view('Awaiting approval')).toHaveAccessibleDescription(/0 products/)
    }
    await kim.open()
    await expect(kim.members).toContainText(/Kim\s*1 product marked/)
    await expect(kim.members).toContainText(/Sam\s*1 product marked/)
  })
})

test('an approval of a newer version is no change after it, and stays when a colleague approves the older one', async ({
  app,
  colleague,
  store,
  profile
}) => {
  test.setTimeout(300_000)
  const { kim, sam } = await shareFolder({ app, colleague, store, profile })
  const reReview = (of: App): Locator => of.sidebar.view('Re-review')
  await showLists(app, colleague)
  await mark(app, 'Product 1', 'Approve')
  await exchangeAll({ kim, sam })
  store.shelf.edits.set(1, { price: 77 })
  await test.step('what changed is approved again, by who has synced', async () => {
    await showLists(app)
    await app.tools.sync()
    await expect(reReview(app)).toHaveAccessibleDescription(/1 product/)
    // A mark is for what is on screen: of the version before, it would not count.
    await expect(app.products.row('Product 1')).toContainText('77')
    await mark(app, 'Product 1', 'Approve')
    await expect(reReview(app)).toHaveAccessibleDescription(/0 products/)
    await exchangeAll({ kim, sam })
  })
  await test.step('who has not sees it as approved, and of which version', async () => {
    await showLists(colleague)
    await expect(colleague.products.row('Product 1')).toContainText('Approved')
    await expect(reReview(colleague)).toHaveAccessibleDescription(/0 products/)
    await colleague.products.row('Product 1').dblclick()
    await expect(colleague.page.getByText('of a newer version: sync to see it')).toBeVisible()
  })
  await test.step('an approval of what it was before takes nothing away', async () => {
    await mark(colleague, 'Product 1', 'Approve')
    await exchangeAll({ kim, sam })
    await showLists(app, colleague)
    await expect(app.products.row('Product 1')).toContainText('Approved')
    await expect(reReview(app)).toHaveAccessibleDescription(/0 products/)
    await colleague.tools.sync()
    await expect(colleague.products.row('Product 1')).toContainText('77')
    await expect(colleague.products.row('Product 1')).toContainText('Approved')
    await expect(reReview(colleague)).toHaveAccessibleDescription(/0 products/)
    await expect(colleague.page.getByText('of a newer version: sync to see it')).toBeHidden()
  })
})

test('two people who take the next products of a list in Review get different ones', async ({
  app,
  colleague,
  store
}) => {
  test.setTimeout(300_000)
  await withDatabase(async ({ place, ben }) => {
    await openStore([app, colleague], store, 80)
    await share(app, colleague, place, ben)
    const take = async (of: App): Promise<void> => {
      await of.review.open()
      await of.review.queue.click()
      await of.page.getByRole('menuitem', { name: 'Take the next 50' }).click()
    }
    await Promise.all([take(app), take(colleague)])
    const mine = (of: App): Locator => of.review.tab('Assigned to me')
    for (const one of [app, colleague])
      await expect(one.page.getByRole('main')).toContainText(/products are assigned to you now/)
    const counts = (): Promise<number[]> =>
      Promise.all(
        [app, colleague].map(async (one) => Number((await mine(one).innerText()).replace(/\D/g, '')))
      )
    // 80 in all, each of them one person's; a view is counted again a moment after it changed.
    await expect.poll(async () => (await counts()).toSorted((one, other) => one - other)).toEqual([30, 50])
  })
})

/** All that the catalog of an app says of the store's list. */
async function listOf(profile: string): Promise<unknown[]> {
  const connections = join(profile, 'connections')
  const [id = ''] = await readdir(connections)
  const db = new DatabaseSync(join(connections, id, 'catalog.sqlite'), { readOnly: true })
  try {
    return db
      .prepare(
        `SELECT position, id, name, price, description, image, flags, gone IS NOT NULL AS gone, duplicate
         FROM place JOIN product ON product.key = place.product ORDER BY position`
      )
      .all()
  } finally {
    db.close()
  }
}

/** Kim publishes, Sam takes over, with no request of his to the store; then Kim is asked and gives way to him. */
async function publishTo(
  { app, colleague, store }: { app: App; colleague: App; store: FaultyStore },
  [kim, sam]: [TeamPage, TeamPage],
  published: () => Promise<number>
): Promise<void> {
  await test.step('the switch publishes what is there', async () => {
    await kim.open()
    await expect(kim.publishing).toContainText('Nobody publishes this store’s catalog.')
    await kim.publishes.click()
    await expect(kim.publishing).toContainText('Published from here')
    expect(await published()).toBe(1)
  })
  await test.step('what changed since reaches the colleague without one request to the store', async () => {
    store.shelf.total = 15
    await app.sidebar.products.click()
    await app.tools.sync()
    await expect(app.products.range('15 products')).toBeVisible()
    await expect.poll(published).toBe(2)
    const before = store.pageRequests()
    await colleague.tools.sync()
    await expect(colleague.products.range('15 products')).toBeVisible()
    await expect(colleague.tools.coverage).toContainText('From Kim’s computer, synced ')
    expect(store.pageRequests()).toBe(before)
    expect(await listOf(await profileOf(colleague))).toEqual(await listOf(await profileOf(app)))
    const bar = colleague.page.getByRole('navigation', { name: 'Main' })
    await bar.getByRole('button', { name: /^Changes/ }).click()
    await expect(colleague.page.getByRole('main')).toContainText('Product 15')
  })
  await test.step('another computer takes publishing over, once asked', async () => {
    await sam.open()
    await expect(sam.publishing).toContainText('From Kim’s computer')
    await sam.publishes.click()
    const question = colleague.page.getByRole('alertdialog')
    await expect(question).toContainText('Publish from here instead of from Kim’s computer?')
    await question.getByRole('button', { name: 'Publish from here' }).click()
    await expect(question).toBeHidden()
    await expect(sam.publishes).toBeChecked()
  })
}

const profileOf = (of: App): Promise<string> => of.electron.evaluate(({ app }) => app.getPath('userData'))

test('a catalog that one app publishes in a folder is another’s, and the store is not asked', async ({
  app,
  colleague,
  store,
  profile
}) => {
  test.setTimeout(300_000)
  const { folder, kim, sam } = await shareFolder({ app, colleague, store, profile })
  const published = async (): Promise<number> =>
    (await readdir(join(folder, 'catalog'), { recursive: true }).catch(() => [])).filter((file) =>
      file.endsWith('.vseg')
    ).length
  await publishTo({ app, colleague, store }, [kim, sam], published)
})

test('a catalog that one app publishes in PostgreSQL is another’s, and the store is not asked', async ({
  app,
  colleague,
  store
}) => {
  test.setTimeout(300_000)
  await withDatabase(async ({ server, place, ben }) => {
    await openStore([app, colleague], store)
    const pages = await share(app, colleague, place, ben)
    await publishTo(
      { app, colleague, store },
      pages,
      async () => (await server.admin('select from vitrine.publications')).length
    )
  })
})
