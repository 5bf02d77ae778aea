import type { Failure } from '../contract/failure'
import type { ConnectionFacts, DiagnosticsFacts } from './facts'
import type { ThreadFacts } from './thread-watch'

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
    section("Organisation's file", { ...facts.managed }),
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
  const { connection, network, sync, audit, gathering, folder } = facts
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
      keep: gathering.keep,
      phase: said(gathering.phase, gathering.because),
      done: gathering.done,
      total: gathering.total,
      broken: gathering.broken
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
