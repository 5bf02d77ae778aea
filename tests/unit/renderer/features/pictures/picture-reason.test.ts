import { describe, expect, it } from 'vitest'
import { failureCodes } from '../../../../../electron/contract/failure'
import { pictureReason } from '../../../../../renderer/features/pictures/picture-reason'

describe('the reason why there is no picture', () => {
  it('is told for a product that has none', () => {
    expect(pictureReason(null).text).toBe('This product has no picture.')
  })

  it('fault 59, 60: says that an address is not opened, and offers no retry', () => {
    for (const code of ['picture-address-refused', 'picture-address-private'] as const) {
      const reason = pictureReason({ code, facts: {} })
      expect(reason.text).toContain('open')
      expect(reason.curable).toBe(false)
    }
  })

  it('fault 60: offers to allow the host in a private network, and says what that means', () => {
    const refused = pictureReason({ code: 'picture-address-private', facts: { host: 'nas.lan:8080' } })
    expect(refused.allowable).toBe('nas.lan:8080')
    expect(refused.advice).toContain('your own network')
    const other = pictureReason({ code: 'picture-address-refused', facts: { host: 'nas.lan:8080' } })
    expect(other.allowable).toBeNull()
  })

  it('of a damaged picture says to replace it: its address is right', () => {
    const { advice } = pictureReason({ code: 'picture-corrupt', facts: {} })
    expect(advice).toContain('replace the picture')
  })

  it('names the host of a picture that could not be fetched', () => {
    const reason = pictureReason({ code: 'timeout', facts: { host: 'pictures.example' } })
    expect(reason).toMatchObject({
      text: 'The picture could not be loaded from pictures.example.',
      curable: true
    })
  })

  it('is a sentence for every failure there is', () => {
    for (const code of failureCodes) expect(pictureReason({ code, facts: {} }).text).toMatch(/^[A-Z].*\.$/)
  })
})
