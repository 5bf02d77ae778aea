import { parseArgs } from 'node:util'

export const allJobs = [
  'P1',
  'P2',
  'P3',
  'P4',
  'P5',
  'P6',
  'P7',
  'P8',
  'P9',
  'P10',
  'P11',
  'P12',
  'P13',
  'P14',
  'P15',
  'P16',
  'P17',
  'P18',
  'P19',
  'P20'
] as const
export type Job = (typeof allJobs)[number]

export interface BenchOptions {
  quick: boolean
  jobs: ReadonlySet<Job>
  /** Where the figures go as JSON. */
  jsonFile: string
  /** Products of the large catalog, and of the small one beside it. */
  large: number
  small: number
}

/** Reads `--quick`, `--only P7,P8` and `--json FILE`; throws with what a person mistyped. */
export function readOptions(args: readonly string[], defaultFile: string): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      json: { type: 'string', default: defaultFile }
    }
  })
  const named = values.only?.split(',').map((name) => name.trim().toUpperCase()) ?? [...allJobs]
  const jobs = named.map((name) => {
    const job = allJobs.find((known) => known === name)
    if (job === undefined) throw new Error(`There is no job ${name}. Known: ${allJobs.join(', ')}.`)
    return job
  })
  const sizes = values.quick ? { large: 25_000, small: 10_000 } : { large: 1_000_000, small: 100_000 }
  return { quick: values.quick, jobs: new Set(jobs), jsonFile: values.json, ...sizes }
}

/** How often what varies is measured again, for the median: not at all in a quick run. */
export const moreRounds = ({ quick }: Pick<BenchOptions, 'quick'>): number => (quick ? 0 : 2)
