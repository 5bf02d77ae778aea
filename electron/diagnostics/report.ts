import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { AuditState } from '../contract/audit'
import type { AppInfo } from '../contract/channels'
import type { Connection, KeychainState } from '../contract/connection'
import type { NetworkState } from '../contract/coverage'
import type { Failure } from '../contract/failure'
import type { NetworkPreferencesState } from '../contract/network-preferences'
import type { PrefetchState } from '../contract/picture'
import type { ManagedFile, Preferences } from '../contract/preferences'
import type { SyncState } from '../contract/sync'
import { logFileName } from '../log/log-file'
import type { ThreadFacts } from './thread-watch'

/** What is known of one connection. */
export interface ConnectionFacts {
  connection: Connection
  network: NetworkState
  sync: SyncState
  /** null: it cannot be told. */
  audit: AuditState | null
  prefetch: PrefetchState
  /** On disk: the catalog, reviews and findings. */
  folder: { files: number; bytes: number }
}

/** All that a report tells of. */
export interface DiagnosticsFacts {
  /** ms since 1970. */
  at: number
  info: AppInfo
  /** Names and what they are, as `os: Windows 11`. */
  system: Record<string, string | number | boolean>
  isOnline: boolean
  network: NetworkPreferencesState
  /** Names of environment variables that name a proxy; never what they say, which may hold a password. */
  proxyVariables: string[]
  keychain: KeychainState
  preferences: Preferences
  managed: ManagedFile
  activeId: string | null
  connections: ConnectionFacts[]
  pictures: { files: number; bytes: number }
  threads: ThreadFacts[]
  /** The last of them, oldest first. */
  logLines: string[]
}

/** Longest line of the log that is repeated, in UTF-16 units. */
const maxLine = 2000

type Facts = Record<string, unknown>

/**
 * The report as text: in English and with the names of the program, since it is for who knows the program. What is secret or
 * personal is left out from the beginning (names of stores, reviews, searches); see `cleaned` for the rest.
 */
export function reportText(facts: DiagnosticsFacts): string {
  const { info, preferences, network, connections } = facts
  // Folders of a person have their name in them.
  const { version, platform, locale, runtime } = info
  const { authorities, locked, ...proxy } = network
  return [
    'Vitrine diagnostics',
    `Made ${iso(facts.at)}. Saved nowhere and sent nowhere until you do it.`,
    section('App', { version, platform, locale, runtime }),
    section('System', facts.system),
    section('Network', {
      online: facts.isOnline,
      ...proxy,
      locked,
      environment: facts.proxyVariables,
      authorities: authorities.map(
        ({ subject, validTo, state }) => `${subject}, until ${iso(validTo)}, ${state}`
      )
    }),
    section('Keychain', { ...facts.keychain }),
    section('Preferences', { ...preferences, proxy: undefined, authorities: undefined }),
    section("Organization's file", { ...facts.managed }),
    section('Pictures on disk', facts.pictures),
    section('Threads', Object.fromEntries(facts.threads.map(threadLine))),
    section('Connections', { number: connections.length }),
    ...connections.map((each, index) => connectionText(each, index + 1, facts.activeId)),
    '',
    `[Log: the last ${facts.logLines.length} lines]`,
    ...facts.logLines.map((line) => (line.length > maxLine ? `${line.slice(0, maxLine)}…` : line)),
    ''
  ].join('\n')
}

function connectionText(facts: ConnectionFacts, number: number, activeId: string | null): string {
  const { connection, network, sync, audit, prefetch, folder } = facts
  const { id, kind, baseUrl, apiPath, currency, credential } = connection
  return section(`Connection ${number}${id === activeId ? ', shown' : ''}`, {
    kind,
    address: `${hostOf(baseUrl)}${apiPath}`,
    currency: currency ?? 'none',
    key: credential,
    network: said(network.state, network.because),
    sync: said(sync.phase, sync.because),
    schedule: sync.schedule,
    lastSync: sync.last && {
      run: sync.last.run,
      outcome: sync.last.outcome,
      startedAt: iso(sync.last.startedAt),
      duration: sync.last.duration,
      products: sync.last.products,
      total: sync.last.total
    },
    quality: audit && { phase: audit.phase, products: audit.products },
    pictures: {
      keep: prefetch.keep,
      phase: said(prefetch.phase, prefetch.because),
      done: prefetch.done,
      total: prefetch.total,
      broken: prefetch.broken
    },
    folder
  })
}

function threadLine({ name, state, starts, lastExit, busy, heap }: ThreadFacts): [string, string] {
  const parts = [
    state,
    busy === null ? null : `${busy} % busy`,
    heap === null ? null : `${heap} MB heap`,
    starts === 1 ? null : `started ${starts} times`,
    lastExit === null ? null : `last exit ${lastExit}`
  ]
  return [name, parts.filter((part) => part !== null).join(', ')]
}

function section(title: string, facts: Facts): string {
  const lines = Object.entries(facts)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  return ['', `[${title}]`, ...lines].join('\n')
}

function said(state: string, because: Failure | null): string {
  if (because === null) return state
  const { code, facts } = because
  return `${state} (${[code, facts.status, facts.reason].filter((part) => part !== undefined).join(', ')})`
}

function hostOf(baseUrl: string): string {
  return URL.parse(baseUrl)?.origin ?? 'no address'
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}

export interface CleaningDeps {
  /** Takes out the secrets of this run. */
  redact: (text: string) => string
  /** The person's own folder, whose path holds their name, under each path that it has. */
  homeFolders: readonly string[]
}

/** A text without secrets, passwords in addresses and the name of the person's folder, however its path is written. */
export function cleaned(text: string, { redact, homeFolders }: CleaningDeps): string {
  // The longest first: one that is inside another goes as a whole.
  const patterns = [...homeFolders].sort((a, b) => b.length - a.length).map(pathPattern)
  const homeless = patterns.reduce(
    (current, pattern) => (pattern === null ? current : current.replace(pattern, '~')),
    text
  )
  return redact(homeless.replace(/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@"']+@/gi, '$1[redacted]@'))
}

/** One separator: either slash, doubled once or more where it stands in JSON, or percent-encoded. */
const separator = String.raw`(?:[\\/]+|%5c|%2f)`
/** The name that Windows makes up for programs of old: `ADALOV~1`. */
const shortName = String.raw`[^\s\\/"'~]{1,6}~\d`

/**
 * Matches a folder's path in any spelling: with either slash, escaped in JSON, percent-encoded in part or as a whole (`file:` addresses
 * of stacks), with composed or decomposed accents, in capitals or not. null for the root of a disk, which is nobody's.
 */
function pathPattern(path: string): RegExp | null {
  const segments = path.split(/[\\/]+/).filter((segment) => segment !== '')
  const isWindows = /^[a-z]:$/i.test(segments[0] ?? '')
  if (segments.length < (isWindows ? 2 : 1)) return null
  const written = segments.map((segment, at) => {
    const isName = isWindows && at === segments.length - 1
    return isName ? `(?:${segmentPattern(segment)}|${shortName})` : segmentPattern(segment)
  })
  return new RegExp(`${isWindows ? '' : separator}${written.join(separator)}`, 'gi')
}

function segmentPattern(segment: string): string {
  const forms = new Set([segment, segment.normalize('NFC'), segment.normalize('NFD')])
  return `(?:${[...forms].map((form) => Array.from(form, signPattern).join('')).join('|')})`
}

/** One sign of a name, plain or percent-encoded. */
function signPattern(sign: string): string {
  const encoded = [...Buffer.from(sign)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
  return `(?:${sign.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)}|${encoded})`
}

/** Files and bytes in a folder and those in it; zero where there is none, or what cannot be read. */
export async function folderSize(folder: string): Promise<{ files: number; bytes: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    files.map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ size }) => size,
        () => 0
      )
    )
  )
  return { files: files.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}

/** Bytes that are read of a log file, from its end. */
const maxBytes = 256 * 1024

/** The last lines of the log, the oldest first; those of the file before where the newest holds few. Never fails. */
export async function lastLogLines(folder: string, count: number): Promise<string[]> {
  const lines: string[] = []
  for (const age of [0, 1]) {
    if (lines.length >= count) break
    const older = await endOf(join(folder, logFileName(age)))
    lines.unshift(...older.slice(-(count - lines.length)))
  }
  return lines
}

async function endOf(path: string): Promise<string[]> {
  try {
    const file = await open(path)
    try {
      const { size } = await file.stat()
      const length = Math.min(size, maxBytes)
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length)
      const lines = buffer.toString('utf8', 0, bytesRead).split('\n').filter(Boolean)
      // The first one is cut off where the file is longer.
      return size > length ? lines.slice(1) : lines
    } finally {
      await file.close()
    }
  } catch {
    return []
  }
}
