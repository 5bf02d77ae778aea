import { mount } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import PictureStage from '../../../../../renderer/features/pictures/PictureStage.vue'

const props = { src: 'app://pictures/one', alt: 'One', attempt: 0 }

afterEach(() => void vi.restoreAllMocks())

/** Makes every picture of the document look as one that is in memory already, which happy-dom never has. */
function holdPictures(): void {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true)
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(640)
  vi.spyOn(HTMLImageElement.prototype, 'naturalHeight', 'get').mockReturnValue(480)
}

describe('the stage of a picture', () => {
  it('shows one that was asked for ahead with its product, and says so once', async () => {
    const stage = mount(PictureStage, { props })
    holdPictures()
    await stage.setProps({ src: 'app://pictures/two' })
    await nextTick()
    expect(stage.get('img').classes()).toContain('loaded')
    await stage.get('img').trigger('load')
    expect(stage.emitted('loaded')).toEqual([[640, false]])
  })

  it('waits for one that is not there yet', async () => {
    const stage = mount(PictureStage, { props })
    await stage.setProps({ src: 'app://pictures/two' })
    expect(stage.get('img').classes()).not.toContain('loaded')
    expect(stage.emitted('loaded')).toBeUndefined()
  })
})
