import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AuditState } from '../../../../../electron/contract/audit'
import { ok } from '../../../../../electron/contract/failure'
import { useTeamNews } from '../../../../../renderer/shared/data/team-news'
import { i18n } from '../../../../../renderer/shared/i18n'
import QualityPage from '../../../../../renderer/features/quality/QualityPage.vue'
import { useOpenConnection } from '../../../../../renderer/shared/data/open-connection'
import { freshView } from '../../../../../renderer/features/catalog/view'
import { connection, openMenu, press } from '../../support/mount-products-page'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { productPage } from '../products/table/builders'
import { auditState } from './builders'
import { startStores } from '../../support/stores'

let main: MainProcess
let wrapper: VueWrapper
const at = new Date(2026, 10, 3, 9, 11).getTime()
const byTeam = { by: 'Kim', at, areInForce: true }

async function open(mayDecide: boolean | null, teamRules: AuditState['teamRules']): Promise<void> {
  main.always('team:self', () =>
    ok(mayDecide === null ? null : { name: 'Ana', approvals: 1, canClaim: false, mayDecide })
  )
  const found = auditState({ teamRules }, { 'description-short': { count: 124 } })
  main.always('audit:state', () => ok(found))
  startStores()
  useOpenConnection().open(connection.id)
  wrapper = mount(QualityPage, {
    props: { connection },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
  await flushPromises()
}

beforeEach(() => {
  main = sitInMainProcess()
  main.always('audit:scores', () => ok([]))
  main.always('products:sizes', () => ok([11, 48, 9]))
  main.always('products:page', () => ok(productPage({ items: [], totalItems: 0 })))
  main.always('views:get', () => ok({ state: freshView, saved: [], shared: [] }))
  main.always('views:save', () => ok(null))
  main.always('team:use-rules', () => ok(null))
  main.always('team:share-rules', () => ok(null))
})
afterEach(() => {
  wrapper.unmount()
  document.body.innerHTML = ''
})

const choice = (): HTMLElement | null => document.querySelector('[data-team-rules]')
const items = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
const nameOf = (item: HTMLElement): string => item.querySelector('.name')?.textContent.trim() ?? ''
async function openChoice(): Promise<string[]> {
  const button = choice()
  if (button === null) throw new Error('nobody can choose')
  await openMenu(button)
  return items().map(nameOf)
}
async function choose(words: string): Promise<void> {
  await openChoice()
  const item = items().find((each) => nameOf(each) === words)
  if (item === undefined) throw new Error(`nothing says ${words}`)
  await press(item)
}
const question = (): string | undefined => document.querySelector('[role=alertdialog]')?.textContent
async function confirm(words: string): Promise<void> {
  const buttons = [...document.querySelectorAll<HTMLElement>('[role=alertdialog] button')]
  const button = buttons.find(({ textContent }) => textContent.trim() === words)
  if (button === undefined) throw new Error(`nothing confirms ${words}`)
  await press(button)
}
const controls = (): boolean[] =>
  [...document.querySelectorAll<HTMLSelectElement | HTMLInputElement>('.head select, .head input')].map(
    ({ disabled }) => disabled
  )

describe('rules that a team sets', () => {
  it('say who set them and when, and cannot be changed', async () => {
    await open(false, byTeam)
    expect(wrapper.get('[data-set-by]').text()).toMatch(/^Set by the team \(Kim, .+\)$/)
    expect(controls()).toEqual([true, true])
    expect(choice()?.textContent.trim()).toBe('Team’s rules')
    expect(await openChoice()).toEqual(['Use my own rules'])
  })

  it('are left for one’s own on this computer, and gone back to', async () => {
    await open(false, byTeam)
    await choose('Use my own rules')
    expect(main.last('team:use-rules').input).toEqual({ connectionId: connection.id, whose: 'own' })
    main.emit('audit:changed', auditState({ teamRules: { ...byTeam, areInForce: false } }, {}))
    await flushPromises()
    expect(choice()?.textContent.trim()).toBe('Your own rules')
    expect(wrapper.find('[data-set-by]').exists()).toBe(false)
    expect(controls()).toEqual([false, false])
    await choose('Use the team’s rules')
    expect(main.last('team:use-rules').input).toMatchObject({ whose: 'team' })
  })

  it('are changed by an owner on a copy, and set for the team again, or no more', async () => {
    await open(true, byTeam)
    expect(await openChoice()).toEqual([
      'Use my own rules',
      'Change the team’s rules',
      'Stop setting rules for the team'
    ])
    const change = items().find((each) => nameOf(each) === 'Change the team’s rules')
    await press(change ?? document.body)
    expect(main.last('team:use-rules').input).toMatchObject({ whose: 'copy' })
    main.emit('audit:changed', auditState({ teamRules: { ...byTeam, areInForce: false } }, {}))
    await flushPromises()
    await choose('Use these rules for the team')
    expect(main.asked('team:share-rules'), 'it is asked first').toEqual([])
    expect(question()).toContain('Everybody’s findings and scores change')
    await confirm('Use these rules for the team')
    expect(main.last('team:share-rules').input).toEqual({ connectionId: connection.id, shared: true })
    await flushPromises()
    expect(useTeamNews().last?.words()).toBe('The team has these rules from now on.')
    await choose('Stop setting rules for the team')
    await confirm('Stop setting rules for the team')
    expect(main.last('team:share-rules').input).toMatchObject({ shared: false })
    await flushPromises()
    expect(useTeamNews().last?.words()).toBe('The team sets no rules anymore.')
  })

  it('are no matter where nobody sets any, or the store has no team', async () => {
    await open(false, null)
    expect(choice()).toBeNull()
    expect(controls()).toEqual([false, false])
    wrapper.unmount()
    document.body.innerHTML = ''
    await open(null, null)
    expect(choice()).toBeNull()
  })
})
