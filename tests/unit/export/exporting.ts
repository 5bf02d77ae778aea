import { join } from 'node:path'
import { createCatalogDb } from '../../../electron/catalog/catalog-db'
import type { CatalogDb } from '../../../electron/catalog/types'
import type { ParsedInput } from '../../../electron/contract/channels'
import { exportChoicesSchema, type ExportChoices, type ExportState } from '../../../electron/contract/export'
import { emptyQuery } from '../../../electron/contract/empty-query'
import { createExports, type Exports, type ExportsDeps } from '../../../electron/export/exports'
import { createLeftFile } from '../../../electron/export/run-export'
import { fileWords } from '../../support/file-words'
import { rawPage, take, type Item } from '../catalog/writing-side'

/** The built entries of the threads. */
export interface Threads {
  readerFile: string
  writerFile: string
  exportFile: string
}

export interface Exporting {
  copy: CatalogDb
  exports: Exports
  /** Every state that was told of. */
  told: ExportState[]
  /** Starts an export and waits for its end. */
  run: (asked: ParsedInput<'export:start'>) => Promise<ExportState>
  close: () => Promise<void>
}

/** Exports from a copy in `folder` into files there, in real threads. `more` replaces what tests want otherwise. */
export function openExporting(folder: string, threads: Threads, more: Partial<ExportsDeps> = {}): Exporting {
  const told: ExportState[] = []
  let onEnd: (state: ExportState) => void = () => undefined
  const copy = createCatalogDb({ folderOf: (id) => join(folder, id), ...threads })
  let choices = exportChoicesSchema.parse({})
  const exports = createExports({
    threadFile: threads.exportFile,
    catalog: copy,
    folderOf: (id) => join(folder, id),
    left: createLeftFile(join(folder, 'exporting')),
    picture: () => Promise.resolve(null),
    findingFacts: (_, products) => Promise.resolve(products.map(() => ({}))),
    print: () => Promise.reject(new Error('nothing is printed here')),
    storeOf: () => ({ name: 'Kirkton', baseUrl: 'https://store.example', currency: 'EUR', locale: 'en' }),
    askWhere: (name) => Promise.resolve(join(folder, name)),
    showFile: () => Promise.resolve(true),
    choices: () => choices,
    fileWords: () => Promise.resolve(fileWords),
    keepChoices: (kept) => Promise.resolve((choices = kept)),
    onChange(state) {
      told.push(state)
      if (['done', 'failed', 'cancelled'].includes(state.phase)) onEnd(state)
    },
    log: {
      warn: () => undefined,
      error: (event, facts) => process.stderr.write(`${event} ${JSON.stringify(facts)}\n`)
    },
    now: () => new Date(2026, 10, 21, 9, 12).getTime(),
    ...more
  })
  return {
    copy,
    exports,
    told,
    async run(asked) {
      const ended = new Promise<ExportState>((resolve) => (onEnd = resolve))
      const started = take(await exports.start(asked))
      if (started === null) throw new Error('nobody said where')
      return ended
    },
    async close() {
      await exports.close()
      await copy.close()
    }
  }
}

/** What is asked for where a test does not care. */
export function asking(
  choices: Partial<ExportChoices>,
  more: Partial<ParsedInput<'export:start'>> = {}
): ParsedInput<'export:start'> {
  return {
    connectionId: 'c',
    of: { productQuery: emptyQuery },
    words: 'All products',
    columns: ['id', 'name', 'price', 'image'],
    choices: exportChoicesSchema.parse(choices),
    ...more
  }
}

/** Reads a whole list into the copy, as a sync does. */
export async function fill(copy: CatalogDb, list: Item[]): Promise<void> {
  const limit = 1000
  const { run } = take(await copy.runs.begin('c', 1))
  for (let page = 1; (page - 1) * limit < list.length; page++) {
    take(await copy.runs.commit('c', { run, at: 2, answers: [rawPage(list, page, limit)], checkpoint: page }))
  }
  const ending = { run, at: 3, duration: 0, total: list.length, because: null, partly: null }
  take(await copy.runs.finish('c', { ...ending, outcome: 'complete' }))
}
