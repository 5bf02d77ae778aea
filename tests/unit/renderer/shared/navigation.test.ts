import { createPinia, setActivePinia } from 'pinia'
import { effectScope } from 'vue'
import { beforeEach, describe, expect, it } from 'vitest'
import { useNavigation } from '../../../../renderer/shared/navigation'

beforeEach(() => setActivePinia(createPinia()))

describe('a place with something unsaved', () => {
  const scope = effectScope()

  it('is left only once a person has agreed to lose that, or is not at all', () => {
    const navigation = useNavigation()
    navigation.go({ name: 'connect' })
    let hasUnsaved = false
    scope.run(() => navigation.hold(() => hasUnsaved))
    hasUnsaved = true
    navigation.go({ name: 'review' })
    expect([navigation.place, navigation.wanted]).toEqual([{ name: 'connect' }, { name: 'review' }])
    navigation.stay()
    expect([navigation.place, navigation.wanted]).toEqual([{ name: 'connect' }, null])
    navigation.go({ name: 'connect' })
    expect(navigation.wanted, 'it is there already').toBe(null)
    navigation.leave({ name: 'review' })
    expect([navigation.place, navigation.wanted]).toEqual([{ name: 'review' }, null])
  })

  it('holds nobody anymore once what would be lost is gone', () => {
    const navigation = useNavigation()
    const form = effectScope()
    form.run(() => navigation.hold(() => true))
    navigation.go({ name: 'review' })
    expect(navigation.wanted).toEqual({ name: 'review' })
    form.stop()
    expect(navigation.wanted).toBe(null)
    navigation.go({ name: 'review' })
    expect(navigation.place).toEqual({ name: 'review' })
  })
})

describe('a place that is gone to after some work', () => {
  it('is where a person is once that came off', async () => {
    const navigation = useNavigation()
    await navigation.goAfter(() => Promise.resolve(true), { name: 'review' })
    expect(navigation.place).toEqual({ name: 'review' })
  })

  it('is not where it did not, nor where they went elsewhere meanwhile', async () => {
    const navigation = useNavigation()
    const { place } = navigation
    await navigation.goAfter(() => Promise.resolve(false), { name: 'review' })
    expect(navigation.place).toBe(place)
    const work = Promise.withResolvers<boolean>()
    const going = navigation.goAfter(() => work.promise, { name: 'review' })
    navigation.go({ name: 'settings' })
    work.resolve(true)
    await going
    expect(navigation.place).toEqual({ name: 'settings' })
  })
})
