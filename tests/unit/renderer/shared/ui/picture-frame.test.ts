import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import PictureFrame from '../../../../../renderer/shared/ui/PictureFrame.vue'

it('a frame does not call a picture lost for the one that it replaced', async () => {
  const frame = mount(PictureFrame, {
    props: { connectionId: 'shop', token: 'one', failed: 'It is lost' },
    attachTo: document.body
  })
  const first = frame.get('img').element
  await frame.setProps({ token: 'two' })
  first.dispatchEvent(new Event('error'))
  await frame.vm.$nextTick()
  expect(frame.text()).toBe('')
  await frame.get('img').trigger('error')
  expect(frame.text()).toBe('It is lost')
  frame.unmount()
})
