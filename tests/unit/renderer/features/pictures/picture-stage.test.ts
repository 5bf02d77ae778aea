import { mount } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import PictureStage from '../../../../../renderer/features/pictures/PictureStage.vue'

const attachTo = document.body
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
    const stage = mount(PictureStage, { props, attachTo })
    holdPictures()
    await stage.setProps({ src: 'app://pictures/two' })
    await nextTick()
    expect(stage.get('img').classes()).toContain('loaded')
    await stage.get('img').trigger('load')
    expect(stage.emitted('loaded')).toEqual([[640, false]])
  })

  it('takes no event of one that it has replaced for that of the one in its place', async () => {
    const stage = mount(PictureStage, { props: { ...props, smaller: ['app://pictures/small'] }, attachTo })
    const image = (): HTMLImageElement => stage.get('img').element
    await stage.setProps({ src: 'app://pictures/two' })
    const second = image()
    await stage.setProps({ src: props.src })
    second.dispatchEvent(new Event('load'))
    second.dispatchEvent(new Event('error'))
    await nextTick()
    expect(stage.emitted('loaded')).toBeUndefined()
    expect(image().src).toBe(props.src)
    expect(image().className).not.toContain('loaded')
    vi.spyOn(image(), 'naturalWidth', 'get').mockReturnValue(640)
    image().dispatchEvent(new Event('load'))
    expect(stage.emitted('loaded')).toEqual([[640, false]])
  })

  it('waits for one that is not there yet', async () => {
    const stage = mount(PictureStage, { props, attachTo })
    await stage.setProps({ src: 'app://pictures/two' })
    expect(stage.get('img').classes()).not.toContain('loaded')
    expect(stage.emitted('loaded')).toBeUndefined()
  })
})
