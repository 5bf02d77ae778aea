/**
 * How many random cases a property is tried with: `all` of them, and a quarter in the short run of `npm test`, which draws others
 * each time. Only for properties of which a case costs milliseconds.
 */
export function tries(all: number): number {
  return process.env.VITRINE_TESTS === 'short' ? Math.ceil(all / 4) : all
}
