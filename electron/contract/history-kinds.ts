/** What happened to a product: it came, went, came back, or one of its fields changed. */
export const historyKinds = ['new', 'gone', 'back', 'price', 'name', 'description', 'image'] as const
export type HistoryKind = (typeof historyKinds)[number]

/** The most ranges of changes that are marked as not seen at once. */
export const mostRanges = 20_000
