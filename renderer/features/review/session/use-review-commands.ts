import { reviewMarks, type ReviewMark } from '../../../../electron/contract/review-state'
import type { CommandAction } from '../../../shared/commands/registry'
import { useCommands } from '../../../shared/commands/use-commands'
import { useTriageMarks } from './review-actions'
import type { Zoom } from '../../pictures'
import { useTriageKeys, type TriageCommand } from './review-keys'

/** What of the page the commands are for. */
interface TriageParts {
  /** The product on screen; null: there is none. */
  desk: () => { zoom: Zoom | null; writeNote: () => void } | null
  find: () => void
  help: () => void
  refresh: () => void
}

function isMark(command: TriageCommand): command is ReviewMark {
  return reviewMarks.some((mark) => mark === command)
}

function toggleZoom(zoom: Zoom | null): void {
  if (zoom?.isZoomed.value === true) zoom.fit()
  else zoom?.actual()
}

/** Runs the page's commands by its keys, by the menus and the palette; the answer runs one for a button. */
export function useTriageCommands({
  desk,
  find,
  help,
  refresh
}: TriageParts): (command: TriageCommand) => void {
  const marks = useTriageMarks()
  const commands: Record<Exclude<TriageCommand, ReviewMark>, () => void> = {
    next: marks.next,
    previous: () => void marks.previous(),
    note: () => desk()?.writeNote(),
    zoom: () => toggleZoom(desk()?.zoom ?? null),
    undo: () => void marks.undo(),
    search: find,
    help
  }
  function run(command: TriageCommand): void {
    if (isMark(command)) void marks.mark(command)
    else commands[command]()
  }
  useTriageKeys(() => desk()?.zoom ?? null, run)

  const can = (): boolean => desk() !== null
  const mark = (wish: ReviewMark): CommandAction => ({ can, run: () => run(wish) })
  useCommands({
    find: { run: find },
    refresh: { run: refresh },
    undo: { run: commands.undo },
    approved: mark('approved'),
    'needs-work': mark('needs-work'),
    ignored: mark('ignored'),
    unreviewed: mark('unreviewed'),
    note: { can, run: commands.note },
    'next-product': { can, run: commands.next },
    'previous-product': { run: commands.previous },
    'zoom-picture': { can, run: commands.zoom },
    'review-keys': { run: help },
    'next-page': { can, run: commands.next },
    'previous-page': { run: commands.previous }
  })
  return run
}
