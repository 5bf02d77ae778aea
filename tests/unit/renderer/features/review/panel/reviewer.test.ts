import { flushPromises } from '@vue/test-utils'
import { beforeEach, describe, expect, it } from 'vitest'
import { ok } from '../../../../../../electron/contract/failure'
import { useReviewer } from '../../../../../../renderer/features/review'
import { sitInMainProcess, type MainProcess } from '../../../support/fake-bridge'
import { startStores } from '../../../support/stores'

let main: MainProcess

beforeEach(() => {
  main = sitInMainProcess()
  localStorage.clear()
  startStores()
})

describe('the name under which a person reviews', () => {
  it('is the one that they give to their team, and is not asked for after that', async () => {
    main.always('reviews:reviewer', () => ok('os-account'))
    const reviewer = useReviewer()
    await reviewer.load()
    main.always('reviews:reviewer', () => ok('Kim'))
    main.emit('team:changed', { connectionId: 'shop' })
    await flushPromises()
    expect(reviewer.name).toBe('Kim')
    expect(localStorage.getItem('vitrine.reviewer-asked')).not.toBeNull()
  })

  it('is read when it is needed, and not for a team that says nothing new of it', async () => {
    main.always('reviews:reviewer', () => ok('os-account'))
    const reviewer = useReviewer()
    main.emit('team:changed', { connectionId: 'shop' })
    await flushPromises()
    expect(main.asked('reviews:reviewer')).toHaveLength(0)
    await reviewer.load()
    main.emit('team:changed', { connectionId: 'shop' })
    await flushPromises()
    expect(localStorage.getItem('vitrine.reviewer-asked')).toBeNull()
  })
})
