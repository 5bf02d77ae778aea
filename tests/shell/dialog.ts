import type {
  Dialog,
  FileFilter,
  MessageBoxOptions,
  MessageBoxReturnValue,
  OpenDialogOptions,
  OpenDialogReturnValue,
  SaveDialogOptions,
  SaveDialogReturnValue
} from 'electron'
import { app } from './app.ts'
import { missing, strict } from './strict.ts'

type Check = (value: unknown) => boolean
type Rule = readonly [check: Check, error: string]
type Rules<Options> = { [Name in keyof Required<Options>]?: Rule }

const isText: Check = (value) => typeof value === 'string'
const isNumber: Check = (value) => Number.isInteger(value)
const isFlag: Check = (value) => typeof value === 'boolean'
const isTextList = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)
const isExtension = (text: string): boolean => /^(\*|[^.*][^*]*)$/.test(text)
const isFilter = ({ name, extensions }: Partial<FileFilter>): boolean =>
  isText(name) && isTextList(extensions) && extensions.every(isExtension)
const isFilters: Check = (value) => Array.isArray(value) && value.every(isFilter)
const within =
  (known: readonly string[]): Check =>
  (value) =>
    isTextList(value) && value.every((each) => known.includes(each))

const openProperties = [
  'openFile', 'openDirectory', 'multiSelections', 'showHiddenFiles', 'createDirectory', 'promptToCreate',
  'noResolveAliases', 'treatPackageAsDirectory', 'dontAddToRecent'
] as const satisfies OpenDialogOptions['properties'] // prettier-ignore
const saveProperties = [
  'showHiddenFiles', 'createDirectory', 'treatPackageAsDirectory', 'showOverwriteConfirmation', 'dontAddToRecent'
] as const satisfies SaveDialogOptions['properties'] // prettier-ignore
const boxTypes = ['none', 'info', 'warning', 'error', 'question']

// The words are Electron's where it refuses the value itself. It lets some wrong ones pass, and then does not do what
// was meant: those are refused in words of the shell's own.
const fileRules = {
  title: [isText, 'Title must be a string'],
  buttonLabel: [isText, 'Button label must be a string'],
  defaultPath: [isText, 'Default path must be a string'],
  message: [isText, 'Message must be a string'],
  filters: [isFilters, 'Filters must be a list of { name, extensions } without dots']
} as const satisfies Rules<OpenDialogOptions & SaveDialogOptions>
const openRules: Rules<OpenDialogOptions> = {
  ...fileRules,
  properties: [within(openProperties), 'Properties must be an array']
}
const saveRules: Rules<SaveDialogOptions> = {
  ...fileRules,
  nameFieldLabel: [isText, 'Name field label must be a string'],
  showsTagField: [isFlag, 'showsTagField must be a boolean'],
  properties: [within(saveProperties), 'Properties must be an array']
}
const boxRules: Rules<MessageBoxOptions> = {
  type: [(value) => isText(value) && boxTypes.includes(value as string), 'Invalid message box type'],
  buttons: [isTextList, 'Buttons must be an array'],
  title: [isText, 'Title must be a string'],
  message: [isText, 'Message must be a string'],
  detail: [isText, 'Detail must be a string'],
  checkboxLabel: [isText, 'checkboxLabel must be a string'],
  checkboxChecked: [isFlag, 'checkboxChecked must be a boolean'],
  noLink: [isFlag, 'noLink must be a boolean'],
  defaultId: [isNumber, 'defaultId must be the number of a button'],
  cancelId: [isNumber, 'cancelId must be the number of a button'],
  signal: [(value) => value instanceof AbortSignal, 'signal must be an AbortSignal'],
  normalizeAccessKeys: [isFlag, 'normalizeAccessKeys must be a boolean']
}

/** What Electron's own answer looks like; a test's answer must be one. */
interface Kind {
  rules: Partial<Record<string, Rule>>
  isAnswer: Check
}
const openKind: Kind = {
  rules: openRules,
  isAnswer: (answer) => {
    const { canceled, filePaths } = answer as Partial<OpenDialogReturnValue>
    return isFlag(canceled) && isTextList(filePaths)
  }
}
const saveKind: Kind = {
  rules: saveRules,
  isAnswer: (answer) => {
    const { canceled, filePath } = answer as Partial<SaveDialogReturnValue>
    return isFlag(canceled) && isText(filePath)
  }
}
const boxKind: Kind = {
  rules: boxRules,
  isAnswer: (answer) => isNumber((answer as Partial<MessageBoxReturnValue>).response)
}
const syncBoxKind: Kind = { rules: boxRules, isAnswer: isNumber }

const kinds: Partial<Record<keyof Dialog, Kind>> = {
  showOpenDialog: openKind,
  showSaveDialog: saveKind,
  showMessageBox: boxKind,
  showMessageBoxSync: syncBoxKind
}

/** Throws what Electron throws for these arguments, which are a window (or none) and options. */
function checkOptions({ rules }: Kind, args: unknown[], name: string): void {
  if (!app.isReady()) throw new Error('dialog module can only be used after app is ready')
  const options = (args.length > 1 ? args[1] : args[0]) ?? {}
  for (const [key, value] of Object.entries(options)) {
    if (value === undefined) continue
    const rule = rules[key]
    if (!rule) throw missing(`dialog.${name} option '${key}'`)
    const [check, error] = rule
    if (!check(value)) throw new TypeError(error)
  }
  const { checkboxChecked, checkboxLabel } = options as Partial<MessageBoxOptions>
  if (checkboxChecked && !checkboxLabel)
    throw new Error('checkboxChecked requires that checkboxLabel also be passed')
}

type Show = (...args: unknown[]) => unknown

/** The function, once the options have passed what Electron asks of them, and its answer looks like one of Electron's. */
function checked(name: keyof Dialog, show: Show): Show {
  const kind = kinds[name]
  if (!kind) return show
  const checkAnswer = (answer: unknown): unknown => {
    if (answer !== null && answer !== undefined && kind.isAnswer(answer)) return answer
    throw new TypeError(`dialog.${name}: Electron has no answer like ${JSON.stringify(answer)}`)
  }
  return (...args) => {
    checkOptions(kind, args, name)
    const answer = show(...args)
    return answer instanceof Promise ? answer.then(checkAnswer) : checkAnswer(answer)
  }
}

function refuse(name: keyof Dialog): Show {
  return checked(name, () => {
    throw missing(`dialog.${name} (a test replaces it)`)
  })
}

const functions = strict('dialog', {
  showMessageBox: refuse('showMessageBox') as Dialog['showMessageBox'],
  showMessageBoxSync: refuse('showMessageBoxSync') as Dialog['showMessageBoxSync'],
  showOpenDialog: refuse('showOpenDialog') as Dialog['showOpenDialog'],
  showSaveDialog: refuse('showSaveDialog') as Dialog['showSaveDialog'],
  showErrorBox: (title, content) => {
    if (typeof title !== 'string' || typeof content !== 'string')
      throw new TypeError('Error processing argument at index 0, conversion failure')
    process.stderr.write(`${title}\n${content}\n`)
  }
} satisfies Partial<Dialog>)

/** Electron's `dialog`: the shell draws none, so these throw until a test replaces them; options are checked even then. */
export const dialog = new Proxy(functions, {
  set: (target, name, value) => Reflect.set(target, name, checked(name as keyof Dialog, value as Show))
})
