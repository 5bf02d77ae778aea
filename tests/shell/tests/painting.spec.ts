import { expect, isShell, runScript, test } from './fixtures'

test('a page in a hidden window gets no frames', async ({ profile }) => {
  expect(await runScript(profile, 'frames')).toEqual({ shown: true, hidden: false, shownAgain: true })
})

test('a window that is not shown yet is ready to be once it is painted', async ({ profile }) => {
  // What Electron paints there goes to no screen, of which the page hears nothing.
  expect(await runScript(profile, 'ready')).toEqual({ isReady: true, isPainted: isShell, isVisible: false })
})

test(
  'a window can be kept from being painted and ready, as on Wayland',
  { tag: '@shell' },
  async ({ profile }) => {
    const env = { VITRINE_SHELL_NO_READY_TO_SHOW: '1' }
    expect(await runScript(profile, 'ready', env)).toEqual({
      isReady: false,
      isPainted: false,
      isVisible: false
    })
  }
)
