import { nativeTheme, type BrowserWindow } from 'electron'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { AppPaths } from '../app/paths'
import { listBundle, answerFileNow } from './protocol/page-files'
import { openWindow } from './main-window'
import { readOpening } from './bounds'
import { startUrl } from './protocol/origin'
import type { Reception } from './protocol/deferred-handler'

/** ms after which the app is loaded even if its page has not requested all of its files. */
const longest = 700
/** ms for the last of them to reach the page; loading the app blocks this process. */
const onItsWay = 5

/**
 * After `app` is ready, before the app itself is loaded: opens the window with its page, and returns once the page has what it begins
 * with. From then on the page compiles its script in its own process, whatever this one does.
 *
 * @param isBuilt false: the page comes from a dev server, for which the app is needed
 */
export async function openEarlyWindow(
  {
    settingsFile,
    rendererFolder,
    preloadFile
  }: Pick<AppPaths, 'settingsFile' | 'rendererFolder' | 'preloadFile'>,
  reception: Reception,
  isBuilt: boolean
): Promise<BrowserWindow> {
  const opening = readOpening(settingsFile)
  nativeTheme.themeSource = opening.appearance
  const begun = isBuilt ? servePage(rendererFolder, reception) : Promise.resolve()
  const window = openWindow(preloadFile, opening)
  await Promise.race([begun.then(() => wait(onItsWay)), wait(longest)])
  return window
}

/** Serves files of the built page; settles once those that its document names were requested. */
function servePage(rendererFolder: string, reception: Reception): Promise<unknown> {
  const files = listBundle(rendererFolder)
  const { promise, resolve } = Promise.withResolvers<null>()
  const startPath = new URL(startUrl).pathname
  const awaited = filesNamedBy(files.get(startPath))
  reception.answerEarly((path) => {
    awaited.delete(path)
    if (awaited.size === 0) resolve(null)
    const file = files.get(path)
    return file === undefined ? null : answerFileNow(file)
  })
  return promise
}

function filesNamedBy(document: string | undefined): Set<string> {
  const html = document === undefined ? '' : readFileSync(document, 'utf8')
  const named = html.matchAll(/(?:src|href)="\.?(\/assets\/[^"]+)"/g)
  return new Set([...named].map(([, path = '']) => path))
}
