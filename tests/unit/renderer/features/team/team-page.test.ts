import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ok } from '../../../../../electron/contract/failure'
import type { TeamMember, TeamPolicy, TeamState } from '../../../../../electron/contract/team'
import TeamPage from '../../../../../renderer/features/team/TeamPage.vue'
import { useReviews } from '../../../../../renderer/features/review'
import { useTeamNews } from '../../../../../renderer/shared/data/team-news'
import { i18n } from '../../../../../renderer/shared/i18n'
import { useNavigation } from '../../../../../renderer/shared/navigation'
import { connectionOf } from '../connections/builders'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'

let main: MainProcess
let wrapper: VueWrapper
/** null: there is none yet. */
let team: TeamState | null

type Device = TeamMember['devices'][number]
function member(name: string, of: Partial<Device> = {}): TeamMember {
  const device = {
    id: name,
    at: 1,
    isThis: false,
    hasLeft: false,
    isRemoved: false,
    isAhead: false,
    isOwner: false
  }
  return { name, marked: 0, devices: [{ ...device, ...of }] }
}
function teamOf(role: TeamPolicy['role'], members: TeamMember[]): TeamState {
  const place = { kind: 'folder' as const, path: '/share' }
  const silent = { exchangedAt: 1, isExchanging: false, newer: 0, unreadable: 0, signpost: null, waiting: 0 }
  return { place, policy: { approvals: 1, role }, members, ...silent, failingSince: null, problem: null }
}

beforeEach(() => {
  main = sitInMainProcess()
  team = null
  main.always('team:state', () => ok(team))
  main.always('team:preset', () => ok(null))
  main.always('reviews:agreement', () => ok(null))
  main.always('publishing:state', () => ok(null))
  main.always('reviews:reviewer', () => ok('Kim'))
  startStores()
})
afterEach(() => wrapper.unmount())

async function open(): Promise<void> {
  const connection = connectionOf({ locale: 'en-GB' })
  wrapper = mount(TeamPage, { props: { connection }, global: { plugins: [i18n] }, attachTo: document.body })
  await flushPromises()
}
const button = (words: string) => wrapper.findAll('button').find((each) => each.text() === words)
const devices = (): string[] => wrapper.findAll('.device').map((each) => each.text())

describe('the page of a team', () => {
  it('tells how far people agree beyond chance once they share enough products', async () => {
    team = teamOf('owner', [member('Ana'), member('Kim', { isThis: true, isOwner: true })])
    for (const [shared, isTold] of [
      [19, false],
      [20, true]
    ] as const) {
      main.always('reviews:agreement', () => ok({ shared, agreed: shared - 1, alpha: 0.87 }))
      await open()
      expect(wrapper.text()).toContain(`of ${shared} products`)
      expect(wrapper.text().includes('beyond chance: 0.87')).toBe(isTold)
      wrapper.unmount()
    }
    await open()
  })

  it('is not left without a question while a place is being typed, which an organization has not given', async () => {
    const navigation = useNavigation()
    const wantsToGo = (): boolean => {
      navigation.leave({ name: 'team' })
      navigation.go({ name: 'review' })
      return navigation.wanted !== null
    }
    main.always('team:preset', () => ok({ kind: 'folder' as const, path: '/share/team' }))
    await open()
    await button('Create a team space')?.trigger('click')
    await flushPromises()
    const path = wrapper.get<HTMLInputElement>('input[type=text]')
    expect([path.element.value, wantsToGo()]).toEqual(['/share/team', false])
    await path.setValue('/share/other')
    expect(wantsToGo()).toBe(true)
  })

  it('offers to remove a colleague to an owner, and to nobody else', async () => {
    team = teamOf('owner', [member('Ana'), member('Kim', { isThis: true, isOwner: true })])
    await open()
    expect(button('Remove…')).toBeDefined()
    expect(devices()[1]).toBe('This computer · owner')
    wrapper.unmount()
    team = teamOf('member', [member('Ana', { isThis: true }), member('Kim', { isOwner: true })])
    await open()
    expect(button('Remove…')).toBeUndefined()
  })

  it('tells how many must approve from now on, takes that back, and does it again', async () => {
    team = teamOf('owner', [member('Kim', { isThis: true, isOwner: true })])
    await open()
    const { id } = connectionOf({})
    main.always('team:set-policy', ({ approvals }) => {
      team = team && { ...team, policy: { ...team.policy, approvals } }
      return ok(null)
    })
    const [news, reviews] = [useTeamNews(), useReviews()]
    const told = (): [string | undefined, string | null | undefined, number] => [
      news.last?.words(),
      news.last?.back,
      main.last('team:set-policy').input.approvals
    ]
    await wrapper.get('.needed input[value="2"]').setValue(true)
    await flushPromises()
    expect(told()).toEqual(['Approvals needed: 2 people', 'undo', 2])
    await reviews.undoLast(id)
    expect(told()).toEqual(['Approvals needed: 1 person', 'redo', 1])
    await reviews.redo(id)
    expect(told()).toEqual(['Approvals needed: 2 people', 'undo', 2])
    news.leave()
    expect(news.last).toBeNull()
  })

  it('tells the only owner to make somebody else one before they leave, and asks others', async () => {
    team = teamOf('owner', [member('Ana'), member('Kim', { isThis: true, isOwner: true })])
    await open()
    await button('Leave')?.trigger('click')
    await flushPromises()
    expect(document.body.textContent).toContain('Make somebody else an owner first')
    expect(document.body.textContent).not.toContain('Leave the team space?')
    wrapper.unmount()
    team = teamOf('owner', [member('Kim', { isThis: true, isOwner: true })])
    await open()
    await button('Leave')?.trigger('click')
    await flushPromises()
    expect(document.body.textContent).toContain('Leave the team space?')
  })

  it('says of a removed computer that it is, and not that it may decide', async () => {
    team = teamOf('member', [
      member('Ana', { isOwner: true }),
      member('Kim', { isThis: true, isRemoved: true })
    ])
    await open()
    expect(wrapper.text()).toContain('This computer was removed from the team')
    expect(wrapper.text()).not.toContain('This computer is an owner')
    expect(devices()[1]).toBe('This computer · removed')
  })

  it('keeps the focus with who creates a team: on the form, and then on what there is', async () => {
    await open()
    await button('Create a team space')?.trigger('click')
    await flushPromises()
    expect(document.activeElement?.textContent).toBe('Create a team space')
    main.always('team:create', () => {
      team = teamOf('owner', [member('Kim', { isThis: true, isOwner: true })])
      return ok(null)
    })
    await wrapper.get('input[type=text]').setValue('/share')
    await wrapper.get('form').trigger('submit')
    await flushPromises()
    main.emit('team:changed', { connectionId: connectionOf({}).id })
    await flushPromises()
    expect(document.activeElement?.textContent.trim()).toBe('Exchange now')
  })

  it('keeps the focus with who creates a team that is told of before the answer, as the main process does', async () => {
    await open()
    await button('Create a team space')?.trigger('click')
    await flushPromises()
    await wrapper.get('input[type=text]').setValue('/share')
    await wrapper.get('form').trigger('submit')
    await flushPromises()
    team = teamOf('owner', [member('Kim', { isThis: true, isOwner: true })])
    main.emit('team:changed', { connectionId: connectionOf({}).id })
    await flushPromises()
    await main.last('team:create').answer(ok(null))
    expect(document.activeElement?.textContent.trim()).toBe('Exchange now')
  })
})
