import { CloudOff, Download, FileOutput, Gauge, Images, RefreshCw, UserX } from '@lucide/vue'
import { computed, type Component, type ComputedRef } from 'vue'
import type { Connection } from '../../../electron/contract/connection'
import { useCommandRegistry } from '../../shared/commands/registry'
import type { CommandId } from '../../shared/commands/command-table'
import { formatCount, formatProgress } from '../../shared/format/number'
import { t } from '../../shared/i18n'
import { useExports } from '../../features/export/exports'
import { usePictureDownload } from '../../features/pictures/storage/picture-storage'
import { useQuality } from '../../features/quality/quality-store'
import { useProgressOnPage, useSync } from '../../features/sync/sync'
import { comingMessage, useUpdates } from '../../features/settings/updates/updates-store'
import { phaseMessage as exportPhase, progressMessage } from '../../features/export/export-messages'
import { auditMessage } from '../../features/quality/report-messages'
import { countLabel, phaseMessage as syncPhase } from '../../features/sync/sync-messages'
import { useTeam } from '../../features/team/team-calls'
import { isRemovedFrom, offlineMessage, problemMessage } from '../../features/team/team-messages'
import { useNow } from '../../shared/format/clock'

/** Something that goes on beside what a person does, in a few words. */
export interface BackgroundWork {
  id: 'gathering' | 'audit' | 'export' | 'sync' | 'team' | 'update'
  icon: Component
  words: string
  /** Something else goes on that is told of in words: of this its sign is enough. */
  brief: boolean
  /** More of it; '' where the words say it all. */
  detail: string
  /** What leads to it, where that can be reached just now. */
  command: CommandId | null
}

/**
 * What goes on for `connection`, and in the whole app, and is not told of at length by the page that is shown, that first which a
 * person waits for. One sentence that runs is enough: of all others their signs are shown.
 */
export function useBackgroundWork(connection: () => Connection | null): ComputedRef<BackgroundWork[]> {
  const commands = useCommandRegistry()
  const progressOnPage = useProgressOnPage()
  const sources = [
    useExportWork,
    useSyncWork,
    useAuditWork,
    usePictureDownloadWork,
    useTeamWork,
    useUpdateWork
  ]
  const works = sources.map((source) => source(connection))
  return computed(() => {
    const all = works.flatMap((work) => work() ?? [])
    const others = all.filter(
      ({ id }) => id === 'gathering' || id === 'team' || id === 'update' || !progressOnPage.has(id)
    )
    return others.map((work, at) => ({
      ...work,
      brief: at > 0 || others.length < all.length,
      command: work.command && commands.canRun(work.command) ? work.command : null
    }))
  })
}

type Source = (connection: () => Connection | null) => () => Omit<BackgroundWork, 'brief'> | null

const usePictureDownloadWork: Source = (connection) => {
  const download = usePictureDownload()
  return () => {
    const { id = '', locale = null } = connection() ?? {}
    const state = download.of(id)
    if (state?.phase !== 'gathering') return null
    const { done, total } = state
    const left = (total ?? 0) - done
    // The last ones wait for servers that do not answer, for hours if need be: a share would say 99% all the while.
    if (total !== null && left > 0 && left < total / 100) {
      const number = formatCount(left, locale)
      const waiting = t('storage.waiting', { number }, left)
      return {
        id: 'gathering',
        icon: Images,
        words: waiting,
        detail: t('storage.lineTip'),
        command: 'pictures'
      }
    }
    const words =
      total === null || total === 0
        ? t('storage.lineAlone', { done: formatCount(done, locale) })
        : t('storage.line', { share: formatProgress(done / total, locale) })
    return { id: 'gathering', icon: Images, words, detail: t('storage.lineTip'), command: 'pictures' }
  }
}

const useAuditWork: Source = (connection) => {
  const quality = useQuality()
  return () => {
    const { id = '', locale = null } = connection() ?? {}
    const state = quality.of(id)
    if (state?.phase !== 'running') return null
    return { id: 'audit', icon: Gauge, words: auditMessage(state, locale), detail: '', command: 'go-quality' }
  }
}

const useExportWork: Source = (connection) => {
  const exports = useExports()
  return () => {
    const { state } = exports
    if (!state || !exports.isUnderWay) return null
    const detail = progressMessage(state, connection()?.locale ?? null)
    return { id: 'export', icon: FileOutput, words: exportPhase(state), detail, command: 'go-products' }
  }
}

const useSyncWork: Source = (connection) => {
  const sync = useSync()
  return () => {
    const { id = '', locale = null } = connection() ?? {}
    const state = sync.of(id)
    if (!state || state.phase === 'idle') return null
    const detail = countLabel(state, locale)
    return { id: 'sync', icon: RefreshCw, words: syncPhase(state.phase), detail, command: 'go-products' }
  }
}

/** A team whose place is away costs nothing but that colleagues hear later: a quiet sign. Of whom it has removed it hears nothing. */
const useTeamWork: Source = (connection) => {
  const { data: team } = useTeam(() => connection()?.id ?? null)
  const now = useNow()
  return () => {
    if (team.value === null) return null
    if (isRemovedFrom(team.value)) {
      const [words, detail] = [t('team.removedSign'), t('team.removedSignText')]
      return { id: 'team', icon: UserX, words, detail, command: 'go-team' }
    }
    const words = offlineMessage(team.value, now.value, connection()?.locale ?? null)
    if (words === null) return null
    const detail = team.value.problem === null ? '' : problemMessage(team.value.problem).title
    return { id: 'team', icon: CloudOff, words, detail, command: 'go-team' }
  }
}

/** A new version of which a person wants to hear later is not gone: it waits here. */
const useUpdateWork: Source = (connection) => {
  const updates = useUpdates()
  return () => {
    const { news, state } = updates
    if (state === null || state.isForbidden || news !== null) return null
    const words = comingMessage(state, connection()?.locale ?? null)
    return words === '' ? null : { id: 'update', icon: Download, words, detail: '', command: 'settings' }
  }
}
