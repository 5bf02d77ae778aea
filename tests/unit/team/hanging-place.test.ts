import { randomUUID } from 'node:crypto'
import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ok } from '../../../electron/contract/failure'
import { createFolderCarrier } from '../../../electron/team/carriers/folder'
import { newDeviceKey } from '../../../electron/team/segment'
import { createTeams, type Teams } from '../../../electron/team/teams'
import type { TeamBook, TeamRecord } from '../../../electron/team/types'

const connectionId = 'shop'
const store = { baseUrl: 'https://shop.example', apiPath: '/api' }
const mount = resolve('/mnt/hangs')
/** Another for each test: a call that hangs goes on. */
let place = { kind: 'folder' as const, path: mount }
const never = (): Promise<never> => new Promise(() => undefined)

const hung: string[] = []

/** A share whose server does not answer: no call for anything on it ever ends. */
function hang(): () => void {
  const real = files.stat
  const stat = (path: string): ReturnType<typeof real> => {
    if (!path.startsWith(mount)) return real(path)
    hung.push(path)
    return never()
  }
  Object.assign(files, { stat })
  syncBuiltinESMExports()
  return () => {
    Object.assign(files, { stat: real })
    syncBuiltinESMExports()
  }
}

const recorded = (): TeamRecord => ({
  membership: { team: 'c'.repeat(32), device: newDeviceKey().device, place, store },
  policy: { approvals: 1, role: 'owner' },
  signpost: null,
  waiting: 3,
  members: [],
  newer: 0,
  unreadable: 0
})

function hangingTeams(): Teams {
  const book: Partial<TeamBook> = {
    membership: () => Promise.resolve(ok(recorded().membership)),
    record: () => Promise.resolve(ok(recorded())),
    collect: () => Promise.resolve(ok(false)),
    mayLeave: () => Promise.resolve(ok(true)),
    end: () => Promise.resolve(ok(null))
  }
  const saved = (): Promise<{ ok: true; value: null }> => Promise.resolve({ ok: true, value: null })
  return createTeams({
    bookOf: () => book as TeamBook,
    hasTeam: () => true,
    storeOf: () => store,
    openCarrier: () => createFolderCarrier(place.path),
    secrets: {
      key: () => Promise.resolve(ok(null)),
      saveKey: saved,
      removeKey: saved,
      password: () => Promise.resolve(ok('')),
      savePassword: saved,
      removePassword: saved
    },
    reviewer: () => 'Ada',
    setReviewer: saved,
    onChange: () => undefined,
    log: { warn: () => undefined },
    now: Date.now
  })
}

/** AbortSignal.timeout does not go by the timers that a test can set forward. */
function signalAfter(ms: number): AbortSignal {
  const ending = new AbortController()
  setTimeout(() => ending.abort(new DOMException('it took too long', 'TimeoutError')), ms)
  return ending.signal
}

let answerAgain: () => void
beforeEach(() => {
  answerAgain = hang()
  vi.useFakeTimers()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(signalAfter)
  hung.length = 0
  place = { ...place, path: join(mount, randomUUID()) }
})
afterEach(() => {
  answerAgain()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('fault 148: says how the team stands while its place hangs, and that it cannot be reached after a while', async () => {
  const teams = hangingTeams()
  teams.follow([connectionId])
  await vi.advanceTimersByTimeAsync(5000)
  expect(hung).toHaveLength(1)
  expect(await teams.state(connectionId)).toMatchObject({
    value: { waiting: 3, isExchanging: true, problem: null }
  })
  await vi.advanceTimersByTimeAsync(11 * 60_000)
  expect(await teams.state(connectionId)).toMatchObject({ value: { problem: 'unreachable' } })
  await teams.close()
})

it('fault 148: is left, and the app quits, while the place hangs', async () => {
  const teams = hangingTeams()
  teams.follow([connectionId])
  await vi.advanceTimersByTimeAsync(5000)
  const left = teams.leave(connectionId)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await left).toEqual(ok(null))
  teams.follow([connectionId])
  await vi.advanceTimersByTimeAsync(5000)
  await teams.close()
})

it('fault 148: holds one of the few threads for files, however often somebody tests it', async () => {
  const teams = hangingTeams()
  for (let times = 0; times < 5; times++) {
    const tested = teams.test({ connectionId, place, password: '' })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await tested).toMatchObject({ failure: { facts: { reason: 'unreachable' } } })
  }
  expect(hung).toHaveLength(1)
})
