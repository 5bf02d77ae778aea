/**
 * The script of a page that shows a snapshot of the last run (electron/window/snapshot): only once that is painted is the app itself asked
 * for, whose script would hold the first frame up. It imports nothing, so that it is there at once.
 */
const { modules = '' } = document.querySelector<HTMLScriptElement>('script[data-modules]')?.dataset ?? {}
const [main, ...parts] = modules.split(' ')

// Moved by as much as it was scrolled, until it is scrolled: bars stand where they stood.
for (const list of document.querySelectorAll<HTMLElement>('[data-offset]')) {
  list.style.translate = 'none'
  list.closest('[data-scroller]')?.scrollTo({ top: Number(list.dataset.offset) })
}
// In other letters all would be laid out and painted first, and then jump (main.ts).
await document.fonts.load('1em "Inter Variable"').catch(() => null)
document.getElementById('snapshot')?.setAttribute('data-lettered', '')
// No frame comes while the window is hidden, as it may stay on Wayland until it is told that the page is there (122).
await new Promise<void>((resolve) => {
  requestAnimationFrame(() => setTimeout(resolve, 0))
  setTimeout(resolve, 1000)
})
// As composables/use-first-rows-mark.ts does of rows without a snapshot.
performance.mark('first-rows')
for (const href of parts)
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
await import(/* @vite-ignore */ new URL(main ?? '', document.baseURI).href)

export {}
