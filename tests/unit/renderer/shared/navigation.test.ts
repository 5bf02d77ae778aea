import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { useNavigation } from '../../../../renderer/shared/navigation'

beforeEach(() => setActivePinia(createPinia()))

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
