import { isWhole } from '../contract/coverage'
import { extname } from 'node:path'
import type { Notifier } from '../async/notifier'
import { emptyQuery } from '../contract/empty-query'
import type { ExportState } from '../contract/export'
import {
  type ExportColumn,
  exportColumns,
  exportFormats,
  type ExportFormat
} from '../contract/export-choices'
import type { SavedView } from '../contract/view'
import type { ExportFeature } from '../export'
import type { CommandOf, Outcome, Report } from './command'
import { done, ended, failedBy } from './outcome'
import { untilAborted } from './store-commands'

/** Formats that a file's ending can say. A page that is laid out for print needs a window, and without a display ends Electron. */
export const fileFormats: readonly ExportFormat[] = exportFormats.filter((format) => format !== 'pdf')

/** The format that a file's ending says; null: none. */
export function fileFormatOf(path: string): ExportFormat | null {
  const ending = extname(path).slice(1).toLowerCase()
  return fileFormats.find((format) => format === ending) ?? null
}

export interface ExportProductsDeps {
  exports: Pick<ExportFeature['exports'], 'choices' | 'startInto' | 'state' | 'cancel'>
  viewsOf: (connectionId: string) => readonly SavedView[]
  /** What a list is called that nothing narrows, for the file. */
  wholeCatalog: () => Promise<string>
  /** Wakes at each change of an export. */
  changed: Notifier
}

/** What every file has of a product; the rest is as it was selected in the window last. */
const usual: readonly ExportColumn[] = ['id', 'name', 'price', 'description', 'image', 'review']

/** Saves a view, or the whole catalog, to a file that is replaced once it is whole. */
export async function exportProducts(
  deps: ExportProductsDeps,
  connectionId: string,
  { view, out }: CommandOf<'export'>,
  report: Report,
  signal: AbortSignal
): Promise<Outcome> {
  const { exports, changed } = deps
  const views = deps.viewsOf(connectionId)
  const saved = view === null ? null : (views.find(({ name }) => name === view) ?? null)
  if (view !== null && saved === null) return unknownView(view, views)
  const choices = exports.choices()
  const format = fileFormatOf(out) ?? choices.format
  const productQuery = saved?.productQuery ?? emptyQuery
  const started = exports.startInto(out, {
    connectionId,
    of: { productQuery },
    words: saved?.name ?? (await deps.wholeCatalog()),
    // An item that could not be read has nothing else.
    columns: productQuery.filters.setAside
      ? ['id', 'name']
      : exportColumns.filter((column) => usual.includes(column) || choices.extras.includes(column)),
    // A list that has grown must not make a file with pictures fail.
    choices: { ...choices, format, pictures: false }
  })
  if (!started.ok) return failedBy(started.failure)
  for (;;) {
    const woken = changed.next()
    const state = exports.state()
    if (state?.number !== started.value.number) return ended('failed', 'cancelled', 'it was ended')
    const outcome = outcomeOf(state, out)
    if (outcome !== null) return outcome
    report({ phase: state.phase, done: state.done, total: state.total })
    await untilAborted(woken, signal)
    if (signal.aborted) await exports.cancel()
  }
}

/** null: it goes on. */
function outcomeOf({ phase, report, because }: ExportState, file: string): Outcome | null {
  if (phase === 'cancelled') return ended('failed', 'cancelled', 'it was ended, and no file was written')
  if (phase === 'failed') return because === null ? ended('failed', 'internal', 'a bug') : failedBy(because)
  if (phase !== 'done' || report === null) return null
  const { coverage } = report
  const facts = { file, ...report, coverage: coverage.state }
  if (isWhole(coverage)) return done(facts)
  return ended('partial', 'partial', 'the file was written, but the copy does not have the whole list', facts)
}

function unknownView(view: string, views: readonly SavedView[]): Outcome {
  const known = views.length === 0 ? 'the store has no saved views' : `it can be ${listed(views)}`
  return ended('usage', 'view-unknown', `--view: no view is named “${view}”; ${known}`)
}

/** Names, each in quotes. */
export function listed(named: readonly { name: string }[]): string {
  return named.map(({ name }) => `“${name}”`).join(', ')
}
