import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { hasPostgres } from '../../support/servers/postgres'
import type { BenchContext } from '../context'
import { inOwnProcess } from '../own-process'
import { moreRounds } from '../options'
import type { Figure } from '../report/figure'
import { median } from '../report/statistics'
import type { TeamInput, TeamReport } from '../roles/team'
import { say } from '../say'

/** P19: a team's operations by each carrier, beside the bare driver or file system; and a first join, with what it does to the main side. */
export async function measureTeam({ options, folder }: BenchContext): Promise<Figure[]> {
  if (!options.jobs.has('P19')) return []
  const exchangeOf = async (carrier: TeamInput['carrier'], count: number): Promise<TeamReport> => {
    const own = join(folder, `team-${carrier}-${count}`)
    await mkdir(own)
    try {
      return await inOwnProcess<TeamReport>('team', { folder: own, carrier, count })
    } finally {
      await rm(own, { recursive: true, force: true, maxRetries: 5 })
    }
  }
  const [usual, all] = [options.small, options.large]
  const figures: Figure[] = []
  for (const carrier of hasPostgres ? (['folder', 'postgres'] as const) : (['folder'] as const)) {
    say(`Exchanging ${usual.toLocaleString('en')} marks by ${names[carrier]}…`)
    const rounds: TeamReport[] = []
    for (let round = 0; round < 1 + moreRounds(options); round += 1)
      rounds.push(await exchangeOf(carrier, usual))
    figures.push(...ratesOf(carrier, usual, rounds))
  }
  if (!hasPostgres) say('PostgreSQL is not on this machine: it is not measured.')
  say(`Joining a team with ${all.toLocaleString('en')} marks…`)
  return [...figures, ...joinOf(all, await exchangeOf('folder', all))]
}

const names = { folder: 'a folder', postgres: 'PostgreSQL' }

/** The median of each: from one round to the next the bare work takes up to a third longer, and Vitrine's a quarter. */
function ratesOf(carrier: TeamInput['carrier'], count: number, rounds: readonly TeamReport[]): Figure[] {
  const rate = (ms: number): number => (count / ms) * 1000
  const middle = (of: (round: TeamReport) => number): number => median(rounds.map(of))
  const [write, read] = [middle((round) => round.write), middle((round) => round.read)]
  const bare = { write: middle((round) => round.bare.write), read: middle((round) => round.bare.read) }
  const figure = (what: string, ms: number, least: number): Figure => ({
    job: 'P19',
    what: `${count.toLocaleString('en')} marks by ${names[carrier]}: ${what}`,
    unit: 'items/s',
    value: rate(ms),
    limit: {
      what: carrier === 'folder' ? 'files and a table alone' : 'the driver and a table',
      value: rate(least)
    },
    budget: []
  })
  return [
    { ...figure('written, pulled and merged', write + read, bare.write + bare.read), budget: [atLeast] },
    figure('written', write, bare.write),
    figure('pulled and merged', read, bare.read)
  ]
}

const atLeast = { kind: 'ratio-at-least', value: 0.3 } as const

function joinOf(count: number, { read, delay, memory }: TeamReport): Figure[] {
  const what = `first join of a team with ${count.toLocaleString('en')} marks`
  return [
    { job: 'P19', what, unit: 's', value: read / 1000, limit: null, budget: [] },
    {
      job: 'P19',
      what: `event-loop delay of the main side meanwhile, p99`,
      unit: 'ms',
      value: delay.p99,
      limit: null,
      budget: [{ kind: 'at-most', value: 20 }]
    },
    { job: 'P19', what: 'main and threads meanwhile', unit: 'MB', value: memory, limit: null, budget: [] }
  ]
}
