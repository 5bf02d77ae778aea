import { realpathSync } from 'node:fs'
import { arch, freemem, homedir, release, totalmem, type, version } from 'node:os'
import { basename, join } from 'node:path'
import type { Connections } from '../connections'
import type { AppInfo } from '../contract/channels'
import type { DiagnosticsReport } from '../contract/diagnostics'
import { fail, ok, type Result } from '../contract/failure'
import type { HandlersOf } from '../contract/bridge'
import type { CredentialStore } from '../credentials/store'
import { timeInName } from '../files/file-name'
import { writeFileWhole } from '../files/held-files'
import type { ImagePrefetcher } from '../images'
import type { AppLog } from '../log/log'
import type { NetworkSettings } from '../network'
import type { Audits } from '../quality'
import { codeOf, type PreferencesStore } from '../settings'
import type { Reachability, Syncs } from '../sync'
import {
  cleaned,
  folderSize,
  lastLogLines,
  reportText,
  type CleaningDeps,
  type ConnectionFacts,
  type DiagnosticsFacts
} from './report'
import type { ThreadWatch } from './thread-watch'

export { watchThreads } from './thread-watch'

/** Lines of the log that a report repeats. */
const logLines = 300

interface DiagnosticsFeatureDeps extends Pick<DiagnosticsDeps, 'askWhere' | 'openLogs'> {
  info: AppInfo
  paths: Record<'logsFolder' | 'connectionsFolder' | 'picturesFolder', string>
  isOnline: () => boolean
  network: Pick<NetworkSettings, 'state'>
  credentials: Pick<CredentialStore, 'keychain'>
  preferences: Pick<PreferencesStore, 'get' | 'state'>
  connections: Pick<Connections, 'ids' | 'of' | 'activeId'>
  reachability: Pick<Reachability, 'state'>
  syncs: Pick<Syncs, 'state'>
  audits: Pick<Audits, 'state'>
  prefetcher: Pick<ImagePrefetcher, 'state'>
  threads: Pick<ThreadWatch, 'facts'>
  log: Pick<AppLog, 'redactor'>
}

/** Puts together what tells how the app does. */
export function composeDiagnostics(deps: DiagnosticsFeatureDeps): { handlers: HandlersOf<'diagnostics'> } {
  const { paths, connections, preferences } = deps
  const factsOf = async (id: string): Promise<ConnectionFacts[]> => {
    const connection = connections.of(id)
    if (connection === null) return []
    const folder = await folderSize(join(paths.connectionsFolder, id))
    const audit = await deps.audits.state(id)
    const prefetch = deps.prefetcher.state(id)
    const network = deps.reachability.state(id)
    const sync = deps.syncs.state(id)
    return [{ connection, network, sync, audit: audit.ok ? audit.value : null, prefetch, folder }]
  }
  const gather = async (): Promise<DiagnosticsFacts> => ({
    at: Date.now(),
    info: deps.info,
    system: systemFacts(),
    isOnline: deps.isOnline(),
    network: deps.network.state(),
    proxyVariables: Object.keys(process.env).filter((name) => /^(https?|all|no)_proxy$/i.test(name)),
    keychain: deps.credentials.keychain(),
    preferences: preferences.get(),
    managed: preferences.state().managed,
    activeId: connections.activeId(),
    connections: (await Promise.all(connections.ids().map(factsOf))).flat(),
    pictures: await folderSize(paths.picturesFolder),
    threads: await deps.threads.facts(),
    logLines: await lastLogLines(paths.logsFolder, logLines)
  })
  const diagnostics = createDiagnostics({
    gather,
    redact: (text) => deps.log.redactor.redact(text),
    homeFolders: homeFolders(),
    askWhere: deps.askWhere,
    openLogs: deps.openLogs
  })
  return { handlers: diagnosticsHandlers({ diagnostics }) }
}

const megabyte = 1_000_000

function systemFacts(): DiagnosticsFacts['system'] {
  const { electron, chrome, node, v8 } = process.versions
  return {
    os: `${type()} ${release()}, ${arch()} (${version()})`,
    ...(electron ? { electron } : {}),
    ...(chrome ? { chrome } : {}),
    node,
    v8,
    memory: `${Math.round(freemem() / megabyte)} of ${Math.round(totalmem() / megabyte)} MB free`,
    used: `${Math.round(process.memoryUsage.rss() / megabyte)} MB`,
    uptime: `${Math.round(process.uptime())} s`,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone
  }
}

/** The person's own folder, also where a link leads to it. */
function homeFolders(): string[] {
  const home = homedir()
  try {
    return [...new Set([home, realpathSync(home)])]
  } catch {
    return [home]
  }
}

function diagnosticsHandlers({ diagnostics }: { diagnostics: Diagnostics }): HandlersOf<'diagnostics'> {
  return {
    'diagnostics:make': async () => ok(await diagnostics.make()),
    'diagnostics:save': () => diagnostics.save(),
    'diagnostics:open-logs': () => diagnostics.openLogs()
  }
}

interface DiagnosticsDeps extends CleaningDeps {
  gather: () => Promise<DiagnosticsFacts>
  /** Asks the person where to save, and offers a name; null: the person canceled. */
  askWhere: (fileName: string) => Promise<string | null>
  /** Opens the folder of the logs in the system's own way. False: nothing can. */
  openLogs: () => Promise<boolean>
}

/** A report of how the app does, which leaves this computer only in the person's own hands. */
interface Diagnostics {
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
