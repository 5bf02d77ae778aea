import { resolve } from 'node:path'
import type { HeadlessCommand } from './command'
import { fileFormatOf, fileFormats } from './export-products'

/** What a command line asks for besides the window. */
export type Invocation =
  | { kind: 'help' }
  | { kind: 'usage'; message: string }
  | { kind: 'command'; command: HeadlessCommand; isJson: boolean }

type Name = HeadlessCommand['name']

const names: readonly Name[] = ['sync', 'publish', 'audit', 'export', 'merge']

/** Which commands take which options. */
const takers = {
  '--store': names,
  '--view': ['export'],
  '--out': ['export']
} as const satisfies Record<string, readonly Name[]>
type Option = keyof typeof takers

export const help = `Usage: vitrine COMMAND --store NAME [OPTIONS]

Commands, done without a window:
  sync                 read the store's list into the copy on this computer
  publish              sync, and give the catalog to the store's team
  audit                run the quality checks
  export --out FILE    save products to a file (${fileFormats.map((format) => `.${format}`).join(', ')})
  merge FILE...        merge files of shared reviews (.vitrine-reviews)

Options:
  --store NAME         the store, as it is named in Vitrine, or its address
  --view NAME          export: one of the store's saved views; without it the whole catalog
  --out FILE           export: the file to write; one that exists is replaced
  --take-over          publish: also where another computer does; that one stops
  --json               progress on standard error as JSON lines
  --user-data-dir=DIR  another profile folder
  --help               this text

One JSON line on standard output says what was done. Exit codes:
  0 done, 1 failed, 2 wrong usage, 3 partial, 75 busy: try again later
`

/**
 * What follows the program on its command line, and the app's folder where Electron itself is started with one.
 *
 * @param hasFolder the app is not packaged
 */
export function argumentsOf(argv: readonly string[], hasFolder: boolean): string[] {
  const args = argv.slice(1)
  const folder = hasFolder ? args.findIndex((argument) => !argument.startsWith('-')) : -1
  return args.filter((_, at) => at !== folder)
}

const isOption = (argument: string): argument is Option => Object.hasOwn(takers, argument)
const isName = (word: string): word is Name => names.some((name) => name === word)

/**
 * Reads what comes after the program: null opens the window. What stands before the command is Chromium's, what follows it is ours.
 *
 * @param args without the program, and without the app's folder where Electron was told that
 */
export function readInvocation(args: readonly string[], workingFolder: string): Invocation | null {
  const at = args.findIndex((argument) => !argument.startsWith('-'))
  if (args.slice(0, at === -1 ? undefined : at).includes('--help')) return { kind: 'help' }
  const word = args[at] ?? ''
  // A file that was dropped on the app's icon is no command.
  if (!/^[a-z]+(?:-[a-z]+)*$/.test(word)) return null
  const rest = args.slice(at + 1)
  if (word === 'help' || rest.includes('--help') || rest.includes('-h')) return { kind: 'help' }
  if (!isName(word)) return wrong(`unknown command “${word}”. It can be ${names.join(', ')}`)
  return readCommand(word, rest, workingFolder)
}

function wrong(message: string): Invocation {
  return { kind: 'usage', message: `${message}. See vitrine --help.` }
}

function readCommand(name: Name, args: readonly string[], workingFolder: string): Invocation {
  const values = new Map<Option, string>()
  const files: string[] = []
  let isJson = false
  let isTakingOver = false
  for (let at = 0; at < args.length; at++) {
    const argument = args[at] ?? ''
    const [option = '', ...after] = argument.split('=')
    if (argument === '--json') isJson = true
    else if (argument === '--take-over' && name === 'publish') isTakingOver = true
    else if (option === '--user-data-dir') continue
    else if (isOption(option)) {
      if (!takers[option].some((taker) => taker === name)) return wrong(`${option} is not for ${name}`)
      if (values.has(option)) return wrong(`${option} is given twice`)
      const value = after.length > 0 ? after.join('=') : (args[++at] ?? '')
      if (value === '' || (after.length === 0 && value.startsWith('--')))
        return wrong(`${option} needs a value`)
      values.set(option, value)
    } else if (argument.startsWith('-')) return wrong(`unknown option “${option}”`)
    else if (name === 'merge') files.push(resolve(workingFolder, argument))
    else return wrong(`unexpected argument “${argument}”`)
  }
  const command = commandOf(name, { values, files, isTakingOver }, workingFolder)
  return typeof command === 'string' ? wrong(command) : { kind: 'command', command, isJson }
}

/** The command, or what is wrong with it. */
function commandOf(
  name: Name,
  {
    values,
    files,
    isTakingOver
  }: { values: ReadonlyMap<Option, string>; files: string[]; isTakingOver: boolean },
  workingFolder: string
): HeadlessCommand | string {
  const store = values.get('--store')
  if (store === undefined) return '--store is missing'
  if (name === 'merge') return files.length === 0 ? 'merge needs a file' : { name, store, files }
  if (name === 'publish') return { name, store, isTakingOver }
  if (name !== 'export') return { name, store }
  const out = values.get('--out')
  if (out === undefined) return '--out is missing'
  if (fileFormatOf(out) === null)
    return `--out must end in ${fileFormats.map((each) => `.${each}`).join(', ')}`
  return { name, store, view: values.get('--view') ?? null, out: resolve(workingFolder, out) }
}
