/** What is being built, and is not whole. */
export const buildName = 'reviews.building.sqlite'
/** A backup that was brought from elsewhere to be restored. What begins with `buildName` goes away at the next start. */
export const fetchedName = `${buildName}-fetched`
export const backupsName = 'reviews-backups'
/** What is whole and about to take the file's place: what it replaces is damaged and put aside, or has a backup and goes. */
const nextPattern = /^reviews\.(recovered|restored)-(.+)\.sqlite$/

export function nextName(kind: 'recovered' | 'restored', stamp: string): string {
  return `reviews.${kind}-${stamp}.sqlite`
}

/** The name that a damaged file gets. */
export function stampedDamaged(stamp: string): string {
  return `reviews.damaged-${stamp}.sqlite`
}

export function isDamagedName(name: string): boolean {
  return name.startsWith('reviews.damaged-')
}

/** What a name says of a file that is about to take the file's place; null: it is not one. */
export function readNextName(name: string): { kind: 'recovered' | 'restored'; stamp: string } | null {
  const [, kind, stamp] = nextPattern.exec(name) ?? []
  if (stamp === undefined) return null
  return { kind: kind === 'restored' ? 'restored' : 'recovered', stamp }
}
