import type { ConnectionViews, Density, SavedView } from '../contract/view'
import type { Settings, TeamItems } from './schema'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fail, ok, type Result } from '../contract/failure'
import type { SettingsDamage } from '../contract/connection'
import { SettingsBackup, writeSettings } from './backup'
import { codeOf, type LoadedSettings } from './load'

/** The settings with the density that was just chosen for all lists in each connection's. */
export function withDensity(settings: Settings, density: Density): Settings {
  const views = Object.entries(settings.views).map(([id, view]) => [id, { ...view, density }] as const)
  return { ...settings, views: Object.fromEntries(views) }
}

const noItems: TeamItems = { views: [], rules: null, hasOwnRules: false }

/** What the team of a connection has as a whole; nothing where it has no team. */
export function teamItemsOf({ teamItems }: Settings, connectionId: string): TeamItems {
  return teamItems[connectionId] ?? noItems
}

/** The named views of a connection: the person's own, and those of the team. */
export function viewsOf(settings: Settings, connectionId: string): SavedView[] {
  const { saved, shared } = namedViewsOf(settings, connectionId)
  return [...saved, ...shared]
}

/** The same apart, as the window has them. */
export function namedViewsOf(
  settings: Settings,
  connectionId: string
): Pick<ConnectionViews, 'saved' | 'shared'> {
  return { saved: settings.savedViews[connectionId] ?? [], shared: teamItemsOf(settings, connectionId).views }
}

/** The quality rules that are not as at first: those of the team where the person has not chosen their own. */
export function auditRulesOf(settings: Settings, connectionId: string): Settings['auditRules'][string] {
  const { rules, hasOwnRules } = teamItemsOf(settings, connectionId)
  return rules === null || hasOwnRules ? (settings.auditRules[connectionId] ?? {}) : rules.rules
}

type Change = (settings: Settings) => Settings

interface Waiting {
  change: Change
  /** Whether the change counts for this run even when the file refuses it. */
  anyway: boolean
  settle: (result: Result<null>) => void
  giveUp: (bug: unknown) => void
}

/**
 * The settings of this run and their file. Changes wait in one line; what has gathered while a write was under
 * way is written together, so that the last one wins and no two writes meet.
 */
export class SettingsStore {
  readonly #path: string
  readonly #readOnly: string | null
  readonly #backup: SettingsBackup
  /** With all finished changes. */
  #current: Settings
  /** The same with what is only remembered and being written still: a window that opens again meanwhile finds it. */
  #counting: Settings
  #damage: SettingsDamage | null
  #waiting: Waiting[] = []
  #writing: Promise<void> | null = null

  constructor(path: string, loaded: LoadedSettings) {
    this.#path = path
    this.#current = loaded.settings
    this.#counting = loaded.settings
    this.#readOnly = loaded.readOnly
    this.#damage = loaded.damage
    this.#backup = new SettingsBackup(path)
  }

  /** The file is not to be written, since it could not be read. */
  get isReadOnly(): boolean {
    return this.#readOnly !== null
  }

  /** As of the last finished change, and of all that is only remembered. */
  get(): Settings {
    return this.#counting
  }

  /** What was damaged at the start, the first time it is asked for; then null. */
  takeDamage(): SettingsDamage | null {
    const damage = this.#damage
    this.#damage = null
    return damage
  }

  /** Changes the settings and the file, or neither: fails with `storage-failed` (fault 81). */
  change(change: Change): Promise<Result<null>> {
    return this.#add(change, false)
  }

  /** As `change`, for what is only a convenience: it counts for this run at once, also when the file refuses. */
  async remember(change: Change): Promise<Result<null>> {
    this.#counting = change(this.#counting)
    return this.#add(change, true)
  }

  /** Settles when everything that was asked for is written or has failed. */
  async flush(): Promise<void> {
    while (this.#writing) await this.#writing
  }

  #add(change: Change, anyway: boolean): Promise<Result<null>> {
    return new Promise((settle, giveUp) => {
      this.#waiting.push({ change, anyway, settle, giveUp })
      this.#writing ??= this.#writeAll()
    })
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      try {
        const result = await this.#apply(batch)
        for (const { settle } of batch) settle(result)
      } catch (bug) {
        for (const { giveUp } of batch) giveUp(bug)
      }
    }
    this.#writing = null
  }

  async #apply(batch: readonly Waiting[]): Promise<Result<null>> {
    const wanted = applied(this.#current, batch)
    const result = await this.#write(wanted)
    this.#current = result.ok ? wanted : applied(this.#current, batch.filter(isAnyway))
    this.#counting = applied(this.#current, this.#waiting.filter(isAnyway))
    return result
  }

  async #write(settings: Settings): Promise<Result<null>> {
    if (this.#readOnly !== null) return fail('storage-failed', { reason: this.#readOnly })
    try {
      await mkdir(dirname(this.#path), { recursive: true })
      await writeSettings(this.#path, settings)
      await this.#backup.keep(settings)
      return ok(null)
    } catch (error) {
      return fail('storage-failed', { reason: `The settings file cannot be written (${codeOf(error)}).` })
    }
  }
}

const isAnyway = ({ anyway }: Waiting): boolean => anyway

function applied(settings: Settings, batch: readonly Waiting[]): Settings {
  return batch.reduce((current, { change }) => change(current), settings)
}
