import { setFlagsFromString } from 'node:v8'

/** Sets how V8 collects and compiles, here and in threads that start later. */
export function setV8Flags(): void {
  keepHeapsSmall()
  keepLoopsFast()
}

/**
 * Keeps the room small that V8 takes for objects.
 *
 * For what is made and soon thrown away it doubles that room under load, to some 100 MB in a main process that hands on what a sync
 * fetches, of which next to nothing lives on. The main thread stays with what it has; later threads have 8 MB twice from the beginning:
 * with 4 a first fill took 9 % longer, since a page's products live on until their batch is written, and needed 6 MB less.
 * For what lives on it waits until there is up to four times as much as after the last collection: while words are indexed, mostly
 * what was thrown away. Here it collects when there is twice as much.
 *
 * A limit can otherwise be set for a worker alone, or on a command line that an app does not write. In first fills of a million
 * products the room for what is thrown away was 90 MB smaller at no cost, and that for what lives on some 50 MB for 3 % of the
 * processor time. With 1.6 times it was 20 MB smaller still, and the main thread collected 43 times instead of 25.
 * Node warns of flags that are set after the start; Electron leaves them changeable, and in 42 they do the same: of parsed pages
 * that were thrown away the main thread had room for 5 MB instead of 67, and a worker for 17 instead of 67.
 */
function keepHeapsSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--min-semi-space-size=8')
  setFlagsFromString('--heap-growing-percent=100')
}

/**
 * Compiles the loops over all products' columns on their own. V8's middle compiler puts short functions into those that call them, and
 * what a loop became there stays: after some hundred searches or filtered lists of a million products, each took 9 ms instead of 2.
 */
function keepLoopsFast(): void {
  setFlagsFromString('--no-maglev-inlining')
}
