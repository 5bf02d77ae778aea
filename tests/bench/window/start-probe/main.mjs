import { app } from 'electron'
import { writeFileSync } from 'node:fs'

// Starts what is measured within this process, and writes when a mark came onto the timeline of its page: nobody is attached who
// would hold the start up. VITRINE_BENCH_MAIN: the main script. VITRINE_BENCH_MARK: the mark's name. VITRINE_BENCH_RESULT: where its
// time goes, ms since 1970. VITRINE_BENCH_STAY: ms that the app runs on, to settle what the next start finds.

const {
  VITRINE_BENCH_MAIN = '',
  VITRINE_BENCH_MARK,
  VITRINE_BENCH_RESULT = '',
  VITRINE_BENCH_STAY
} = process.env

/** In the page: when the mark came, ms since 1970. */
const time = `new Promise((resolve) => {
  const found = () => performance.getEntriesByName(${JSON.stringify(VITRINE_BENCH_MARK)})[0]
  const answer = () => found() && resolve(performance.timeOrigin + found().startTime)
  new PerformanceObserver(answer).observe({ entryTypes: ['mark', 'paint'] })
  answer()
})`

app.on('web-contents-created', (_, contents) => {
  contents.once('dom-ready', async () => {
    writeFileSync(VITRINE_BENCH_RESULT, String(await contents.executeJavaScript(time)))
    setTimeout(() => app.quit(), Number(VITRINE_BENCH_STAY))
  })
})
await import(VITRINE_BENCH_MAIN)
