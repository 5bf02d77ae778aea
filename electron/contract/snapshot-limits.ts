/**
 * Characters that a snapshot of the page may have: a large window has some 100,000, and rules of a line for each row. Texts of a store that
 * are out of all proportion are not worth their time at the next start. Free of zod, so that the renderer can load it.
 */
export const [mostMarkup, mostRules] = [2_000_000, 200_000]
