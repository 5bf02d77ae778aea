import type { PostgresSession } from './session'

/** ms for which a claim holds. By then colleagues have long read whom the products are assigned to; who lost the connection keeps them from nobody. */
const holds = 60 * 60 * 1000
/** Candidates that are tried at once: what is offered and not taken stays in the table. */
const atOnce = 50

/**
 * Claims products of a team, at most `count` of the candidates in their order. Two people who ask at once get different ones, and
 * neither waits for the other.
 *
 * @param team 32 hexadecimal digits
 */
export async function claimProducts(
  session: PostgresSession,
  team: string,
  { candidates, count }: { candidates: readonly string[]; count: number },
  signal: AbortSignal
): Promise<string[]> {
  return session.run(signal, async (query) => {
    await query(dropOld, [team])
    const claimed: string[] = []
    for (let from = 0; from < candidates.length && claimed.length < count;) {
      const some = candidates.slice(from, from + Math.min(atOnce, count - claimed.length))
      from += some.length
      await query(offer, [team, some])
      const rows = await query<{ product: string }>(take, [team, some, holds])
      claimed.push(...rows.map(({ product }) => product))
    }
    return claimed
  })
}

// What this login was done with long ago: nobody can delete what is another's.
const dropOld = `
  delete from vitrine.claims
  where team = $1 and queue = $1 and holder = session_user and held_until < now()`

// In the order of the key, so that two who offer the same wait for each other in one order.
const offer = `
  insert into vitrine.claims (team, queue, product, place)
  select $1, $1, product, 0 from unnest($2::text[]) as offered (product) order by product collate "C"
  on conflict do nothing`

// Rows that another transaction is about to take are passed over rather than waited for.
const take = `
  with next as (
    select claim.product, candidate.number
    from unnest($2::text[]) with ordinality as candidate (product, number)
    join vitrine.claims as claim on claim.team = $1 and claim.queue = $1 and claim.product = candidate.product
    where claim.holder is null or claim.held_until < now()
    for update of claim skip locked
  ), taken as (
    update vitrine.claims as claim
    set holder = session_user, held_until = now() + $3 * interval '1 millisecond'
    from next
    where claim.team = $1 and claim.queue = $1 and claim.product = next.product
    returning claim.product, next.number
  )
  select product from taken order by number`
