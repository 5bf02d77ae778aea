import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { composeApp } from '../../../electron/app/compose'
import { appHandlers } from '../../../electron/app/handlers'
import type { App, ArrivalNotice, Tell } from '../../../electron/app/types'
import type { Channel, EventName, Input, Output } from '../../../electron/contract/channels'
import { fail, type Result } from '../../../electron/contract/failure'
import { answer } from '../../../electron/ipc/calls'
import { createLog } from '../../../electron/log/log'
import { layOutPaths } from '../../../electron/app/paths'
import { loadSettings } from '../../../electron/settings/load'
import { SettingsStore } from '../../../electron/settings/settings'
import type { ManagedConnection } from '../../../electron/settings/managed/connections'
import { preferencesIn } from '../../support/preferences'
import { threadFiles } from '../../support/threads'
import { demoFolder } from '../demo/shop'
import { forkDecoder } from '../../support/hostile-images/forked-decoder'

export interface RunningApp {
  /** Does a command as it is given without a window. */
  runCommand: App['runCommand']
  call<C extends Channel>(channel: C, input: Input<C>): Promise<Result<Output<C>>>
  /** As `call`, for an answer that must be good. */
  get<C extends Channel>(channel: C, input: Input<C>): Promise<Output<C>>
  /** What the page was told unasked. */
  told: EventName[]
  /** What the system was to tell. */
  notices: ArrivalNotice[]
  /** Everything that the page got, as text. */
  answers(): string
  /** As when the app quits. */
  close(): Promise<void>
}

/**
 * The main process without its window: all parts as main.ts has them, on a profile folder.
 *
 * @param isForCommands nothing goes on by itself
 */
export async function startApp(
  folder: string,
  demo = false,
  offered: readonly ManagedConnection[] = [],
  { isForCommands = false }: { isForCommands?: boolean } = {}
): Promise<RunningApp> {
  const log = createLog({ folder: join(folder, 'logs'), echo: () => undefined })
  const paths = { ...layOutPaths(folder, join(folder, 'main')), demoFolder }
  const path = paths.settingsFile
  const settings = new SettingsStore(path, await loadSettings(path))
  const preferences = preferencesIn(settings)
  const told: EventName[] = []
  const notices: ArrivalNotice[] = []
  const tell: Tell = (event) => void told.push(event)
  const saveAs = (name: string): Promise<string> => Promise.resolve(join(folder, name))
  const shared = (): Promise<string> => saveAs('shared')
  const info = {
    version: '1.0.0',
    platform: 'linux',
    locale: 'en',
    profileFolder: folder,
    runtime: 'electron',
    canNotify: true,
    versions: []
  } as const
  const parts = composeApp({
    info,
    paths,
    settings,
    preferences,
    offered,
    threads: threadFiles(),
    platform: {
      tell,
      ask: {
        authorities: () => Promise.resolve(null),
        shareReviews: shared,
        mergeReviews: shared,
        backupFolder: () => Promise.resolve(join(folder, 'second place')),
        teamFolder: () => Promise.resolve(join(folder, 'team')),
        exportProducts: saveAs,
        savePicture: saveAs,
        saveDiagnostics: saveAs
      },
      isOnline: () => true,
      askSystemForProxy: () => Promise.resolve('DIRECT'),
      spawnDecoder: forkDecoder,
      stayAwake: () => () => undefined,
      onSync: () => undefined,
      notify: (notice) => void notices.push(notice),
      print: () => Promise.resolve(fail('internal', { reason: 'nothing is printed here' })),
      showFile: () => Promise.resolve(true),
      openLogs: () => Promise.resolve(true),
      updatedBy: 'nobody',
      loadUpdater: () => Promise.reject(new Error('nothing is updated here')),
      quitWith: () => undefined,
      onInstallFailed: () => undefined,
      sleep: () => Promise.resolve()
    },
    log
  })
  // Nothing is fetched in the background: only what a test asks for.
  parts.images.prefetcher.suspend()
  parts.connections.connections.restore(demo)
  if (!isForCommands) parts.begin()
  let isClosed = false
  const close = async (): Promise<void> => {
    if (isClosed) return
    isClosed = true
    await parts.close()
  }
  onTestFinished(close)
  const app = appHandlers({ info, setMenuState: () => undefined, onShown: () => undefined })
  const handlers = { ...parts.handlers, ...app }
  const said: string[] = []
  const call: RunningApp['call'] = async (channel, input) => {
    const result = (await answer(handlers, log, channel, input)) as Result<Output<typeof channel>>
    said.push(JSON.stringify(result))
    return result
  }
  return {
    runCommand: parts.runCommand,
    call,
    async get(channel, input) {
      const result = await call(channel, input)
      if (!result.ok) throw new Error(`${channel} failed: ${JSON.stringify(result.failure)}`)
      return result.value
    },
    told,
    notices,
    answers: () => said.join('\n'),
    close
  }
}

/** Everything that stands in the files of a folder. */
export function textOf(folder: string): string {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path))
  return paths
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
}
