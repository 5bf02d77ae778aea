import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { afterPaint } from '../../../../../renderer/shared/ui/after-paint'
import AfterPaint from '../../../../../renderer/shared/ui/AfterPaint.vue'
import { eventually } from '../../../../support/eventually'
import { showWindow } from '../../support/painting'

const open = (): ReturnType<typeof mount> => mount(AfterPaint, { slots: { default: '<p>Findings</p>' } })

describe('what comes one frame after the rest', () => {
  beforeEach(() => {
    showWindow(true)
  })
  afterEach(() => {
    showWindow(false)
  })

  it('is not there in the first frame, and then is', async () => {
    const pane = open()
    expect(pane.text()).toBe('')
    await eventually(() => expect(pane.text()).toBe('Findings'))
  })

  it('is not run where it was called off, before its frame and in it', async () => {
    const run = vi.fn()
    afterPaint(run)()
    const callOff = afterPaint(run)
    requestAnimationFrame(callOff)
    await new Promise<void>((resolve) => afterPaint(resolve))
    expect(run).not.toHaveBeenCalled()
  })

  it('is there at once in a window that shows nothing, where no frame would bring it', () => {
    showWindow(false)
    expect(open().text()).toBe('Findings')
  })
})
