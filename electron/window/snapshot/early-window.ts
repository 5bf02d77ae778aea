import { nativeTheme, type BrowserWindow } from 'electron'
import { setTimeout as wait } from 'node:timers/promises'
import type { AppPaths } from '../../paths'
import { listBundle } from '../bundle-files'
import { snapshotPolicy } from '../headers'
import { makeWindow } from '../main-window'
import { startUrl } from '../origin'
import { answerFile, answerPage } from '../page-answer'
import type { Reception } from '../reception'
import type { StoredSnapshot } from './stored'

/** ms after which the app is loaded though its page has not asked for its script. */
const longest = 700
/** ms in which the script is on its way to the page, for which nothing may hold this process up. */
const onItsWay = 20

/**
 * After `app` is ready: opens the window with the page as it was left, and comes back once that is painted and has got the app's script,
 * which it asks for then: what the app is made of on this side is loaded while that one is.
 */
export async function openEarlyWindow(
  { html, place, appearance }: StoredSnapshot,
  { rendererFolder, preloadFile }: Pick<AppPaths, 'rendererFolder' | 'preloadFile'>,
  reception: Reception
): Promise<BrowserWindow> {
  nativeTheme.themeSource = appearance
  const files = listBundle(rendererFolder)
  const startPath = new URL(startUrl).pathname
  const asked = Promise.withResolvers<null>()
  let isShown = false
  reception.answerEarly((path) => {
    if (path === startPath) {
      // A page that is loaded again begins as it does without.
      if (isShown) return null
      isShown = true
      return answerPage(html, snapshotPolicy(html))
    }
    // All scripts but the first, which the page names itself.
    if (path.endsWith('.js') && !html.includes(`src="${path}"`)) asked.resolve(null)
    const file = files.get(path)
    return file === undefined ? null : answerFile(file)
  })
  const window = makeWindow({ preloadFile, saved: place, title: '' })
  // What did not load is seen; a page that has crashed is loaded again by whoever cares for the window.
  window.loadURL(startUrl).catch(() => undefined)
  window.once('closed', () => asked.resolve(null))
  await Promise.race([asked.promise.then(() => wait(onItsWay)), wait(longest)])
  return window
}
