/** Indexes of texts that many products share, so that a column holds two bytes a product. */
const highest = 0xffff

/**
 * Returns the index of a value in `values`, where it is added if it is new. Index 0 stands for no value; those that do not fit into 16 bits
 * count as the last one.
 */
export function createValueIndex(values: string[]): (value: string) => number {
  const indexes = new Map(values.map((value, index) => [value, index] as const).slice(1))
  return (value) => {
    const known = indexes.get(value)
    if (known !== undefined) return known
    if (values.length > highest) return highest
    indexes.set(value, values.length)
    return values.push(value) - 1
  }
}
