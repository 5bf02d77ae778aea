/** The zeros of the digits that keyboards write instead of 0 to 9: Arabic, Persian, Devanagari, Bengali. */
const zeros = [0x06_60, 0x06_f0, 0x09_66, 0x09_e6]

/** The text with digits from 0 to 9, whichever a keyboard wrote: `٤٢` is `42`. */
export function withLatinDigits(text: string): string {
  return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    const zero = zeros.find((first) => code >= first && code < first + 10)
    return zero === undefined ? digit : String(code - zero)
  })
}
