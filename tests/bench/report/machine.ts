import { cpus, totalmem, release, type } from 'node:os'

/** What the figures were measured on: without it they mean nothing. */
export interface Machine {
  date: string
  cores: number
  processor: string
  memoryGigabytes: number
  system: string
  node: string
  sqlite: string
  /** null until a window was opened. */
  chromium: string | null
  /** What opened the windows. */
  runtime: string | null
}

export function describeMachine(): Machine {
  const [first] = cpus()
  return {
    date: new Date().toISOString(),
    cores: cpus().length,
    processor: first?.model.trim() ?? 'unknown',
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.versions.node,
    sqlite: process.versions.sqlite ?? 'unknown',
    chromium: null,
    runtime: process.env.VITRINE_BENCH_RUNTIME ?? null
  }
}

export function formatMachine(machine: Machine): string {
  const { date, cores, processor, memoryGigabytes, system, node, sqlite, chromium, runtime } = machine
  const browser = chromium === null ? '' : `, Chromium ${chromium}`
  const windows = runtime === null ? '' : `, windows in ${runtime}`
  const hardware = `${cores} cores of ${processor}, ${memoryGigabytes} GB, ${system}`
  return `${date.slice(0, 16).replace('T', ' ')} UTC. ${hardware}. Node ${node}, SQLite ${sqlite}${browser}${windows}.`
}
