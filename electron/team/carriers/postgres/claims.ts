import type { PostgresSession } from './session'

/** Products that are handed out to whoever asks for the next ones, so that no two people review the same. Only a database can do that. */
export interface Claims {
  /** Adds products at the end of a queue, in this order; those that are in it stay where they are. */
  offer: (queue: string, products: readonly string[], signal: AbortSignal) => Promise<void>
  /**
   * Takes the next ones that nobody has, in the queue's order: at most `count`, fewer or none where no more are left. They are free for
   * others again after `ms`.
   */
  take: (queue: string, count: number, ms: number, signal: AbortSignal) => Promise<string[]>
  /** Gives back what this login has taken. */
  release: (queue: string, products: readonly string[], signal: AbortSignal) => Promise<void>
  /** Removes from the queue what this login has taken and is done with. */
  finish: (queue: string, products: readonly string[], signal: AbortSignal) => Promise<void>
  /** Those that this login has now. */
  held: (queue: string, signal: AbortSignal) => Promise<string[]>
}

/** @param team 32 hexadecimal digits, as are queues */
export function createClaims(session: PostgresSession, team: string): Claims {
  const change =
    (statement: string) =>
    (queue: string, products: readonly string[], signal: AbortSignal): Promise<void> =>
      session.run(signal, async (query) => {
        await query(statement, [team, queue, products])
      })
  const products = (statement: string, values: unknown[], signal: AbortSignal): Promise<string[]> =>
    session.run(signal, async (query) => {
      const rows = await query<{ product: string }>(statement, [team, ...values])
      return rows.map(({ product }) => product)
    })
  return {
    offer: change(offer),
    take: (queue, count, ms, signal) => products(take, [queue, count, ms], signal),
    release: change(release),
    finish: change(finish),
    held: (queue, signal) => products(held, [queue], signal)
  }
}

const offer = `
  insert into vitrine.claims (team, queue, product, place)
  select $1, $2, offered.product, last.place + offered.number
  from unnest($3::text[]) with ordinality as offered (product, number),
    (select coalesce(max(place), 0) as place from vitrine.claims where team = $1 and queue = $2) as last
  on conflict do nothing`

// Rows that another transaction is about to take are passed over rather than waited for.
const take = `
  with next as (
    select product from vitrine.claims
    where team = $1 and queue = $2 and (holder is null or held_until < now())
    order by place limit $3
    for update skip locked
  ), taken as (
    update vitrine.claims as claim
    set holder = session_user, held_until = now() + $4 * interval '1 millisecond'
    from next
    where claim.team = $1 and claim.queue = $2 and claim.product = next.product
    returning claim.product, claim.place
  )
  select product from taken order by place`

const release = `
  update vitrine.claims set holder = null, held_until = null
  where team = $1 and queue = $2 and product = any($3::text[]) and holder = session_user`

const finish = `
  delete from vitrine.claims
  where team = $1 and queue = $2 and product = any($3::text[]) and holder = session_user`

const held = `
  select product from vitrine.claims
  where team = $1 and queue = $2 and holder = session_user and held_until >= now()
  order by place`
