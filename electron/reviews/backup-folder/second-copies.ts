import { copyFile } from 'node:fs/promises'
import type { StoreAddress } from '../../api/types'
import { withTimeout } from '../../async/with-timeout'
import { createKeyedMutex } from '../../async/locks'
import { fail, ok, type Result } from '../../contract/failure'
import type { BackupFolder, ReviewBackup, SecondCopiesState } from '../../contract/review-backup'
import { copyOwn, folderFailure, listCopies, markFolder, type OwnBackups } from './files'

/** Where a second copy of each backup goes: a folder that the person chose, on another disk perhaps. */
export interface BackupFolderDeps {
  /** null: none was chosen. */
  folder: () => string | null
  storeOf: (connectionId: string) => StoreAddress | null
  /** Told when what `state` says is not what it was. */
  onChange: (state: BackupFolder) => void
  /** ms that a folder may take to get to a question, and again to answer it; for tests. */
  patience?: number
}

/** Second copies of backups. The disk is asked without waiting for it: a share that does not answer holds up nothing else. */
export interface SecondCopies {
  state(): BackupFolder
  /** Gets a folder ready that is about to be chosen. Fails with `storage-failed` where it cannot be written. */
  prepare(folder: string): Promise<Result<null>>
  /** Another folder was chosen, or none. */
  changed(): void
  /** Copies what is missing there, and deletes what is not kept anymore. Never rejects. */
  copy(connectionId: string, backups: OwnBackups): Promise<void>
  /** The backups of this store there, whichever computer they are from, newest first. Fails with `storage-failed`. */
  list(connectionId: string): Promise<Result<ReviewBackup[]>>
  /** Brings one that is listed to a file. Fails with `input-invalid` where it is not there, and `storage-failed`. */
  fetch(connectionId: string, name: string, to: string): Promise<Result<null>>
}

const untold: SecondCopiesState = { failure: null, copiedAt: null }

export function createSecondCopies(deps: BackupFolderDeps): SecondCopies {
  const { folder, storeOf, onChange, patience = 20_000 } = deps
  /** By connection: what fails for one store says nothing of another. */
  const stores = new Map<string, SecondCopiesState>()
  const ask = createQuestions(patience)

  const state = (): BackupFolder => ({ folder: folder(), stores: Object.fromEntries(stores) })

  function tell(connectionId: string, now: SecondCopiesState): void {
    const before = stores.get(connectionId)
    stores.set(connectionId, now)
    if (JSON.stringify(before) !== JSON.stringify(now)) onChange(state())
  }

  async function listed(connectionId: string): ReturnType<typeof listCopies> {
    const root = folder()
    const store = storeOf(connectionId)
    return root === null || store === null ? [] : listCopies(root, store)
  }

  return {
    state,
    prepare: (root) => ask(root, async () => ok(await markFolder(root).then(() => null))),
    changed() {
      stores.clear()
      onChange(state())
    },
    async copy(connectionId, own) {
      const root = folder()
      if (root === null) return
      const take = (result: Result<number | null>): void => {
        if (root !== folder()) return
        const copiedAt = stores.get(connectionId)?.copiedAt ?? null
        if (result.ok) tell(connectionId, { failure: null, copiedAt: result.value })
        else tell(connectionId, { ...untold, copiedAt, failure: result.failure })
      }
      // What comes of it is told also when it takes longer than anybody waits for it, as on a slow share.
      const result = await ask(root, async () => {
        const copied = await copyOwn(root, connectionId, own).catch(folderFailure)
        take(copied)
        return copied
      })
      if (result === noAnswer) take(result)
    },
    async list(connectionId) {
      const found = await ask(folder() ?? '', async () => ok(await listed(connectionId)))
      return found.ok ? ok(found.value.map(({ backup }) => backup)) : found
    },
    fetch: (connectionId, name, to) =>
      ask(folder() ?? '', async () => {
        const wanted = (await listed(connectionId)).find(({ backup }) => backup.name === name)
        if (wanted === undefined) return fail('input-invalid', { field: 'backup' })
        await copyFile(wanted.file, to)
        return ok(null)
      })
  }
}

const noAnswer: Result<never> = fail('storage-failed', {
  disk: 'gone',
  reason: 'The folder does not answer.'
})

/**
 * Runs the questions to each folder one after another. Whoever asks waits no longer than `patience` ms for the turn, and as long again
 * for the answer; a question that was given up before its turn is not asked anymore. Answers `noAnswer` then; never rejects.
 */
function createQuestions(
  patience: number
): <T>(root: string, question: () => Promise<Result<T>>) => Promise<Result<T>> {
  const mutex = createKeyedMutex()
  return async (root, question) => {
    let isGivenUp = false
    const turn = Promise.withResolvers<undefined>()
    const answer = mutex.run(root, async () => {
      if (isGivenUp) return noAnswer
      turn.resolve(undefined)
      return question().catch(folderFailure)
    })
    if ((await settles(turn.promise, patience)) && (await settles(answer, patience))) return answer
    isGivenUp = true
    return noAnswer
  }
}

/** Whether the work ends in time. */
function settles(work: Promise<unknown>, within: number): Promise<boolean> {
  return withTimeout(
    work.then(() => true),
    within,
    () => false
  )
}
