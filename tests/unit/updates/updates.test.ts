import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { UpdatedBy, UpdateState } from '../../../electron/contract/updates'
import { createUpdates, type Updates, type UpdatesDeps } from '../../../electron/updates/updates'
import { FakeUpdater } from './fake-updater'

const minute = 60_000
const day = 24 * 60 * minute

interface Desk {
  updates: Updates
  updater: FakeUpdater
  rules: { automatic: boolean; forbidden: boolean }
  underWay: ReturnType<UpdatesDeps['underWay']>
  told: UpdateState[]
  quits: number
  /** What the app could not go on with. */
  ends: unknown[]
}

function open(by: UpdatedBy = 'itself', deps: Partial<UpdatesDeps> = {}): Desk {
  const updater = new FakeUpdater()
  const desk: Omit<Desk, 'updates'> = {
    updater,
    rules: { automatic: true, forbidden: false },
    underWay: [],
    told: [],
    quits: 0,
    ends: []
  }
  const updates = createUpdates({
    by,
    load: () => Promise.resolve(updater),
    rules: () => desk.rules,
    underWay: () => desk.underWay,
    quitWith(last) {
      desk.quits++
      last()
    },
    onInstallFailed: (error) => desk.ends.push(error),
    onChange: (state) => desk.told.push(state),
    log: { warn: () => undefined },
    ...deps
  })
  onTestFinished(() => updates.close())
  return Object.assign(desk, { updates })
}

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0)

/** With the version that the server lists on this computer. */
async function openReady(): Promise<Desk> {
  const desk = open()
  await desk.updates.check()
  desk.updates.download()
  await settle()
  desk.updater.arriving.resolve(undefined)
  await settle()
  expect(desk.updates.state().phase).toBe('ready')
  return desk
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('looking for a new version', () => {
  it('happens by itself a minute after the start and once a day, and offers what it finds without fetching it', async () => {
    const { updates, updater } = open()
    await vi.advanceTimersByTimeAsync(minute - 1)
    expect(updater.checks).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    const offered = { phase: 'available', version: '0.2.0', bytes: 90_000_000, share: 0 }
    expect(updates.state()).toMatchObject(offered)
    await vi.advanceTimersByTimeAsync(day)
    expect(updater.checks).toBe(2)
    expect(updates.state()).toMatchObject(offered)
  })

  it('happens only when a person asks where they have switched it off', async () => {
    const { updates, updater, rules } = open()
    rules.automatic = false
    await vi.advanceTimersByTimeAsync(3 * day)
    expect(updater.checks).toBe(0)
    updater.listed = null
    expect(await updates.check()).toMatchObject({ ok: true, value: { phase: 'current', version: null } })
  })

  it('never happens where the organization has switched it off, also when a person asks', async () => {
    const { updates, updater, rules } = open()
    Object.assign(rules, { automatic: false, forbidden: true })
    await vi.advanceTimersByTimeAsync(3 * day)
    const failure = { code: 'setting-locked', facts: { field: 'updates' } }
    expect(await updates.check()).toEqual({ ok: false, failure })
    expect(updates.download()).toEqual({ ok: false, failure })
    expect(updater.checks).toBe(0)
    expect(updates.state()).toMatchObject({ isForbidden: true, phase: 'idle' })
  })

  it.each(['package-manager', 'nobody'] as const)(
    'never happens in an app that is updated by %s',
    async (by) => {
      const { updates, updater } = open(by)
      await vi.advanceTimersByTimeAsync(3 * day)
      expect(await updates.check()).toMatchObject({ ok: true, value: { by, phase: 'idle' } })
      expect(updater.checks).toBe(0)
    }
  )

  it('that fails says why, and keeps what was offered before', async () => {
    const { updates, updater } = open()
    const offline = new Error('net::ERR_INTERNET_DISCONNECTED')
    updater.failure = offline
    await updates.check()
    expect(updates.state()).toMatchObject({ phase: 'idle', because: 'unreachable' })
    updater.failure = null
    await updates.check()
    expect(updates.state()).toMatchObject({ phase: 'available', because: null })
    updater.failure = offline
    await updates.check()
    expect(updates.state()).toMatchObject({ phase: 'available', version: '0.2.0', because: 'unreachable' })
  })

  it('that fails since what updates cannot be loaded loads it anew the next time', async () => {
    let loads = 0
    const load = (): Promise<FakeUpdater> =>
      ++loads === 1
        ? Promise.reject(new Error('EMFILE: too many open files'))
        : Promise.resolve(new FakeUpdater())
    const { updates } = open('itself', { load })
    await updates.check()
    expect(updates.state()).toMatchObject({ phase: 'idle', because: 'other' })
    await updates.check()
    expect(updates.state()).toMatchObject({ phase: 'available', version: '0.2.0', because: null })
    await updates.check()
    expect(loads).toBe(2)
  })

  it('that fails by itself says nothing over what is offered', async () => {
    const { updates, updater } = open()
    await updates.check()
    updater.failure = new Error('net::ERR_INTERNET_DISCONNECTED')
    await vi.advanceTimersByTimeAsync(minute)
    expect(updater.checks).toBe(2)
    expect(updates.state()).toMatchObject({ phase: 'available', version: '0.2.0', because: null })
  })
})

describe('a download', () => {
  it('begins when the person says so, tells how far it is, and is then ready', async () => {
    const { updates, updater, told } = open()
    expect(updates.download()).toMatchObject({ value: { phase: 'idle' } })
    await updates.check()
    expect(updates.download()).toMatchObject({ value: { phase: 'downloading' } })
    await settle()
    updater.tell(0.5)
    updater.tell(0.501)
    expect(told.filter(({ share }) => share > 0)).toHaveLength(1)
    updater.arriving.resolve(undefined)
    await settle()
    expect(updates.state()).toMatchObject({ phase: 'ready', share: 1 })
    expect(updater.installed).toBe(0)
  })

  it('that is not what the publisher listed is refused, and can be tried again', async () => {
    const { updates, updater } = open()
    await updates.check()
    updates.download()
    await settle()
    const mismatch = Object.assign(new Error('sha512 checksum mismatch'), { code: 'ERR_CHECKSUM_MISMATCH' })
    updater.arriving.reject(mismatch)
    await settle()
    expect(updates.state()).toMatchObject({ phase: 'available', because: 'forged' })
    expect(updates.install()).toMatchObject({ value: { phase: 'available' } })
    expect(updates.download()).toMatchObject({ value: { phase: 'downloading', because: null } })
  })

  it('can be broken off', async () => {
    const { updates } = open()
    await updates.check()
    updates.download()
    await settle()
    expect(updates.cancel()).toMatchObject({ value: { phase: 'available', share: 0 } })
    await settle()
    expect(updates.state()).toMatchObject({ phase: 'available', because: null })
  })

  it.each(['at once', 'in a while'])('that was broken off and ends %s can be begun anew', async (when) => {
    const { updates, updater } = open()
    const ending = Promise.withResolvers<undefined>()
    if (when === 'in a while') updater.ended = ending.promise
    await updates.check()
    updates.download()
    await settle()
    updates.cancel()
    updates.download()
    await settle()
    ending.resolve(undefined)
    await settle()
    expect(updates.state()).toMatchObject({ phase: 'downloading', because: null })
    updater.arriving.resolve(undefined)
    await settle()
    expect(updates.state()).toMatchObject({ phase: 'ready', because: null })
  })

  it('ends when updates are forbidden meanwhile', async () => {
    const { updates, rules } = open()
    await updates.check()
    updates.download()
    await settle()
    Object.assign(rules, { automatic: false, forbidden: true })
    updates.reconsider()
    await settle()
    expect(updates.state()).toMatchObject({ phase: 'idle', version: null, isForbidden: true })
  })
})

describe('an installation', () => {
  it('happens when the person says so, once all is closed', async () => {
    const desk = await openReady()
    desk.updates.install()
    await settle()
    expect(desk).toMatchObject({ quits: 1, updater: { installed: 1 } })
    expect(desk.updates.state().phase).toBe('installing')
  })

  it('that fails once all is closed is told, for the app cannot go on', async () => {
    const desk = await openReady()
    desk.updates.install()
    await settle()
    expect(desk.ends).toEqual([])
    const error = new Error('the signature does not match')
    desk.updater.failInstall(error)
    expect(desk.ends).toEqual([error])
  })

  it('waits for a sync, an export and a note, says so, and goes on by itself', async () => {
    const desk = await openReady()
    desk.underWay = ['sync', 'export']
    desk.updates.setUnsaved(true)
    const waiting = { phase: 'waiting', waitsFor: ['sync', 'export', 'notes'] }
    expect(desk.updates.install()).toMatchObject({ value: waiting })
    desk.underWay = ['export']
    desk.updates.reconsider()
    expect(desk.updates.state().waitsFor).toEqual(['export', 'notes'])
    desk.underWay = []
    desk.updates.reconsider()
    await settle()
    expect(desk.quits).toBe(0)
    desk.updates.setUnsaved(false)
    await settle()
    expect(desk.quits).toBe(1)
  })

  it('that waits can be called off', async () => {
    const desk = await openReady()
    desk.underWay = ['sync']
    desk.updates.install()
    expect(desk.updates.cancel()).toMatchObject({ value: { phase: 'ready', waitsFor: [] } })
    desk.underWay = []
    desk.updates.reconsider()
    await settle()
    expect(desk.quits).toBe(0)
  })

  it('never happens by itself, however long the version is ready', async () => {
    const desk = await openReady()
    await vi.advanceTimersByTimeAsync(10 * day)
    desk.updates.reconsider()
    expect(desk).toMatchObject({ quits: 0, updater: { installed: 0, checks: 1 } })
  })
})
