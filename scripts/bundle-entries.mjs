// What is bundled beside the app: paths from the project's root by the name that each bundle gets.
// tests/unit/scripts/bundle-entries.test.ts sees that the files exist.

/** The entry of each thread, under the names of electron/app/thread-files.ts. */
export const threadEntries = {
  audit: 'electron/quality/worker/audit.ts',
  reader: 'electron/app/catalog-reader.ts',
  writer: 'electron/app/catalog-writer.ts',
  export: 'electron/export/worker/export.ts',
  pictures: 'electron/images/disk/disk-thread.ts',
  publishing: 'electron/publishing/worker/publishing-thread.ts',
  reviews: 'electron/reviews/reviews-thread.ts'
}

/** The bench's own processes, and the threads and the process that they run. */
export const benchEntries = {
  ...threadEntries,
  'decoder-process': 'electron/images/decode/decoder-process.ts',
  main: 'tests/bench/main.ts',
  server: 'tests/bench/server.ts',
  'download-and-parse': 'tests/bench/limits/download-and-parse.ts',
  'build-alone': 'tests/bench/limits/build-alone.ts',
  'sync-run': 'tests/bench/roles/sync-run.ts',
  reading: 'tests/bench/roles/reading.ts',
  'audit-run': 'tests/bench/roles/audit.ts',
  history: 'tests/bench/roles/history.ts',
  'export-run': 'tests/bench/roles/export.ts',
  'picture-rate': 'tests/bench/roles/picture-rate.ts',
  'picture-answers': 'tests/bench/roles/picture-answers.ts',
  'picture-memory': 'tests/bench/roles/picture-memory.ts',
  team: 'tests/bench/roles/team.ts'
}

/** The torture's campaigns, and the process that they kill. */
export const tortureEntries = {
  main: 'tests/torture/main.ts',
  'day-process': 'tests/torture/day-process.ts'
}
