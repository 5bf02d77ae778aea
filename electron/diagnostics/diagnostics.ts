import { basename } from 'node:path'
import type { DiagnosticsReport } from '../contract/diagnostics'
import { fail, ok, type Result } from '../contract/failure'
import { timeInName } from '../files/file-name'
import { writeFileWhole } from '../files/held-files'
import { codeOf } from '../settings'
import { cleaned, reportText, type CleaningDeps, type DiagnosticsFacts } from './report'

export interface DiagnosticsDeps extends CleaningDeps {
  gather: () => Promise<DiagnosticsFacts>
  /** Asks the person where to save, and offers a name; null: they changed their mind. */
  askWhere: (fileName: string) => Promise<string | null>
  /** Opens the folder of the logs in the system's own way. False: nothing can. */
  openLogs: () => Promise<boolean>
}

/** A report of how the app does, which leaves this computer only in the person's own hands. */
export interface Diagnostics {
  /** Makes a report, to be shown before it is saved. */
  make(): Promise<DiagnosticsReport>
  /** Saves the report that was made last, as it was shown; the file's name, or null: nowhere. Fails with `storage-failed`. */
  save(): Promise<Result<string | null>>
  /** Fails with `not-found` where nothing can show it. */
  openLogs(): Promise<Result<null>>
}

export function createDiagnostics(deps: DiagnosticsDeps): Diagnostics {
  let last: DiagnosticsReport | null = null
  return {
    async make() {
      const facts = await deps.gather()
      const text = cleaned(reportText(facts), deps)
      last = { text, fileName: `vitrine-diagnostics-${timeInName(facts.at)}.txt` }
      return last
    },
    async save() {
      if (last === null) return fail('input-invalid', { field: 'report' })
      const { text, fileName } = last
      const path = await deps.askWhere(fileName)
      if (path === null) return ok(null)
      try {
        await writeFileWhole(path, text)
        return ok(basename(path))
      } catch (error) {
        return fail('storage-failed', { reason: `The report cannot be written there (${codeOf(error)}).` })
      }
    },
    openLogs: async () => ((await deps.openLogs()) ? ok(null) : fail('not-found'))
  }
}
