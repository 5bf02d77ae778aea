/**
 * Regular expressions for a text in the forms that it takes in logs and reports: inside up to four layers of JSON, percent-encoded, in
 * base64, and as bytes. Every repetition in them has a bound, so that no text makes a search slow.
 */

/** Backslashes before a quote in four layers of JSON, and those of an escape such as `\n` or `\u00e4`. */
const beforeQuote = String.raw`\\{0,15}`
const escape = String.raw`\\{1,8}`
/** A percent sign that was itself encoded up to three times. */
const percent = '%(?:25){0,3}'

const shortEscapes: Readonly<Record<string, string>> = {
  '\b': 'b',
  '\f': 'f',
  '\n': 'n',
  '\r': 'r',
  '\t': 't'
}

/** Signs in a piece: expressions of ten times as many are still no trouble. */
const pieceLength = 300

/** A row of backslashes, which each layer of JSON doubles, or one other sign. */
const signs = /\\+|[^\\]/gsu

/** A long text in pieces, none of them short. */
export function piecesOf(text: string): string[] {
  const all = text.match(signs) ?? []
  const count = Math.max(1, Math.floor(all.length / pieceLength))
  const length = Math.ceil(all.length / count)
  return Array.from({ length: count }, (_, at) => all.slice(at * length, (at + 1) * length).join(''))
}

/** So much of a text that little else begins like it. */
export function beginningOf(text: string): string {
  return (text.match(signs) ?? []).slice(0, 8).join('')
}

/** The text itself, each sign plain, escaped as in JSON, or percent-encoded. */
export function textForm(text: string): string {
  return (text.match(signs) ?? [])
    .map((part) => (part.startsWith('\\') ? backslashes(part) : sign(part)))
    .join('')
}

function backslashes({ length }: string): string {
  return `(?:${String.raw`\\`}{${length},${16 * length}}|(?:${percent}${hexDigits('5c')}){${length}})`
}

function sign(char: string): string {
  const units = Array.from({ length: char.length }, (_, at) => {
    return `${escape}u${hexDigits(char.charCodeAt(at).toString(16).padStart(4, '0'))}`
  })
  const bytes = [...Buffer.from(char.toWellFormed())].map((byte) => percent + hexDigits(hexOf(byte)))
  const forms = [literal(char), units.join(''), bytes.join('')]
  const short = shortEscapes[char]
  if (short !== undefined) forms.push(escape + short)
  if (char === '"' || char === '/') forms[0] = beforeQuote + literal(char)
  if (char === ' ') forms.push(String.raw`\+`)
  return `(?:${forms.join('|')})`
}

/** The text's bytes (UTF-8) in base64, in hexadecimal and as decimal numbers. */
export function byteForms(text: string): string[] {
  const bytes = Buffer.from(text)
  return [...[0, 1, 2].map((before) => base64Form(bytes, before)), hexForm(bytes), decimalForm(bytes)]
}

/** In what base64 makes of a longer text, where so many bytes before it share its first signs. */
function base64Form(bytes: Buffer, before: number): string {
  const encoded = Buffer.concat([Buffer.alloc(before), bytes])
    .toString('base64')
    .replace(/=+$/, '')
  // The first signs hold what stands before, and one of them the beginning of the text; the last may hold what stands after.
  const from = before === 0 ? 0 : before + 1
  const isShared = (before + bytes.length) % 3 !== 0
  const own = encoded.slice(from, isShared ? -1 : undefined)
  const any = '[A-Za-z0-9+/_-]'
  return `${before === 0 ? '' : `${any}?`}${Array.from(own, base64Sign).join('')}${isShared ? `${any}?` : ''}(?:=|${percent}3[dD]){0,2}`
}

function base64Sign(char: string): string {
  if (char === '+') return `(?:[+-]|${percent}2[bB])`
  return char === '/' ? `(?:${beforeQuote}/|_|${percent}2[fF])` : char
}

/** `4f2a`, `<Buffer 4f 2a>`, `4F:2A`, `0x4f, 0x2a`, `\x4f\x2a`. */
function hexForm(bytes: Buffer): string {
  return [...bytes].map((byte) => hexDigits(hexOf(byte))).join(String.raw`(?:[\s:,-]|0x|\\{1,8}x){0,4}`)
}

/** `[79,42]`, also over several lines of JSON, and `{"0":79,"1":42}`, as a typed array is written. */
function decimalForm(bytes: Buffer): string {
  const blank = String.raw`(?:\s|${escape}[nrt]){0,40}`
  const name = `${beforeQuote}["']?[0-9]{1,8}${beforeQuote}["']?${blank}:${blank}`
  return `(?<![0-9])${[...bytes].join(`${blank},${blank}(?:${name})?`)}(?![0-9])`
}

function hexOf(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}

/** In capitals or not. */
function hexDigits(text: string): string {
  return text.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
}
