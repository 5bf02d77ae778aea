import { mkdirSync, writeFileSync } from 'node:fs'
import { bundled } from './bundle-folder'
import { runJobs } from './jobs/index'
import { readOptions } from './options'
import { startServer } from './own-process'
import { describeMachine, formatMachine } from './report/machine'
import { ratioOf, verdictOf } from './report/figure'
import { formatTable } from './report/table'
import { say } from './say'

const options = readOptions(process.argv.slice(2), 'bench.json')
// Within the bundle's folder, which the command deletes however this ends.
const folder = bundled('data')
mkdirSync(folder)
const begun = performance.now()
say(`Making a store of ${options.large.toLocaleString('en')} products…`)
const server = await startServer(options.large)
const machine = describeMachine()
const { figures, failures } = await runJobs({ options, server, folder, machine })
server.close()
const seconds = Math.round((performance.now() - begun) / 1000)
const told = figures.map((figure) => ({ ...figure, ratio: ratioOf(figure), verdict: verdictOf(figure) }))
const products = { large: options.large, small: options.small }
writeFileSync(
  options.jsonFile,
  `${JSON.stringify({ machine, products, seconds, figures: told, failures }, null, 2)}\n`
)
const over = told.filter(({ verdict }) => verdict === 'over').length
say(`\n${formatMachine(machine)}\n\n${formatTable(figures)}\n`)
if (failures.length > 0) say(`${failures.length} could not be measured; why stands above.`)
const met = failures.length === 0 ? 'All budgets are met' : 'All other budgets are met'
say(`${over === 0 ? met : `${over} over budget`}. ${seconds} s. JSON: ${options.jsonFile}`)
// What only happens once weighs on few: its verdicts are hints.
if (options.quick) say('A quick run has few products and samples. The budgets are judged by the whole one.')
